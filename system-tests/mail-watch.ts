import { setTimeout as sleep } from 'node:timers/promises'
import { type InboxMail, readRepeats } from '@medicready/platform/testing/inbox'

const LOOK_EVERY_MILLISECONDS = 300

/** However many ask at once, the inbox is read once for all of them. */
export class MailWatch {
  readonly #address: string
  readonly #directory: string
  #looking: Promise<readonly InboxMail[]> | null = null

  constructor({ HOST = '', INBOX_PORT = '', DATA_DIR = '' }: Readonly<Record<string, string>>) {
    this.#address = `http://${HOST}:${INBOX_PORT}/email`
    this.#directory = DATA_DIR
  }

  async all(): Promise<readonly InboxMail[]> {
    return (await (await fetch(this.#address)).json()) as InboxMail[]
  }

  repeats(): Promise<readonly string[]> {
    return readRepeats(this.#directory)
  }

  /** Null when none has arrived by the next look at the inbox. */
  async verificationTokenFor(email: string): Promise<string | null> {
    this.#looking ??= sleep(LOOK_EVERY_MILLISECONDS)
      .then(() => this.all())
      .finally(() => {
        this.#looking = null
      })
    for (const mail of await this.#looking) {
      if (!mail.to.some(({ address }) => address === email)) continue
      const token = /verify-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1]
      if (token) return token
    }
    return null
  }
}
