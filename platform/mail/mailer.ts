import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { Unavailable } from '../retry.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Becomes the Message-ID, by which duplicates are recognized. */
  readonly id: string
  /** RFC 8058; left out for mails that are always needed. */
  readonly unsubscribe?: string
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
}

/** Permanent: sending it again will not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export class AddressRefused extends MailRefused {}

/** Temporary, and only for this mail. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

/** Not about a particular mail: the server is unreachable or refuses us. */
export class MailUnavailable extends Unavailable {
  override readonly name = 'MailUnavailable'
}

interface MailerOptions {
  readonly smtpUrl: string
  readonly from: string
  readonly publicUrl: string
  /** Slower mails are deferred, so that they hold up no others. */
  readonly patienceMilliseconds?: number
}

const PATIENCE_MILLISECONDS = 10_000
/** As many as mails are sent at the same time, so that none waits for the slow ones. */
const MOST_CONNECTIONS = 20

export class Mailer {
  readonly #transport: Transporter
  readonly #patienceMilliseconds: number
  readonly #from: string
  readonly #domain: string

  constructor({ smtpUrl, from, publicUrl, patienceMilliseconds = PATIENCE_MILLISECONDS }: MailerOptions) {
    // An unreachable server must be noticed before the mail's own deadline.
    const timeouts = { connectionTimeout: patienceMilliseconds / 2, greetingTimeout: patienceMilliseconds / 2 }
    this.#transport = createTransport(smtpUrl, { pool: true, maxConnections: MOST_CONNECTIONS, ...timeouts } as object)
    this.#patienceMilliseconds = patienceMilliseconds
    this.#from = from
    this.#domain = new URL(publicUrl).hostname
  }

  async send({ to, subject, text, html, id, unsubscribe, calendar }: Mail): Promise<void> {
    try {
      const signal = AbortSignal.timeout(this.#patienceMilliseconds)
      const messageId = `<${id}@${this.#domain}>`
      const icalEvent = calendar && { ...calendar, filename: 'session.ics' }
      const headers = unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      const mail = { from: this.#from, to, subject, text, html, messageId, headers, signal, icalEvent }
      await this.#transport.sendMail(mail as SendMailOptions)
    } catch (error) {
      throw whatItMeans(error, id)
    }
  }

  get address(): string {
    return /<([^>]+)>/.exec(this.#from)?.[1] ?? this.#from
  }

  close(): void {
    this.#transport.close()
  }
}

/** 421: the server closes the connection. 530: authentication is required. Both concern us, not the mail. */
const aboutUs = [421, 530]

/** Codes for missing, misspelled or disabled mailboxes (RFC 3463, RFC 7505); policy refusals use others. */
const noSuchMailbox = /^5\d\d[ -]5\.(1\.(1|3|10)|2\.1)\b/

/** Only RCPT TO and DATA concern the mail. The text may quote an address, so only codes go into errors. */
function whatItMeans(error: unknown, id: string): Error {
  if (error instanceof Error && 'code' in error && error.code === 'EABORT')
    return new MailDeferred(`The mail server took too long over ${id}.`)
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error))
    return new MailUnavailable('The mail server cannot be reached.', { cause: error })
  const { command, responseCode: answer, response = '' } = error as { command: string; responseCode: number; response?: string }
  const words = `The mail server answered ${answer} to ${command} of ${id}.`
  if ((command !== 'RCPT TO' && command !== 'DATA') || aboutUs.includes(answer)) return new MailUnavailable(words)
  if (answer < 500) return new MailDeferred(words)
  return command === 'RCPT TO' && noSuchMailbox.test(response) ? new AddressRefused(words) : new MailRefused(words)
}

export class Pace {
  readonly #gapMilliseconds: number
  #next = 0

  constructor(perSecond: number) {
    this.#gapMilliseconds = 1_000 / perSecond
  }

  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now()
    const own = Math.max(now, this.#next)
    this.#next = own + this.#gapMilliseconds
    if (own > now) await sleep(own - now, undefined, { signal })
  }
}
