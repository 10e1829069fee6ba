import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { Mailer } from '@medicready/platform/mail/mailer'
import { everyFact } from '@medicready/platform/testing/event-log'
import { type Answer, startTestMailServer } from '@medicready/platform/testing/mail-server'
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
/** What the mail server says; what nobody has set passes. */
let answer: Answer
/** How often the server said no. */
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

/** Somebody with a verified account, whose address is registered once more. */
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
  (code: number, ...people: Person[]): Answer =>
  (step, address) =>
    step === 'RCPT TO' && people.some(({ email }) => email === address) ? code : null

test('whose role has changed is told of it once, whatever became of the worker', async () => {
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

test('a password that the mail server does not take any more holds all mail, and loses none', async () => {
  answer = (step) => (step === 'AUTH' ? 535 : null)
  const person = await newPerson()
  startWorker()
  await expect.poll(() => refusals, WAIT).toBeGreaterThan(2)
  expect(await recorded(person)).not.toContain('VerificationEmailSent')

  answer = () => null
  await expect.poll(() => recorded(person), WAIT).toContain('VerificationEmailSent')
  expect(takenFor(person)).toHaveLength(1)
})

test('a mail that is refused for good is not recorded as sent, and those behind it go out', async () => {
  const [refused, next] = [await newPerson(), await newPerson()]
  answer = refusing(550, refused)
  startWorker()
  await expect.poll(() => recorded(next), WAIT).toContain('VerificationEmailSent')
  expect(refusals).toBe(1)
  expect(await recorded(refused)).not.toContain('VerificationEmailSent')
  expect(await putAside()).toBe(0)
})

test('an address that is not taken now stops nobody, and gets its mail once it is taken, whatever became of the worker', async () => {
  const [stubborn, next] = [await newPerson(), await newPerson()]
  answer = refusing(450, stubborn)
  startWorker()
  await expect.poll(() => recorded(next), WAIT).toContain('VerificationEmailSent')
  await expect.poll(() => refusals, WAIT).toBeGreaterThan(2)
  expect(await putAside()).toBe(1)

  // As a worker leaves it that was killed before its checkpoint: the next one meets all of it again.
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

test('recipients whose servers say nothing hold up nobody, and get their mails once those do', async () => {
  const slow = [await newPerson(), await newPerson(), await newPerson()]
  const next = await newPerson()
  answer = (step, address) => (step === 'RCPT TO' && slow.some(({ email }) => email === address) ? 'silence' : null)
  mailer.close()
  // One after the other, they would take longer than is waited here.
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

test('a mail that was put aside is dropped when its link is of no use any more', async () => {
  const person = await newPerson()
  answer = refusing(450, person)
  startWorker()
  await expect.poll(putAside, WAIT).toBe(1)
  api.clock.now = '2026-03-02T12:00:00.000Z'
  await expect.poll(putAside, WAIT).toBe(0)
  expect(takenFor(person)).toEqual([])
  expect(await recorded(person)).not.toContain('VerificationEmailSent')
})

test('that an address was registered again is told once, also by a worker that reads the log from its beginning', async () => {
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

test('nobody is told after a day that an address was registered again', async () => {
  const owner = await registeredAgain()
  api.clock.now = '2026-03-02T12:00:00.000Z'
  const marker = await newPerson()
  startWorker()
  await expect.poll(() => recorded(marker), WAIT).toContain('VerificationEmailSent')
  expect(takenFor(owner)).toEqual([])
})
