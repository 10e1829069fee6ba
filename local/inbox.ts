import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnvironment } from '@medicready/platform/environment'
import maildev from 'maildev'
import { localSettings } from './local-settings.ts'

/** Keeps mails as .eml files. A repeated Message-ID is shown once and counted in `mail-repeats.log`. */
const { HOST, SMTP_PORT, INBOX_PORT, DATA_DIR } = readEnvironment(localSettings)
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

const patience = setTimeout(allRestored, 10_000)
await restored
clearTimeout(patience)
await server.listen()
