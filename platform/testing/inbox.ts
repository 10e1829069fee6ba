import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    inboxServer: string[]
  }
}

export type InboxMail = { id: string; messageId: string; subject: string; html?: string; text?: string; to: { address: string }[] }

/** Message-IDs that arrived again and were shown once, one entry per repeat. */
export async function readRepeats(directory: string): Promise<string[]> {
  const text = await readFile(join(directory, 'mail-repeats.log'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  return text.split('\n').filter((line) => line !== '')
}

export type TestInbox = {
  smtpUrl: string
  mails(): Promise<InboxMail[]>
  /** Much less to read than all of them. */
  mailsTo(address: string): Promise<InboxMail[]>
  repeats(): Promise<string[]>
  /** As `kill -9` does; keeps the mails. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export async function startTestInbox(): Promise<TestInbox> {
  const directory = await mkdtemp(join(tmpdir(), 'medicready-mail-'))
  const [smtp, web] = [await freePort(), await freePort()]
  const environment = { HOST: '127.0.0.1', SMTP_PORT: String(smtp), INBOX_PORT: String(web), DATA_DIR: directory }

  const read = async (query = '') => (await (await fetch(`http://127.0.0.1:${web}/email${query}`)).json()) as InboxMail[]
  const start = () => startProgram(inject('inboxServer'), environment, () => accepts(smtp))
  let inbox = await start()
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    mails: () => read(),
    mailsTo: (address) => read(`?to.address=${encodeURIComponent(address)}`),
    repeats: () => readRepeats(directory),
    async killAndRestart() {
      await inbox.end('SIGKILL')
      inbox = await start()
    },
    async close() {
      await inbox.end()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
