import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { Unavailable } from '../unavailable.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /**
   * The same for every sending of the same mail, and of no other: it becomes the Message-ID, by which one who gets a
   * mail twice can tell.
   */
  readonly id: string
  /** Where one click ends mails of this kind (RFC 8058); left out of mails that are always needed. */
  readonly unsubscribe?: string
  /** An entry for the reader's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
}

/** The mail server refuses this mail for good; sending it again will not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** It refuses because there is no such mailbox, or none that takes mail any more: that is about the address. */
export class AddressRefused extends MailRefused {}

/** The mail server does not take this mail now, but may later; others it may take at once. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

/** The mail server cannot be reached, or will not let us in: that is about no mail in particular. */
export class MailUnavailable extends Unavailable {
  override readonly name = 'MailUnavailable'
}

interface MailerOptions {
  readonly smtpUrl: string
  readonly from: string
  readonly publicUrl: string
  /** A mail that takes the server longer is put off: it shall hold up no others. */
  readonly patienceMilliseconds?: number
}

const PATIENCE_MILLISECONDS = 10_000
/** As many as mails are sent at the same time, so that none waits for the slow ones. */
const MOST_CONNECTIONS = 20

/** Sends mail over SMTP. */
export class Mailer {
  readonly #transport: Transporter
  readonly #patienceMilliseconds: number
  readonly #from: string
  readonly #domain: string

  constructor({ smtpUrl, from, publicUrl, patienceMilliseconds = PATIENCE_MILLISECONDS }: MailerOptions) {
    // Of a server that is not there is heard first.
    const timeouts = { connectionTimeout: patienceMilliseconds / 2, greetingTimeout: patienceMilliseconds / 2 }
    this.#transport = createTransport(smtpUrl, { pool: true, maxConnections: MOST_CONNECTIONS, ...timeouts } as object)
    this.#patienceMilliseconds = patienceMilliseconds
    this.#from = from
    this.#domain = new URL(publicUrl).hostname
  }

  /**
   * Throws MailRefused or MailDeferred for what the server says of this mail, and MailUnavailable when it cannot be
   * reached or will not let us in.
   */
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

  /** The address that mails come from, without a name. */
  get address(): string {
    return /<([^>]+)>/.exec(this.#from)?.[1] ?? this.#from
  }

  close(): void {
    this.#transport.close()
  }
}

/**
 * 421: the server closes the connection. 530: it wants us to sign in first. Said at any point, they are about us and
 * not about the mail.
 */
const aboutUs = [421, 530]

/**
 * What a server says of a mailbox that is not there, is misspelled, takes no mail, or is switched off (RFC 3463, RFC
 * 7505). That it does not want to relay a mail, or does not like it, is said by other numbers.
 */
const noSuchMailbox = /^5\d\d[ -]5\.(1\.(1|3|10)|2\.1)\b/

/**
 * What the server said of one recipient or one message is about that mail. What it said before (greeting, encryption,
 * sign-in, sender) is about us, and the next mail would be told the same. Its words may quote an address: they end
 * here, only the numbers go on into errors and logs.
 */
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
