import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnvironment } from '@medicready/platform/environment'
import maildev from 'maildev'
import { localSettings } from './local-settings.ts'

/**
 * The inbox of one machine: takes every mail by SMTP and shows it on a page, and as JSON at /email. Nothing leaves the
 * machine.
 *
 * A message whose Message-ID is already held is taken and not shown again, as some mail stores do. A sender that died
 * between handing a mail over and noting that it did will send it again, with the same id: here the reader sees it
 * once, elsewhere perhaps twice. So that such repeats can be counted, each one's Message-ID is added as a line to
 * `mail-repeats.log`.
 *
 * Mails are kept as .eml files under DATA_DIR and read again at the next start.
 */
const { HOST, SMTP_PORT, INBOX_PORT, DATA_DIR } = readEnvironment({
  HOST: localSettings.HOST,
  SMTP_PORT: localSettings.SMTP_PORT,
  INBOX_PORT: localSettings.INBOX_PORT,
  DATA_DIR: localSettings.DATA_DIR,
})
const mailDirectory = resolve(join(DATA_DIR, 'mail'))
const repeatsFile = resolve(join(DATA_DIR, 'mail-repeats.log'))
mkdirSync(mailDirectory, { recursive: true })

let waitingFor = readdirSync(mailDirectory).filter((name) => name.endsWith('.eml')).length
const { promise: restored, resolve: allRestored } = Promise.withResolvers<void>()
if (waitingFor === 0) allRestored()

const server = maildev({ smtp: SMTP_PORT, web: INBOX_PORT, ip: HOST, mailDirectory, https: false, disableWeb: false, silent: true })
const held = new Set<string>()
server.on('new', (mail) => {
  if (--waitingFor === 0) allRestored()
  if (!mail.messageId) return
  if (held.has(mail.messageId)) {
    appendFileSync(repeatsFile, `${mail.messageId}\n`)
    server.deleteEmail(mail.id, () => {})
  }
  held.add(mail.messageId)
})

// Mail is taken once all mails of earlier runs are known, or after ten seconds: a file of theirs may be unreadable.
const patience = setTimeout(allRestored, 10_000)
await restored
clearTimeout(patience)
await server.listen()
