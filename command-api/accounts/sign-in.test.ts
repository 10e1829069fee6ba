import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { settings } from '@medicready/platform/environment'
import { createLogger } from '@medicready/platform/logger'
import { hash } from '@node-rs/argon2'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idFrom, ownContext } from '../command-context.ts'
import { type Dependencies, dependenciesOver } from '../dependencies.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { registerAccount } from './register-account.ts'

const PASSWORD = 'correct horse'
const ANYWHERE = '192.0.2.1'

let api: TestCommandApi
let deps: Dependencies
const lines: string[] = []

beforeAll(async () => {
  api = await startTestCommandApi({
    logger: createLogger('test', 'info', { write: (line) => void lines.push(line) }),
    // The defaults.
    attemptLimits: { perNetwork: settings.ATTEMPTS_PER_NETWORK.parse(undefined), overall: settings.ATTEMPTS_OVERALL.parse(undefined) },
    callsPerMinute: settings.CALLS_PER_MINUTE.parse(undefined),
  })
  deps = dependenciesOver(api)
})
beforeEach(async () => {
  lines.length = 0
  await api.sql`TRUNCATE auth.attempts`
})
afterAll(() => api.close())

const context = () => ownContext('test', () => api.clock.now)

async function owner() {
  const email = `${uuidV4()}@example.com`
  const registration = context()
  const person = { email, password: PASSWORD, firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC', agreedTo: null }
  const answer = await registerAccount(deps, person, registration)
  await verify(answer.account.userId, idFrom(registration, 'verification'))
  return { email, userId: answer.account.userId }
}

async function verify(userId: string, verificationId: string): Promise<void> {
  await deps.commands.execute(accountAggregate, userId, verifyEmail({ verificationId, now: api.clock.now }), context())
}

const post = (url: string, payload: object, { from = ANYWHERE, cookie = '' } = {}) =>
  api.app.inject({ method: 'POST', url, payload, remoteAddress: from, headers: { ...(cookie && { cookie }) } })
const signIn = (email: string, password: string, caller = {}) => post('/api/auth/login', { email, password }, caller)
const deviceCookieOf = ({ cookies }: Awaited<ReturnType<typeof post>>): string => {
  const cookie = cookies.find(({ name }) => name === 'medicready.device')
  return cookie ? `medicready.device=${encodeURIComponent(cookie.value)}` : ''
}
const securityLines = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security !== undefined)

describe('the security log', () => {
  test('has an entry for every sign-in, successful or not, with account, network, session and reason', async () => {
    const { email, userId } = await owner()
    await signIn(email, 'a wrong guess')
    const signedIn = await signIn(email, PASSWORD)
    await signIn('nobody@example.com', 'a wrong guess', { cookie: `medicready.sid=${encodeURIComponent(sessionIdOf(signedIn))}` })
    for (let guess = 0; guess < 5; guess++) await signIn(email, 'a wrong guess')
    await signIn(email, PASSWORD)

    const address = await deps.hashEmail(email)
    const wrong = { security: 'signInFailed', userId, address, network: '192.0.2.0/24', reason: 'credentialsInvalid', session: null }
    const { session } = securityLines()[1] ?? {}
    expect(securityLines()).toEqual([
      expect.objectContaining(wrong),
      expect.objectContaining({ security: 'signedIn', userId, network: '192.0.2.0/24', session: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      expect.objectContaining({ security: 'signInFailed', userId: null, reason: 'credentialsInvalid', session }),
      ...Array.from({ length: 5 }, () => expect.objectContaining(wrong)),
      expect.objectContaining({ security: 'signInFailed', address, reason: 'tooManyRequests' }),
    ])
  })

  test('contains neither passwords nor addresses', async () => {
    const { email } = await owner()
    await signIn(email, 'a wrong guess')
    const signedIn = await signIn(email, PASSWORD)
    expect(securityLines()).toHaveLength(2)
    const secrets = [PASSWORD, 'a wrong guess', email, ANYWHERE, signedIn.json<{ token: string }>().token, sessionIdOf(signedIn)]
    for (const secret of secrets) expect(lines.join()).not.toContain(secret)
  })
})

const sessionIdOf = ({ cookies }: Awaited<ReturnType<typeof post>>): string =>
  cookies.find(({ name }) => name === 'medicready.sid')?.value ?? 'none'

describe('locking out an owner by guessing', () => {
  const guessAt = async (email: string) => {
    for (let guess = 0; guess < 10; guess++) await signIn(email, 'a wrong guess', { from: `203.0.${guess}.7` })
    expect((await signIn(email, PASSWORD, { from: '203.0.99.7' })).statusCode).toBe(429)
  }

  test('fails if the owner uses a browser that signed in before', async () => {
    const { email } = await owner()
    const cookie = deviceCookieOf(await signIn(email, PASSWORD))
    await guessAt(email)
    const answer = await signIn(email, PASSWORD, { cookie })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'medicready.device', httpOnly: true, sameSite: 'Lax' }))
  })

  test('also fails on a network that is blocked', async () => {
    const { email } = await owner()
    const from = '198.51.100.7'
    const cookie = deviceCookieOf(await signIn(email, PASSWORD, { from }))
    await api.sql`UPDATE auth.attempts SET taken = 300 WHERE key = 'signIn network 198.51.100.0/24'`
    expect((await signIn(email, PASSWORD, { from })).statusCode).toBe(429)
    expect((await signIn(email, PASSWORD, { from, cookie })).statusCode).toBe(200)
  })

  test('gives no one more guesses: a device is known only for its own account, and a forged one for none', async () => {
    const [{ email }, thief] = [await owner(), await owner()]
    const cookie = deviceCookieOf(await signIn(thief.email, PASSWORD))
    await guessAt(email)
    expect((await signIn(email, PASSWORD, { cookie })).statusCode).toBe(429)
    expect((await signIn(email, PASSWORD, { cookie: 'medicready.device=sealed:v1:forged' })).statusCode).toBe(429)
    expect((await signIn(thief.email, PASSWORD, { cookie })).statusCode).toBe(200)
  })

  test("keeps a device known next to others' devices in the same browser until the password changes", async () => {
    const [{ email, userId }, other] = [await owner(), await owner()]
    const first = deviceCookieOf(await signIn(email, PASSWORD))
    const both = deviceCookieOf(await signIn(other.email, PASSWORD, { cookie: first }))
    await guessAt(email)
    expect((await signIn(email, PASSWORD, { cookie: both })).statusCode).toBe(200)

    const credentialId = uuidV4()
    await deps.passwords.store(credentialId, userId, await deps.passwords.hash('another horse', await deps.hashEmail(email)), null)
    const changed = { type: 'PasswordChanged', data: { userId, credentialId, resetId: null } } as const
    await deps.commands.execute(accountAggregate, userId, () => [changed], context())
    await guessAt(email)
    expect((await signIn(email, 'another horse', { cookie: both })).statusCode).toBe(429)
  })
})

test('a class of 40 on one network can register and sign in at the same time', async () => {
  const emails = Array.from({ length: 40 }, () => `${uuidV4()}@example.com`)
  const registration = { password: PASSWORD, firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC' }
  const registered = await Promise.all(emails.map((email) => post('/api/auth/register', { ...registration, email })))
  expect(registered.map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 201))
  const early = await Promise.all(emails.map((email) => signIn(email, PASSWORD)))
  expect(early.map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 403))
  for (const { userId, verificationId } of await requestsOf(emails)) await verify(userId, verificationId)
  const signedIn = await Promise.all(emails.map((email) => signIn(email, PASSWORD)))
  expect(signedIn.map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 200))
})

async function requestsOf(emails: readonly string[]) {
  const accounts = await Promise.all(emails.map(async (email) => deps.commands.load(accountAggregate, await userIdOf(email))))
  return accounts.map(({ state }) =>
    state.situation === 'unverified'
      ? { userId: state.userId, verificationId: state.verifications[0]?.verificationId ?? '' }
      : expect.unreachable(),
  )
}

async function userIdOf(email: string): Promise<string> {
  const [claim] = await api.eventStore.readStream(`email-${await deps.hashEmail(email)}`)
  return claim?.type === 'EmailClaimed' ? claim.data.userId : expect.unreachable()
}

test('a flood of registrations is told to come back later, and an owner can still sign in', async () => {
  const { email } = await owner()
  const registration = { password: PASSWORD, firstName: 'Robot', lastName: 'Robot', timeZone: 'UTC' }
  const flood = Array.from({ length: 300 }, (_, robot) =>
    post('/api/auth/register', { ...registration, email: `${uuidV4()}@example.com` }, { from: `10.0.${robot % 256}.${robot >> 8}` }),
  )
  expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 201)
  expect(refused.length).toBeGreaterThan(100)
  for (const answer of refused) {
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('a password hashed with its own salt is still accepted and is then hashed like the others', async () => {
  const { email, userId } = await owner()
  await api.sql`UPDATE auth.credentials SET password_hash = ${await hash(PASSWORD)} WHERE user_id = ${userId}`
  expect((await signIn(email, 'a wrong guess')).statusCode).toBe(401)
  expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
  const [stored] = await deps.passwords.offeredTo(userId)
  expect(stored?.passwordHash).toBe(await deps.passwords.hash(PASSWORD, await deps.hashEmail(email)))
})
