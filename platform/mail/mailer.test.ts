import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { isUnavailable } from '../retry.ts'
import { freePort } from '../testing/free-port.ts'
import { type MailReply, type Step, startTestMailServer } from '../testing/mail-server.ts'
import { AddressRefused, type Mail, MailDeferred, Mailer, MailRefused, MailUnavailable } from './mailer.ts'

const mail: Mail = { to: 'student@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', id: 'greeting.1' }
const endings: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function mailerTo(smtpUrl: string): Mailer {
  const mailer = new Mailer({ smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl: 'http://localhost:3000' })
  endings.push(() => mailer.close())
  return mailer
}

async function mailServer(answer: MailReply) {
  const server = await startTestMailServer(answer)
  endings.push(() => server.close())
  return server
}

/** What sending throws if the server gives this answer at that step. */
async function faultAt(step: Step, answer: ReturnType<MailReply>): Promise<unknown> {
  const server = await mailServer((at) => (at === step ? answer : null))
  return mailerTo(server.smtpUrl)
    .send(mail)
    .catch((error: unknown) => error)
}

test('a mail is sent with the given Message-ID', async () => {
  const server = await mailServer(() => null)
  await mailerTo(server.smtpUrl).send(mail)
  const message = expect.stringContaining('Subject: Hello')
  expect(server.taken).toEqual([{ to: 'student@example.com', messageId: 'greeting.1@localhost', message, text: message }])
})

test.each<[Step, number]>([
  ['RCPT TO', 550],
  ['RCPT TO', 553],
  ['DATA', 554],
])('%s answered with %i is the end of this mail', async (step, code) => {
  expect(await faultAt(step, code)).toBeInstanceOf(MailRefused)
})

test.each<[Step, number, string, boolean]>([
  ['RCPT TO', 550, '5.1.1 no such user', true],
  ['RCPT TO', 556, '5.1.10 takes no mail', true],
  ['RCPT TO', 550, '5.2.1 switched off', true],
  ['RCPT TO', 550, '5.7.1 no relaying for 5.1.1', false],
  ['RCPT TO', 552, '5.2.2 full', false],
  ['RCPT TO', 550, 'no such user', false],
  ['DATA', 550, '5.1.1 no such user', false],
])('%s answered with %i %s is about the address: %s', async (step, code, words, isAboutAddress) => {
  const fault = await faultAt(step, { code, words })
  expect(fault).toBeInstanceOf(MailRefused)
  expect(fault instanceof AddressRefused).toBe(isAboutAddress)
})

test.each<[Step, number]>([
  ['RCPT TO', 450],
  ['RCPT TO', 451],
  ['DATA', 451],
  ['DATA', 452],
])('%s answered with %i defers this mail', async (step, code) => {
  expect(await faultAt(step, code)).toBeInstanceOf(MailDeferred)
})

test.each<Step>(['RCPT TO', 'DATA'])('a server that says nothing to %s puts this mail off, and no other', async (step) => {
  const server = await mailServer((at, address) => (at === step && address === mail.to ? 'silence' : null))
  const mailer = new Mailer({
    smtpUrl: server.smtpUrl,
    from: 'no-reply@medicready.example',
    publicUrl: 'http://localhost:3000',
    // The other mail must go out within it, even on a busy machine.
    patienceMilliseconds: 2_000,
  })
  endings.push(() => mailer.close())
  const slow = expect(mailer.send(mail)).rejects.toBeInstanceOf(MailDeferred)
  await mailer.send({ ...mail, to: 'other@example.com' })
  await slow
})

test.each<[Step, number]>([
  ['AUTH', 535],
  ['AUTH', 454],
  ['MAIL FROM', 550],
  ['MAIL FROM', 530],
  ['RCPT TO', 530],
  ['RCPT TO', 421],
])('%s answered with %i says nothing about this mail', async (step, code) => {
  const fault = await faultAt(step, code)
  expect(fault).toBeInstanceOf(MailUnavailable)
  expect(isUnavailable(fault)).toBe(true)
})

test('neither does a missing server', async () => {
  const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`)
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MailUnavailable', cause: { code: 'ESOCKET' } })
})

test.each<[Step, number]>([
  ['RCPT TO', 550],
  ['RCPT TO', 450],
  ['RCPT TO', 421],
  ['DATA', 554],
])('the error for %s %i names no one, whatever the server says', async (step, code) => {
  expect(inspect(await faultAt(step, code), { depth: 10 })).not.toContain('student@')
})
