import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** When the server says no: at sign-in, to the sender, to a recipient, or to the message itself. */
export type Step = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** The code of its answer; null lets the step pass. */
export type Answer = (step: Step, address: string) => number | null

/** A mail server that takes mails, or says why not, as the test tells it. */
export async function startTestMailServer(answer: Answer) {
  const taken: { to: string; messageId: string }[] = []
  const refusal = (step: Step, address: string): Error | null => {
    const code = answer(step, address)
    return code === null ? null : Object.assign(new Error(`not ${address}`), { responseCode: code })
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username = '' }, _, done) => {
      const refused = refusal('AUTH', username)
      if (refused) done(refused)
      else done(null, { user: username })
    },
    onMailFrom: ({ address }, _, done) => done(refusal('MAIL FROM', address)),
    onRcptTo: ({ address }, _, done) => done(refusal('RCPT TO', address)),
    onData: async (stream, { envelope }, done) => {
      const [to = ''] = envelope.rcptTo.map(({ address }) => address)
      const message = (await stream.toArray()).join('')
      const refused = refusal('DATA', to)
      if (!refused) taken.push({ to, messageId: /^message-id:\s*<(.*)>/im.exec(message)?.[1] ?? '' })
      done(refused)
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
    taken: taken as readonly { readonly to: string; readonly messageId: string }[],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
