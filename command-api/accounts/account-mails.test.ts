import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { Mailer } from '@medicready/platform/mail/mailer'
import { everyFact } from '@medicready/platform/testing/event-log'
import { type MailReply, startTestMailServer } from '@medicready/platform/testing/mail-server'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { Commands } from '../commands.ts'
import { publicUrl, startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { startTestReactions } from '../testing/test-worker.ts'
import { changeRole } from './change-role.ts'

const noon = '2026-03-01T12:00:00.000Z'
const WAIT = { timeout: 60_000 }

let api: TestCommandApi
let server: Awaited<ReturnType<typeof startTestMailServer>>
let mailing: ConstructorParameters<typeof Mailer>[0]
let mailer: Mailer
/** The mail server's answers; by default everything is accepted. */
let answer: MailReply
/** How often the server refused. */
let refusals: number
let stopWorker: () => Promise<void> = () => Promise.resolve()

beforeAll(async () => {
  api = await startTestCommandApi()
  server = await startTestMailServer((step, address) => {
    const code = answer(step, address)
    if (code !== null) refusals += 1
    return code
  })
})
beforeEach(() => {
  mailing = { smtpUrl: server.smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl }
  mailer = new Mailer(mailing)
  api.clock.now = noon
  refusals = 0
  answer = () => null
})
afterEach(async () => {
  await stopWorker()
  mailer.close()
})
afterAll(async () => {
  await server.close()
  await api.close()
})

function startWorker(): void {
  stopWorker = startTestReactions(api, mailer)
}

interface Person {
  readonly userId: string
  readonly email: string
}

async function registers(email: string): Promise<void> {
  const payload = { email, password: 'correct horse', firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC' }
  expect((await api.app.inject({ method: 'POST', url: '/api/auth/register', payload })).statusCode).toBe(201)
}

async function newPerson(): Promise<Person> {
  const email = `${uuidV4()}@example.com`
  await registers(email)
  const facts = await everyFact(api.eventStore)
  const userId = facts.flatMap(({ type, data }) => (type === 'AccountRegistered' && data.email === email ? data.userId : []))[0] ?? ''
  return { userId, email }
}

/** A user with a verified account, whose address is registered again. */
async function registeredAgain(): Promise<Person> {
  const person = await newPerson()
  const commands = new Commands(api.eventStore)
  const { state } = await commands.load(accountAggregate, person.userId)
  const verificationId = isRegistered(state) ? (state.verifications[0]?.verificationId ?? '') : ''
  const context = { commandId: uuidV4(), actorId: person.userId, correlationId: 'test', now: api.clock.now }
  await commands.execute(accountAggregate, person.userId, verifyEmail({ verificationId, now: api.clock.now }), context)
  await registers(person.email)
  return person
}

const recorded = async ({ userId }: Person) => (await api.eventStore.readStream(`account-${userId}`)).map(({ type }) => type)
const takenFor = ({ email }: Person) => server.taken.filter(({ to }) => to === email).map(({ messageId }) => messageId)
const putAside = async () => (await api.sql`SELECT 1 FROM worker.deferred`).length
const refusing =
  (code: number, ...people: Person[]): MailReply =>
  (step, address) =>
    step === 'RCPT TO' && people.some(({ email }) => email === address) ? code : null

test('a user whose role changes is told once, even if the worker restarts', async () => {
  const person = await newPerson()
  const commands = new Commands(api.eventStore)
  const context = ownContext('operator', () => api.clock.now)
  await changeRole({ commands, sql: api.sql }, { userId: person.userId, role: 'educator', reason: 'joins the faculty' }, context)
  startWorker()
  await expect.poll(() => recorded(person), WAIT).toContain('AccountMailSent')
  await stopWorker()
  await api.sql`DELETE FROM worker.checkpoints`
  const later = await newPerson()
  startWorker()
  await expect.poll(() => recorded(later), WAIT).toContain('VerificationEmailSent')
  const [notice, ...others] = server.taken.filter(({ to, messageId }) => to === person.email && messageId.includes('roleChanged'))
  expect([notice?.messageId, others]).toEqual([expect.stringContaining('roleChanged'), []])
})

test('when the mail server rejects our password, all mail waits and none is lost', async () => {
  answer = (step) => (step === 'AUTH' ? 535 : null)
  const person = await newPerson()
  startWorker()
  await expect.poll(() => refusals, WAIT).toBeGreaterThan(2)
  expect(await recorded(person)).not.toContain('VerificationEmailSent')

  answer = () => null
  await expect.poll(() => recorded(person), WAIT).toContain('VerificationEmailSent')
  expect(takenFor(person)).toHaveLength(1)
})

test('a permanently refused mail is not recorded as sent, and later mails go out', async () => {
  const [refused, next] = [await newPerson(), await newPerson()]
  answer = refusing(550, refused)
  startWorker()
  await expect.poll(() => recorded(next), WAIT).toContain('VerificationEmailSent')
  expect(refusals).toBe(1)
  expect(await recorded(refused)).not.toContain('VerificationEmailSent')
  expect(await putAside()).toBe(0)
})

test('a temporarily refused address delays no other mail, and gets its mail later, even if the worker restarts', async () => {
  const [stubborn, next] = [await newPerson(), await newPerson()]
  answer = refusing(450, stubborn)
  startWorker()
  await expect.poll(() => recorded(next), WAIT).toContain('VerificationEmailSent')
  await expect.poll(() => refusals, WAIT).toBeGreaterThan(2)
  expect(await putAside()).toBe(1)

  // As if the worker was killed before its checkpoint: the next one sees all events again.
  await stopWorker()
  await api.sql`DELETE FROM worker.checkpoints`
  const later = await newPerson()
  startWorker()
  await expect.poll(() => recorded(later), WAIT).toContain('VerificationEmailSent')
  expect(await putAside()).toBe(1)
  expect(takenFor(stubborn)).toEqual([])

  answer = () => null
  await expect.poll(putAside, WAIT).toBe(0)
  expect(await recorded(stubborn)).toContain('VerificationEmailSent')
  for (const person of [stubborn, next, later]) expect(takenFor(person)).toHaveLength(1)
})

test('unresponsive mail servers delay no one else, and their mails are sent once they respond', async () => {
  const slow = [await newPerson(), await newPerson(), await newPerson()]
  const next = await newPerson()
  answer = (step, address) => (step === 'RCPT TO' && slow.some(({ email }) => email === address) ? 'silence' : null)
  mailer.close()
  // One after the other, they would exceed the time limit here.
  mailer = new Mailer({ ...mailing, patienceMilliseconds: 2_000 })
  startWorker()
  await expect.poll(() => recorded(next), { timeout: 60_000 }).toContain('VerificationEmailSent')
  await stopWorker()
  mailer.close()

  mailer = new Mailer({ ...mailing, patienceMilliseconds: 200 })
  startWorker()
  await expect.poll(putAside, WAIT).toBe(slow.length)
  answer = () => null
  await expect.poll(putAside, WAIT).toBe(0)
  for (const person of [...slow, next]) expect(takenFor(person)).toHaveLength(1)
})

test('a deferred mail is dropped once its link is no longer valid', async () => {
  const person = await newPerson()
  answer = refusing(450, person)
  startWorker()
  await expect.poll(putAside, WAIT).toBe(1)
  api.clock.now = '2026-03-02T12:00:00.000Z'
  await expect.poll(putAside, WAIT).toBe(0)
  expect(takenFor(person)).toEqual([])
  expect(await recorded(person)).not.toContain('VerificationEmailSent')
})

test('a repeated registration is reported once, even by a worker that reads the log from the start', async () => {
  const owner = await registeredAgain()
  startWorker()
  await expect.poll(() => recorded(owner), WAIT).toContain('RegistrationNoticeSent')
  await stopWorker()

  const marker = await newPerson()
  await api.sql`DELETE FROM worker.checkpoints`
  startWorker()
  await expect.poll(() => recorded(marker), WAIT).toContain('VerificationEmailSent')
  expect(takenFor(owner)).toEqual([expect.stringMatching(/^registration-repeated\./)])
})

test('a repeated registration is not reported after a day', async () => {
  const owner = await registeredAgain()
  api.clock.now = '2026-03-02T12:00:00.000Z'
  const marker = await newPerson()
  startWorker()
  await expect.poll(() => recorded(marker), WAIT).toContain('VerificationEmailSent')
  expect(takenFor(owner)).toEqual([])
})
