import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import type { SecondStep } from '@medicready/domain/contract/accounts/second-factors'
import { Mailer } from '@medicready/platform/mail/mailer'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestInbox, type TestInbox } from '@medicready/platform/testing/inbox'
import { PasskeyDevice } from '@medicready/platform/testing/passkey-device'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { Secret, TOTP } from 'otpauth'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idFrom, ownContext } from '../../command-context.ts'
import { type Dependencies, dependenciesOver } from '../../dependencies.ts'
import { publicUrl, startTestCommandApi, type TestCommandApi } from '../../testing/test-command-api.ts'
import { startTestReactions } from '../../testing/test-worker.ts'
import { requestPasswordReset } from '../change-password.ts'
import { ensureAdministrator } from '../change-role.ts'
import { registerAccount } from '../register-account.ts'
import { ensureAdministratorsApp } from './change-second-factors.ts'

const noon = '2026-03-01T12:00:00.000Z'
const password = 'correct horse'

let api: TestCommandApi
let deps: Dependencies
let inbox: TestInbox
let mailer: Mailer

beforeAll(async () => {
  api = await startTestCommandApi()
  deps = dependenciesOver(api)
  inbox = await startTestInbox()
  mailer = new Mailer({ smtpUrl: inbox.smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl })
})
beforeEach(() => {
  api.clock.now = noon
})
afterAll(async () => {
  mailer.close()
  await inbox.close()
  await api.close()
})

const later = (seconds: number) => {
  api.clock.now = new Date(Date.parse(api.clock.now) + seconds * 1_000).toISOString()
}
const post = (url: string, payload: object = {}, token?: string) =>
  api.app.inject({ method: 'POST', url, payload, headers: token ? { authorization: `Bearer ${token}` } : {} })

interface Person {
  readonly userId: string
  readonly email: string
  token: string
}

const signIn = (email: string) => post('/api/auth/login', { email, password })
const isSignedIn = async ({ token }: { token: string }) =>
  (await post('/api/user/second-factors/totp/begin', { password }, token)).statusCode === 200

/** Processes learn a moment later that a session has ended. */
const expectSignedOut = (session: { token: string }) => expect.poll(() => isSignedIn(session), { timeout: 60_000 }).toBe(false)

/** A user who is signed in with only a password. */
async function newPerson(): Promise<Person> {
  const email = `${uuidV4()}@example.com`
  const context = ownContext('test', () => noon)
  const person = { email, password, firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC', agreedTo: null }
  const { account } = await registerAccount(deps, person, context)
  const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: noon })
  await deps.commands.execute(
    accountAggregate,
    account.userId,
    verify,
    ownContext('test', () => noon),
  )
  return { userId: account.userId, email, token: (await signIn(email)).json().token }
}

/** The current code of the authenticator app, or the one so many seconds from now. */
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(api.clock.now) + seconds * 1_000 })
const wrongCode = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

async function addApp(person: Person) {
  const begun = (await post('/api/user/second-factors/totp/begin', { password }, person.token)).json()
  const finish = { ticket: begun.ticket, name: 'App', code: codeOf(begun.secret) }
  const answer = await post('/api/user/second-factors/totp', finish, person.token)
  expect(answer.statusCode, answer.body).toBe(200)
  const before = person.token
  person.token = answer.json().token
  later(30)
  return { before, secret: begun.secret as string, id: answer.json().id as string, recoveryCodes: answer.json().recoveryCodes as string[] }
}

async function addPasskey(person: Person, device = new PasskeyDevice(publicUrl), trick = {}) {
  const begun = (await post('/api/user/second-factors/passkeys/begin', { password }, person.token)).json()
  const finish = { ticket: begun.ticket, name: 'Phone', passkey: device.create(begun.passkeyOptions, trick) }
  const answer = await post('/api/user/second-factors/passkeys', finish, person.token)
  if (answer.statusCode === 200) person.token = answer.json().token
  return { device, answer, id: answer.json().id as string }
}

/** The first step of a sign-in. */
async function firstStep({ email }: { email: string }): Promise<SecondStep> {
  const answer = (await signIn(email)).json()
  expect(answer).toMatchObject({ ok: false, secondFactor: { ticket: expect.any(String) } })
  expect(answer.token).toBeUndefined()
  return answer.secondFactor
}
const secondStep = (ticket: string, proof: object) => post('/api/auth/second-factor', { ticket, ...proof })
const codeFrom = async (answer: ReturnType<typeof secondStep>) => {
  const { statusCode, ...rest } = await answer
  return statusCode === 200 ? 'signed in' : (rest.json().code as string)
}
const optionsOf = ({ passkeyOptions }: SecondStep) => passkeyOptions ?? { challenge: '' }

describe('an authenticator app', () => {
  test('is added with a code and is then required at each sign-in', async () => {
    const ana = await newPerson()
    const { secret, recoveryCodes, before } = await addApp(ana)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    await expectSignedOut({ token: before })
    expect(await isSignedIn(ana)).toBe(true)

    const { ticket, kinds, passkeyOptions } = await firstStep(ana)
    expect({ kinds, passkeyOptions }).toEqual({ kinds: ['totp', 'recoveryCode'], passkeyOptions: null })
    const answer = await secondStep(ticket, { code: codeOf(secret) })
    expect(answer.json()).toEqual({ ok: true, token: expect.any(String) })
    expect(answer.cookies.map(({ name }) => name)).toContain('medicready.sid')
    expect(await isSignedIn(answer.json())).toBe(true)
  })

  test('may be half a minute fast or slow', async () => {
    const ana = await newPerson()
    const { secret } = await addApp(ana)
    later(60)
    for (const [seconds, outcome] of [
      [-60, 'codeInvalid'],
      [60, 'codeInvalid'],
      [-30, 'signed in'],
      [30, 'signed in'],
    ] as const) {
      const { ticket } = await firstStep(ana)
      expect(await codeFrom(secondStep(ticket, { code: codeOf(secret, seconds) })), `${seconds}`).toBe(outcome)
    }
  })

  test('is not added without the password or with a wrong code', async () => {
    const ana = await newPerson()
    const denied = await post('/api/user/second-factors/totp/begin', { password: 'a guess' }, ana.token)
    expect(denied.json()).toMatchObject({ code: 'passwordWrong' })
    const begun = (await post('/api/user/second-factors/totp/begin', { password }, ana.token)).json()
    const wrong = { ticket: begun.ticket, name: 'App', code: wrongCode(begun.secret) }
    expect((await post('/api/user/second-factors/totp', wrong, ana.token)).json()).toMatchObject({ code: 'codeInvalid' })
    expect((await signIn(ana.email)).json()).toMatchObject({ ok: true })
  })

  test('ends all other sessions when it is added or removed', async () => {
    const ana = await newPerson()
    const elsewhere = (await signIn(ana.email)).json()
    const { id, secret } = await addApp(ana)
    await expectSignedOut(elsewhere)
    const again = (await secondStep((await firstStep(ana)).ticket, { code: codeOf(secret) })).json()
    const removed = await post(`/api/user/second-factors/${id}/remove`, { password }, ana.token)
    expect(removed.statusCode).toBe(200)
    for (const token of [again.token, ana.token]) await expectSignedOut({ token })
    expect(await isSignedIn(removed.json())).toBe(true)
    expect((await signIn(ana.email)).json()).toMatchObject({ ok: true })
  })
})

describe('a passkey', () => {
  test('is added and signs in together with the password', async () => {
    const ana = await newPerson()
    const { device, answer } = await addPasskey(ana)
    expect(answer.json()).toMatchObject({ token: expect.any(String), recoveryCodes: expect.any(Array) })
    const step = await firstStep(ana)
    expect(step.kinds).toEqual(['passkey', 'recoveryCode'])
    expect(await codeFrom(secondStep(step.ticket, { passkey: device.get(optionsOf(step)) }))).toBe('signed in')
  })

  test('signs in alone if the device verifies the user', async () => {
    const ana = await newPerson()
    const { device } = await addPasskey(ana)
    const begin = async () => (await post('/api/auth/passkey')).json()
    const unsure = await begin()
    const unverified = device.get(unsure.passkeyOptions, { isUserVerified: false })
    expect(await codeFrom(secondStep(unsure.ticket, { passkey: unverified }))).toBe('passkeyInvalid')
    const sure = await begin()
    expect(sure.passkeyOptions).toMatchObject({ userVerification: 'required' })
    expect(await codeFrom(secondStep(sure.ticket, { passkey: device.get(sure.passkeyOptions) }))).toBe('signed in')
    // A ticket for a passkey alone proves no password, so a code adds nothing.
    const { secret } = await addApp(ana)
    expect(await codeFrom(secondStep((await begin()).ticket, { code: codeOf(secret) }))).toBe('secondStepExpired')
  })

  test('cannot sign in after it was removed', async () => {
    const ana = await newPerson()
    const { device, id } = await addPasskey(ana)
    const step = await firstStep(ana)
    const alone = (await post('/api/auth/passkey')).json()
    expect((await post(`/api/user/second-factors/${id}/remove`, { password }, ana.token)).statusCode).toBe(200)
    expect(await codeFrom(secondStep(step.ticket, { passkey: device.get(optionsOf(step)) }))).toBe('passkeyInvalid')
    expect(await codeFrom(secondStep(alone.ticket, { passkey: device.get(alone.passkeyOptions) }))).toBe('passkeyInvalid')
  })
})

describe('attack:', () => {
  test('a password alone starts no session and gets no token', async () => {
    const ana = await newPerson()
    await addApp(ana)
    const answer = await signIn(ana.email)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { ticket } = answer.json().secondFactor
    await expectSignedOut({ token: ticket })
    expect(await codeFrom(secondStep(ticket, { recoveryCode: '' }))).toBe('invalidRequest')
    expect(await codeFrom(secondStep(ticket, {}))).toBe('invalidRequest')
  })

  test('access to the mailbox alone: a password reset starts no session, and the second factor is still required', async () => {
    const ana = await newPerson()
    const { secret } = await addApp(ana)
    const context = ownContext('test', () => api.clock.now)
    await requestPasswordReset(deps, ana, context)
    const resetId = idFrom(context, 'reset')
    const expiresAt = new Date(Date.parse(api.clock.now) + 3_600_000).toISOString()
    const token = await deps.tokens.issue('password reset', { subjectId: resetId, userId: ana.userId, expiresAt })
    const stolen = 'a better horse'
    const answer = await post('/api/auth/reset-password', { token, password: stolen })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name }) => name)).not.toContain('medicready.sid')
    expect(answer.json().token).toBeUndefined()

    const { secondFactor, ...rest } = (await post('/api/auth/login', { email: ana.email, password: stolen })).json()
    expect(rest).toEqual({ ok: false })
    expect(await codeFrom(secondStep(secondFactor.ticket, { code: wrongCode(secret) }))).toBe('codeInvalid')
    expect(await codeFrom(secondStep(secondFactor.ticket, { code: codeOf(secret) }))).toBe('signed in')
  })

  test('a code that someone saw is used again', async () => {
    const ana = await newPerson()
    const { secret } = await addApp(ana)
    const code = codeOf(secret)
    const [first, second] = [await firstStep(ana), await firstStep(ana)]
    const outcomes = await Promise.all([first, second].map(({ ticket }) => codeFrom(secondStep(ticket, { code }))))
    expect(outcomes.sort()).toEqual(['codeInvalid', 'signed in'])
    // Neither is the unused code of the half minute before.
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { code: codeOf(secret, -30) }))).toBe('codeInvalid')
  })

  test('the code with which the app was added is used to sign in', async () => {
    const ana = await newPerson()
    const { secret } = await addApp(ana)
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { code: codeOf(secret, -30) }))).toBe('codeInvalid')
  })

  test('a ticket is used twice or after five minutes', async () => {
    const ana = await newPerson()
    const { secret } = await addApp(ana)
    const { ticket } = await firstStep(ana)
    expect(await codeFrom(secondStep(ticket, { code: codeOf(secret) }))).toBe('signed in')
    later(30)
    expect(await codeFrom(secondStep(ticket, { code: codeOf(secret) }))).toBe('secondStepExpired')
    const old = await firstStep(ana)
    later(300)
    expect(await codeFrom(secondStep(old.ticket, { code: codeOf(secret) }))).toBe('secondStepExpired')
  })

  test('the second factor of one account is used for another', async () => {
    const [ana, eve] = [await newPerson(), await newPerson()]
    const [app, eves] = [await addApp(ana), await addApp(eve)]
    const { device } = await addPasskey(eve)
    await addPasskey(ana)
    const step = await firstStep(ana)
    expect(await codeFrom(secondStep(step.ticket, { code: codeOf(eves.secret) }))).toBe('codeInvalid')
    expect(await codeFrom(secondStep(step.ticket, { recoveryCode: eves.recoveryCodes[0] }))).toBe('codeInvalid')
    expect(await codeFrom(secondStep(step.ticket, { passkey: device.get(optionsOf(step)) }))).toBe('passkeyInvalid')
    expect(await codeFrom(secondStep(step.ticket, { code: codeOf(app.secret) }))).toBe('signed in')
  })

  test('codes are guessed with one ticket or with many', async () => {
    const ana = await newPerson()
    const { secret, recoveryCodes } = await addApp(ana)
    const { ticket } = await firstStep(ana)
    for (let guess = 0; guess < 5; guess++) expect(await codeFrom(secondStep(ticket, { code: wrongCode(secret) }))).toBe('codeInvalid')
    expect(await codeFrom(secondStep(ticket, { code: codeOf(secret) }))).toBe('secondStepExpired')
    // The next ticket has to wait for the account's pause.
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { code: wrongCode(secret) }))).toBe('tooManyRequests')
    let taken = 5
    while (taken < 20) {
      later(60)
      expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { code: wrongCode(secret) }))).toBe('codeInvalid')
      taken += 1
    }
    later(60)
    // For the rest of the day even the right code is refused; printed recovery codes still work.
    const refused = await secondStep((await firstStep(ana)).ticket, { code: codeOf(secret) })
    expect(refused.json()).toMatchObject({ code: 'tooManyRequests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(36_000)
    later(60)
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { recoveryCode: recoveryCodes[0] }))).toBe('signed in')
    api.clock.now = '2026-03-02T12:00:00.000Z'
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { code: codeOf(secret) }))).toBe('signed in')
  })

  test('a recovery code is used twice or after new ones were issued', async () => {
    const ana = await newPerson()
    const { recoveryCodes } = await addApp(ana)
    const [one = '', two = ''] = recoveryCodes
    const use = async (recoveryCode: string) => codeFrom(secondStep((await firstStep(ana)).ticket, { recoveryCode }))
    expect(await use(one.toUpperCase().replaceAll('-', ' '))).toBe('signed in')
    expect(await use(one)).toBe('codeInvalid')
    const fresh = (await post('/api/user/second-factors/recovery-codes', { password }, ana.token)).json().recoveryCodes as string[]
    expect(await use(two)).toBe('codeInvalid')
    expect(await use(fresh[0] ?? '')).toBe('signed in')
    const facts = (await everyFact(api.eventStore)).filter(({ streamName }) => streamName === `account-${ana.userId}`)
    expect(facts.flatMap((fact) => (fact.type === 'RecoveryCodeUsed' ? fact.data.left : []))).toEqual([9, 9])
  })

  test.each([
    ['another site', { origin: 'https://medicready.example.evil.com' }],
    ['another address of this site', { origin: 'http://localhost:4000' }],
    ['another relying party', { rpId: 'evil.example' }],
  ])('a passkey signs for %s', async (_what, trick) => {
    const ana = await newPerson()
    expect((await addPasskey(ana, undefined, trick)).answer.json()).toMatchObject({ code: 'passkeyInvalid' })
    const { device } = await addPasskey(ana)
    const step = await firstStep(ana)
    expect(await codeFrom(secondStep(step.ticket, { passkey: device.get(optionsOf(step), trick) }))).toBe('passkeyInvalid')
  })

  test('a passkey response is replayed for the same challenge or the next one', async () => {
    const ana = await newPerson()
    const { device } = await addPasskey(ana)
    const step = await firstStep(ana)
    const passkey = device.get(optionsOf(step))
    expect(await codeFrom(secondStep(step.ticket, { passkey: { ...passkey, response: { ...passkey.response, signature: 'AAAA' } } }))).toBe(
      'passkeyInvalid',
    )
    expect(await codeFrom(secondStep(step.ticket, { passkey }))).toBe('passkeyInvalid')
    expect(await codeFrom(secondStep((await firstStep(ana)).ticket, { passkey }))).toBe('passkeyInvalid')
  })

  test('a passkey was copied: its counter does not increase', async () => {
    const ana = await newPerson()
    const { device } = await addPasskey(ana)
    const step = await firstStep(ana)
    expect(await codeFrom(secondStep(step.ticket, { passkey: device.get(optionsOf(step), { isCopy: true }) }))).toBe('passkeyInvalid')
  })

  test('a stolen session removes the second factor, issues recovery codes, or adds another factor', async () => {
    const ana = await newPerson()
    const { id } = await addApp(ana)
    for (const url of [
      `/api/user/second-factors/${id}/remove`,
      '/api/user/second-factors/recovery-codes',
      '/api/user/second-factors/passkeys/begin',
      '/api/user/second-factors/totp/begin',
    ])
      for (const payload of [{}, { password: '' }, { password: 'a guess' }]) {
        const { statusCode } = await post(url, payload, ana.token)
        expect([400, 403, 429]).toContain(statusCode)
      }
    expect((await firstStep(ana)).kinds).toEqual(['totp', 'recoveryCode'])
  })

  test("someone removes another user's factor or completes what another user has begun", async () => {
    const [ana, eve] = [await newPerson(), await newPerson()]
    const { id } = await addApp(ana)
    const removal = await post(`/api/user/second-factors/${id}/remove`, { password }, eve.token)
    expect(removal.json()).toMatchObject({ code: 'secondFactorNotFound' })

    const begun = (await post('/api/user/second-factors/totp/begin', { password }, eve.token)).json()
    const finish = { ticket: begun.ticket, name: 'App', code: codeOf(begun.secret) }
    expect((await post('/api/user/second-factors/totp', finish, ana.token)).json()).toMatchObject({ code: 'secondStepExpired' })
    // Nor in another session of the same person.
    const other = (await signIn(eve.email)).json()
    expect((await post('/api/user/second-factors/totp', finish, other.token)).json()).toMatchObject({ code: 'secondStepExpired' })
    // A ticket for one purpose cannot be used for another.
    expect(await codeFrom(secondStep(begun.ticket, { code: codeOf(begun.secret) }))).toBe('secondStepExpired')
    expect((await post('/api/user/second-factors/totp', finish, eve.token)).statusCode).toBe(200)
  })

  test('the database or the log is read: neither contains a secret or a code', async () => {
    const ana = await newPerson()
    const { secret, recoveryCodes } = await addApp(ana)
    const { ticket } = await firstStep(ana)
    const tables = ['authenticator_apps', 'recovery_codes', 'second_factor_tickets', 'passkeys'] as const
    const rows = await Promise.all(tables.map((table) => api.sql.unsafe(`SELECT * FROM auth.${table}`)))
    const log = await rawLog(api.eventStoreUrl)
    const everything = `${JSON.stringify(rows.flat(), (_key, value) => (Buffer.isBuffer(value) ? value.toString('utf8') : value))}${JSON.stringify(log, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`
    for (const kept of [secret, ticket, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(everything).not.toContain(kept)
  })
})

test('unfinished attempts are forgotten when the next one begins', async () => {
  const ana = await newPerson()
  await post('/api/user/second-factors/totp/begin', { password }, ana.token)
  later(301)
  await post('/api/auth/passkey')
  const left = await api.sql`SELECT 1 FROM auth.second_factor_tickets WHERE expires_at <= ${api.clock.now}`
  expect(left).toHaveLength(0)
})

test("the administrator's app from the setup is added once, replaced when its secret changes, and required", async () => {
  const email = `${uuidV4()}@example.com`
  const context = () => ownContext('setup', () => api.clock.now)
  const admin = await ensureAdministrator(deps, { email, password }, context())
  const signedInBefore = (await signIn(email)).json()
  const secrets = [new Secret({ size: 20 }).base32, new Secret({ size: 20 }).base32]
  for (const secret of [secrets[0], secrets[0], secrets[1], secrets[1]])
    await ensureAdministratorsApp(deps, { userId: admin.userId, secret: secret ?? '' }, context())
  const facts = (await everyFact(api.eventStore)).filter(({ streamName }) => streamName === `account-${admin.userId}`)
  expect(facts.filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(1)
  await expectSignedOut(signedInBefore)
  expect(await codeFrom(secondStep((await firstStep({ email })).ticket, { code: codeOf(secrets[0] ?? '') }))).toBe('codeInvalid')
  expect(await codeFrom(secondStep((await firstStep({ email })).ticket, { code: codeOf(secrets[1] ?? '') }))).toBe('signed in')
})

test('the owner is notified once a day of a right password with wrong second factors', async () => {
  const ana = await newPerson()
  const { secret } = await addApp(ana)
  const guess = async () => codeFrom(secondStep((await firstStep(ana)).ticket, { code: wrongCode(secret) }))
  const refusals = async () =>
    (await everyFact(api.eventStore)).filter(
      ({ type, streamName }) => type === 'SecondFactorRefused' && streamName === `account-${ana.userId}`,
    ).length
  const counts = []
  for (let time = 0; time < 5; time++) {
    expect(await guess()).toBe('codeInvalid')
    counts.push(await refusals())
  }
  expect(counts).toEqual([0, 0, 1, 1, 1])
  later(24 * 3_600)
  for (let time = 0; time < 3; time++) await guess()
  expect(await refusals()).toBe(2)
  const stop = startTestReactions(api, mailer)
  const subjects = async () => (await inbox.mailsTo(ana.email)).map(({ subject }) => subject)
  const told = 'Someone has your password for MedicReady'
  await expect.poll(async () => (await subjects()).filter((subject) => subject === told).length, { timeout: 60_000 }).toBe(2)
  await stop()
})

test('the owner is notified by mail of each change, once', async () => {
  const ana = await newPerson()
  const { id, recoveryCodes } = await addApp(ana)
  await secondStep((await firstStep(ana)).ticket, { recoveryCode: recoveryCodes[0] })
  await post('/api/user/second-factors/recovery-codes', { password }, ana.token)
  await post(`/api/user/second-factors/${id}/remove`, { password }, ana.token)
  const stop = startTestReactions(api, mailer)
  const subjects = async () => (await inbox.mailsTo(ana.email)).map(({ subject }) => subject)
  // The fact follows its mail.
  const sent = async () =>
    (await everyFact(api.eventStore)).filter(({ streamName, type }) => streamName === `account-${ana.userId}` && type === 'AccountMailSent')
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(4)
  expect((await subjects()).sort()).toEqual([
    'A recovery code was used at MedicReady',
    'A second factor was removed from your account with MedicReady',
    'An authenticator app was added to your account with MedicReady',
    'New recovery codes for your account with MedicReady',
  ])
  await stop()
})
