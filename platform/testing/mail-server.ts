import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Step = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

interface Refusal {
  readonly code: number
  readonly words: string
}

/** A number is the reply code; null lets the step pass; silence never answers. */
export type MailReply = (step: Step, address: string) => number | Refusal | null | 'silence'

export interface Taken {
  readonly to: string
  readonly messageId: string
  readonly message: string
  /** The message without the breaks of lines that mail puts in. */
  readonly text: string
}

export const unfolded = (message: string): string => message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

export async function startTestMailServer(answer: MailReply) {
  const taken: Taken[] = []
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
      // The client left before the answer.
      if (parts === null) return
      const message = parts.join('')
      then('DATA', to, (refused) => {
        const [, messageId = ''] = /^message-id:\s*<(.*)>/im.exec(message) ?? []
        if (!refused) taken.push({ to, messageId, message, text: unfolded(message) })
        done(refused)
      })
    },
  })
  // A client that leaves midway is not a failure of the test.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    smtpUrl: `smtp://medicready:secret@127.0.0.1:${port}`,
    taken: taken as readonly Taken[],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
