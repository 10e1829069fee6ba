import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idFrom, ownContext } from '../command-context.ts'
import { type Dependencies, dependenciesOver } from '../dependencies.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { STEP_MILLISECONDS } from './even-pace.ts'
import { registerAccount } from './register-account.ts'

/** Neither answers nor response times may reveal whether an address has an account. */

const ofOwner = { password: 'correct horse', firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC', agreedTo: null }
const ofThief = { ...ofOwner, password: 'planted password' }

let api: TestCommandApi
let deps: Dependencies

beforeAll(async () => {
  api = await startTestCommandApi({ attemptLimits: { perNetwork: 1_000_000, overall: 1_000_000 } })
  deps = dependenciesOver(api)
})
afterAll(() => api.close())

const newAddress = () => `${uuidV4()}@example.com`
const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, payload })
const register = (email: string, person = ofThief) => post('/api/auth/register', { ...person, email })
const signIn = (email: string, password: string) => post('/api/auth/login', { email, password })

async function ownedAddress({ isVerified }: { isVerified: boolean }): Promise<string> {
  const email = newAddress()
  const context = ownContext('test', () => api.clock.now)
  const answer = await registerAccount(deps, { ...ofOwner, email }, context)
  if (!isVerified) return email
  const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: api.clock.now })
  await deps.commands.execute(accountAggregate, answer.account.userId, verify, { ...context, commandId: uuidV4() })
  return email
}

/** Everything a caller sees of an answer except what differs each time. */
function seen({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) {
  return { statusCode, headers: Object.keys(headers).sort(), body }
}

const situations = {
  unknown: async () => newAddress(),
  'registered by its owner': () => ownedAddress({ isVerified: false }),
  "someone's account": () => ownedAddress({ isVerified: true }),
}
const known = Object.keys(situations).filter((name) => name !== 'unknown') as (keyof typeof situations)[]

describe.each(known)('an address that is %s gets the same answers as an unknown one', (name) => {
  test('for someone who registers it with their own password, signs in with it, and asks for the mail again', async () => {
    const attack = async (email: string) => [
      seen(await register(email)),
      seen(await signIn(email, ofThief.password)),
      seen(await post('/api/auth/resend-verification', { email })),
      seen(await post('/api/auth/resend-verification', { email, password: ofThief.password })),
      seen(await signIn(email, ofThief.password)),
      seen(await signIn(email, 'something else')),
      seen(await register(email)),
      seen(await post('/api/auth/forgot-password', { email })),
    ]
    const address = await situations[name]()
    // After the day in which mails to an address are counted, regardless of who requested them.
    api.clock.now = new Date(Date.parse(api.clock.now) + 86_400_000).toISOString()
    const [attacked, unknown] = [await attack(address), await attack(await situations.unknown())]
    expect(attacked).toEqual(unknown)
    expect(unknown.map(({ statusCode }) => statusCode)).toEqual([201, 403, 200, 200, 403, 401, 201, 200])
  })

  test('for someone who guesses, with the same number of hashes', async () => {
    const hashesOf = async (email: string) => {
      const before = await hashes()
      expect((await signIn(email, 'something else')).statusCode).toBe(401)
      return (await hashes()) - before
    }
    expect([await hashesOf(await situations[name]()), await hashesOf(newAddress())]).toEqual([1, 1])
  })
})

test('someone who registered an address first cannot learn by signing in that its owner has verified it since', async () => {
  const email = newAddress()
  await register(email)
  const context = ownContext('test', () => api.clock.now)
  const answer = await registerAccount(deps, { ...ofOwner, email }, context)
  const before = seen(await signIn(email, ofThief.password))
  const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: api.clock.now })
  await deps.commands.execute(accountAggregate, answer.account.userId, verify, { ...context, commandId: uuidV4() })
  expect(seen(await signIn(email, ofThief.password))).toEqual(before)
  expect((await signIn(email, ofOwner.password)).statusCode).toBe(200)
})

describe('response times reveal nothing', () => {
  test.each([
    ['registering', (email: string) => register(email)],
    ['asking for the mail again', (email: string) => post('/api/auth/resend-verification', { email })],
    ['having forgotten the password', (email: string) => post('/api/auth/forgot-password', { email })],
  ])('of %s: it ends at a full step of time, and takes as many hashes, whatever there is to do', async (_name, ask) => {
    const taken: number[] = []
    for (const situation of Object.values(situations)) {
      const email = await situation()
      const [before, start] = [await hashes(), performance.now()]
      await ask(email)
      // Without the even pace, it would take only part of a step. Node's timers may fire a millisecond early.
      expect(performance.now() - start).toBeGreaterThan(0.9 * STEP_MILLISECONDS)
      taken.push((await hashes()) - before)
    }
    expect(new Set(taken).size).toBe(1)
  })
})

async function hashes(): Promise<number> {
  const { body } = await api.app.inject('/metrics')
  const lines = body.split('\n').filter((line) => line.startsWith('password_hashes_total'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
