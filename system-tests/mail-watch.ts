import { setTimeout as sleep } from 'node:timers/promises'
import { type InboxMail, readRepeats } from '@medicready/platform/testing/inbox'

const LOOK_EVERY_MILLISECONDS = 300

/** Reads the inbox. However many ask at once, it is read once for all of them. */
export class MailWatch {
  readonly #address: string
  readonly #directory: string
  #looking: Promise<readonly InboxMail[]> | null = null

  constructor({ HOST = '', INBOX_PORT = '', DATA_DIR = '' }: Readonly<Record<string, string>>) {
    this.#address = `http://${HOST}:${INBOX_PORT}/email`
    this.#directory = DATA_DIR
  }

  /** Every mail that the inbox holds now. */
  async all(): Promise<readonly InboxMail[]> {
    return (await (await fetch(this.#address)).json()) as InboxMail[]
  }

  /** The Message-IDs of mails that came again, one for each time; the inbox holds such a mail once. */
  repeats(): Promise<readonly string[]> {
    return readRepeats(this.#directory)
  }

  /**
   * The token in a verification mail to this address; null when none has arrived. Takes as long as it takes until the
   * inbox is looked at next.
   */
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
