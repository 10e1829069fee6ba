import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** When the server says no: at sign-in, to the sender, to a recipient, or to the message itself. */
export type Step = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

interface Refusal {
  readonly code: number
  /** What follows the code. */
  readonly words: string
}

/** The code of its answer; null lets the step pass; silence says nothing for ever. */
export type Answer = (step: Step, address: string) => number | Refusal | null | 'silence'

interface Taken {
  readonly to: string
  readonly messageId: string
  /** As it was sent. */
  readonly message: string
}

/** A mail server that takes mails, or says why not, as the test tells it. */
export async function startTestMailServer(answer: Answer) {
  const taken: Taken[] = []
  /** Goes on after a step as the test has it. */
  const then = (step: Step, address: string, done: (refusal: Error | null) => void): void => {
    const answered = answer(step, address)
    if (answered === 'silence') return
    const refusal = typeof answered === 'number' ? { code: answered, words: `not ${address}` } : answered
    done(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username = '' }, _, done) => then('AUTH', username, (refused) => (refused ? done(refused) : done(null, { user: username }))),
    onMailFrom: ({ address }, _, done) => then('MAIL FROM', address, done),
    onRcptTo: ({ address }, _, done) => then('RCPT TO', address, done),
    onData: async (stream, { envelope }, done) => {
      const [to = ''] = envelope.rcptTo.map(({ address }) => address)
      const parts = await stream.toArray().catch(() => null)
      // Its client left before the answer.
      if (parts === null) return
      const message = parts.join('')
      then('DATA', to, (refused) => {
        if (!refused) taken.push({ to, messageId: /^message-id:\s*<(.*)>/im.exec(message)?.[1] ?? '', message })
        done(refused)
      })
    },
  })
  // A client that leaves in the middle is no fault of the test's.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    /** For SMTP_URL; it signs in. */
    smtpUrl: `smtp://medicready:secret@127.0.0.1:${port}`,
    /** What the server took, in the order in which it came. */
    taken: taken as readonly Taken[],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
