import { createTransport, type Transporter } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every sending of the same mail: a mail store that is given it twice keeps it once. */
  readonly id: string
}

/** The mail server refuses this mail for good; sending it again will not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Sends mail over SMTP. */
export class Mailer {
  readonly #transport: Transporter
  readonly #from: string
  readonly #domain: string

  constructor({ smtpUrl, from, publicUrl }: { smtpUrl: string; from: string; publicUrl: string }) {
    this.#transport = createTransport(smtpUrl, { pool: true, maxConnections: 4 } as object)
    this.#from = from
    this.#domain = new URL(publicUrl).hostname
  }

  /** Throws MailRefused when the server says never, and any other error when it cannot be reached now. */
  async send({ to, subject, text, html, id }: Mail): Promise<void> {
    try {
      await this.#transport.sendMail({ from: this.#from, to, subject, text, html, messageId: `<${id}@${this.#domain}>` })
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
      if (code >= 500 && code < 600) throw new MailRefused(`The mail server refused ${id}.`, { cause: error })
      throw error
    }
  }

  close(): void {
    this.#transport.close()
  }
}
