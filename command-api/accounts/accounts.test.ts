import { Mailer } from '@medicready/platform/mail/mailer'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestInbox, type TestInbox } from '@medicready/platform/testing/inbox'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { dependenciesOver } from '../dependencies.ts'
import { publicUrl, startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { startTestReactions } from '../testing/test-worker.ts'
import { alreadyRegisteredMail } from './account-mails.ts'
import { ensureAdministrator } from './change-role.ts'
import { findAccount } from './find-account.ts'
import { Passwords } from './passwords.ts'
import { forgetExpired } from './processes.ts'
import { registerAccount } from './register-account.ts'

let api: TestCommandApi
let inbox: TestInbox
let mailer: Mailer

beforeAll(async () => {
  api = await startTestCommandApi()
  inbox = await startTestInbox()
  mailer = new Mailer({ smtpUrl: inbox.smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl })
})
beforeEach(() => {
  api.clock.now = '2026-03-01T12:00:00.000Z'
})
afterAll(async () => {
  mailer.close()
  await inbox.close()
  await api.close()
})

/** Runs a worker until the condition holds, then stops it. */
async function withWorker<Result>(condition: () => Promise<Result>): Promise<Result> {
  const stop = startTestReactions(api, mailer)
  try {
    return await condition()
  } finally {
    await stop()
  }
}

const context = () => ownContext('test', () => api.clock.now)

const newPerson = () => ({
  email: `Student.${uuidV4().slice(0, 8)}@Example.com`,
  password: 'correct horse',
  firstName: 'Ana',
  lastName: 'Silva',
  timeZone: 'America/Denver',
})
type Person = ReturnType<typeof newPerson>

const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const register = (person: Person, headers = {}) => post('/api/auth/register', person, headers)
const login = ({ email, password }: Pick<Person, 'email' | 'password'>) => post('/api/auth/login', { email, password })
/** Follows a link in a browser that did not register. */
const follow = (token: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/api/auth/verify-email?token=${token}`, headers })
/** Follows a link and enters the chosen password. */
const verify = (token: string, { password }: Pick<Person, 'password'>) => post('/api/auth/verify-email', { token, password })
/** The cookies from an answer, as a browser sends them back. */
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof post>>) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '),
})

const mailsTo = (person: Person) => inbox.mailsTo(person.email.toLowerCase())
const mailsArrived = (person: Person, count: number) => () => expect.poll(() => mailsTo(person), { timeout: 60_000 }).toHaveLength(count)
/** A minute later, when an address can get another mail. */
function aMinuteLater(): void {
  api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString()
}
const tokenIn = (mail: { text?: string } | undefined) => /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** For two registrations within a minute: the mail of the first, then that of the second. */
async function bothMails(person: Person): Promise<void> {
  await withWorker(mailsArrived(person, 1))
  aMinuteLater()
  await withWorker(mailsArrived(person, 2))
}

async function registered(): Promise<{ person: Person; token: string }> {
  const person = newPerson()
  expect((await register(person)).statusCode).toBe(201)
  await withWorker(mailsArrived(person, 1))
  return { person, token: tokenIn((await mailsTo(person))[0]) }
}

async function verified(): Promise<Person> {
  const { person, token } = await registered()
  expect((await verify(token, person)).statusCode).toBe(200)
  return person
}

describe('registration', () => {
  test('the mail contains the link in HTML and text, and the user can sign in after following it', async () => {
    const { person, token } = await registered()
    const [mail] = await mailsTo(person)
    expect(mail?.subject).toBe('Verify your email address for MedicReady')
    expect(mail?.html).toContain(`${publicUrl}/verify-email?token=${token}`)
    // A mail to an unverified address contains no text from a user.
    for (const words of [mail?.html, mail?.text]) expect(words).not.toContain(person.firstName)

    const early = await login(person)
    expect(early.statusCode).toBe(403)
    expect(early.json()).toEqual({
      message: 'Please verify your email address before you sign in.',
      code: 'emailNotVerified',
      emailNotVerified: true,
    })
    expect((await verify(token, person)).json()).toMatchObject({ success: true })
    expect((await login(person)).json()).toEqual({ ok: true, token: expect.any(String) })
  })

  test('an address can be used only once, regardless of case and concurrent attempts', async () => {
    const person = newPerson()
    const attempts = Array.from({ length: 8 }, (_, index) => {
      const email = index % 2 ? person.email.toUpperCase() : person.email.toLowerCase()
      return register({ ...person, email })
    })
    expect((await Promise.all(attempts)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
    const facts = (await everyFact(api.eventStore)).filter(
      ({ type, data }) => type === 'AccountRegistered' && data.email === person.email.toLowerCase(),
    )
    expect(facts).toHaveLength(1)
  })

  test('a commonly guessed password is refused; an uncommon one of six characters is accepted', async () => {
    const refused = await register({ ...newPerson(), password: 'Password1' })
    expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ code: 'passwordTooCommon' })])
    expect((await register({ ...newPerson(), password: 'x7k2mq' })).statusCode).toBe(201)
  })

  test('resending the same registration creates one account and sends one mail', async () => {
    const person = newPerson()
    const headers = { 'idempotency-key': uuidV4() }
    for (let sending = 0; sending < 3; sending++) expect((await register(person, headers)).statusCode).toBe(201)
    const facts = await everyFact(api.eventStore)
    const userId = facts.flatMap((fact) =>
      fact.type === 'AccountRegistered' && fact.data.email === person.email.toLowerCase() ? fact.data.userId : [],
    )
    expect(userId).toHaveLength(1)
    expect(facts.filter(({ type, data }) => type === 'VerificationRequested' && data.userId === userId[0])).toHaveLength(1)
    const next = newPerson()
    await register(next)
    await withWorker(mailsArrived(next, 1))
    expect(await mailsTo(person)).toHaveLength(1)
  })

  test('registering a verified address again reveals nothing, and its owner gets a mail', async () => {
    const person = await verified()
    aMinuteLater()
    const [again, fresh] = [await register({ ...person, password: 'another one' }), await register(newPerson())]
    expect(again.json()).toEqual(fresh.json())
    expect(Object.keys(again.headers).sort()).toEqual(Object.keys(fresh.headers).sort())
    await withWorker(mailsArrived(person, 2))
    expect((await mailsTo(person))[1]?.subject).toBe('You already have an account with MedicReady')
    expect((await login({ ...person, password: 'another one' })).json()).toMatchObject({ code: 'emailNotVerified' })
    expect((await login(person)).statusCode).toBe(200)
  })

  test('someone who registered the address first cannot get into the account that its owner verifies', async () => {
    const owner = newPerson()
    const thief = { ...owner, password: 'planted password' }
    await register(thief)
    // At once: a registration never replaces an earlier one.
    await register(owner)
    await bothMails(owner)
    const [first, second] = await mailsTo(owner)
    expect((await verify(tokenIn(first), owner)).json()).toMatchObject({ code: 'passwordWrong' })
    expect((await verify(tokenIn(second), owner)).statusCode).toBe(200)
    expect((await login(thief)).json()).toMatchObject({ code: 'emailNotVerified' })
    expect((await login(owner)).statusCode).toBe(200)
  })

  test('someone who registers the address later does not get the link that its owner asks for', async () => {
    const owner = newPerson()
    const thief = { ...owner, password: 'planted password' }
    await register(owner)
    await register(thief)
    // The password identifies the owner, whatever was registered since, and the owner asks for another mail with it.
    expect((await login(owner)).json()).toMatchObject({ emailNotVerified: true })
    expect((await login({ ...owner, password: 'something else' })).statusCode).toBe(401)
    await bothMails(owner)
    aMinuteLater()
    await post('/api/auth/resend-verification', { email: owner.email, password: owner.password })
    await withWorker(mailsArrived(owner, 3))
    const last = (await mailsTo(owner))[2]
    expect((await verify(tokenIn(last), owner)).statusCode).toBe(200)
    expect((await login(thief)).json()).toMatchObject({ code: 'emailNotVerified' })
    expect((await login(owner)).statusCode).toBe(200)
  })

  test('after a crash between claim and account, registration can be continued', async () => {
    const person = newPerson()
    class CrashingPasswords extends Passwords {
      override store(): Promise<void> {
        throw new Error('crash')
      }
    }
    const crashing = { ...dependenciesOver(api), passwords: new CrashingPasswords(api.sql) }
    await expect(registerAccount(crashing, { ...person, agreedTo: null }, context())).rejects.toThrow('crash')
    aMinuteLater()
    expect((await register(person)).statusCode).toBe(201)
    await withWorker(mailsArrived(person, 1))
    expect((await verify(tokenIn((await mailsTo(person))[0]), person)).statusCode).toBe(200)
    expect((await login(person)).statusCode).toBe(200)
  })

  test('the log contains no personal data and no secrets', async () => {
    const person = await verified()
    const raw = await rawLog(api.eventStoreUrl)
    expect(raw).toContain('AccountRegistered')
    expect(raw.toLowerCase()).not.toContain(person.email.toLowerCase())
    for (const secret of [person.password, person.lastName, 'argon2']) expect(raw).not.toContain(secret)
  })
})

describe('verification', () => {
  test('the link verifies the account in the browser that registered, and a new link in the browser that asked for it', async () => {
    const person = newPerson()
    const browser = cookiesOf(await register(person))
    await withWorker(mailsArrived(person, 1))
    expect((await follow(tokenIn((await mailsTo(person))[0]), browser)).json()).toEqual({
      success: true,
      message: 'Your email address is verified. You can sign in now.',
      passwordRequired: false,
    })

    const other = newPerson()
    await register(other)
    aMinuteLater()
    const asking = cookiesOf(await post('/api/auth/resend-verification', { email: other.email, password: other.password }))
    await withWorker(mailsArrived(other, 2))
    expect((await follow(tokenIn((await mailsTo(other))[1]), asking)).json()).toMatchObject({ success: true })
  })

  test('in any other browser the link asks for the password and verifies nothing without it', async () => {
    const { person, token } = await registered()
    const strangers = [{}, cookiesOf(await register(newPerson())), { cookie: 'medicready.registrations=made-up' }]
    for (const headers of strangers)
      expect((await follow(token, headers)).json()).toEqual({
        success: false,
        message: 'Enter the password that you chose',
        passwordRequired: true,
      })
    expect((await login(person)).json()).toMatchObject({ emailNotVerified: true })
    expect((await verify(token, { password: 'something else' })).json()).toMatchObject({ code: 'passwordWrong' })
    expect((await verify(token, person)).json()).toMatchObject({ success: true })
    expect((await login(person)).statusCode).toBe(200)
  })

  test('a victim who clicks the link does not activate an account that someone else registered with their address', async () => {
    const victim = newPerson()
    const planted = { ...victim, password: 'planted password', firstName: 'Mallory', timeZone: 'Asia/Tokyo' }
    await register(planted)
    const browser = cookiesOf(await register(victim))
    await bothMails(victim)
    const [ofMallory, own] = (await mailsTo(victim)).map(tokenIn)
    // Mallory's mail, in the victim's own browser and with the victim's own password.
    expect((await follow(ofMallory ?? '', browser)).json()).toMatchObject({ passwordRequired: true })
    expect((await verify(ofMallory ?? '', victim)).json()).toMatchObject({ code: 'passwordWrong' })

    expect((await follow(own ?? '', browser)).json()).toMatchObject({ success: true })
    expect((await login(planted)).statusCode).not.toBe(200)
    expect((await findAccount(dependenciesOver(api), victim.email))?.state).toMatchObject({ firstName: 'Ana', timeZone: 'America/Denver' })
    expect((await verify(ofMallory ?? '', planted)).json()).toMatchObject({ code: 'verificationLinkUsed' })
  })

  test('only the mail reveals whether the password given with a resend request was right', async () => {
    const person = newPerson()
    await register(person)
    aMinuteLater()
    const [right, wrong, unknown] = [
      await post('/api/auth/resend-verification', { email: person.email, password: person.password }),
      await post('/api/auth/resend-verification', { email: person.email, password: 'something else' }),
      await post('/api/auth/resend-verification', { email: newPerson().email, password: 'something else' }),
    ]
    for (const answer of [right, wrong, unknown]) expect(cookiesOf(answer).cookie).toHaveLength(cookiesOf(right).cookie.length)
    expect(right.json()).toEqual(unknown.json())
    expect(wrong.json()).toMatchObject({ success: false })
  })

  test('guessing a password with a link counts like guessing it at sign-in', async () => {
    const { person, token } = await registered()
    for (let guess = 0; guess < 5; guess++)
      expect((await verify(token, { password: `guess ${guess}` })).json()).toMatchObject({ code: 'passwordWrong' })
    expect((await verify(token, person)).json()).toMatchObject({ code: 'tooManyRequests' })
    expect((await login(person)).json()).toMatchObject({ code: 'tooManyRequests' })
  })

  test('a link works once', async () => {
    const { person, token } = await registered()
    expect((await verify(token, person)).statusCode).toBe(200)
    expect((await verify(token, person)).json()).toMatchObject({ code: 'verificationLinkUsed' })
    expect((await follow(token)).json()).toMatchObject({ code: 'verificationLinkUsed' })
  })

  test('a link works for 24 hours', async () => {
    const { person, token } = await registered()
    api.clock.now = '2026-03-02T12:00:00.000Z'
    expect((await verify(token, person)).json()).toMatchObject({ code: 'verificationLinkExpired' })
    await post('/api/auth/resend-verification', { email: person.email })
    await withWorker(mailsArrived(person, 2))
    expect((await verify(tokenIn((await mailsTo(person))[1]), person)).statusCode).toBe(200)
  })

  test('an invented link is refused', async () => {
    expect((await follow('made-up')).json()).toMatchObject({ code: 'verificationLinkInvalid' })
    expect((await verify('made-up', newPerson())).json()).toMatchObject({ code: 'verificationLinkInvalid' })
    expect((await api.app.inject('/api/auth/verify-email')).statusCode).toBe(400)
  })

  test('only hashes of tokens are stored', async () => {
    const { token } = await registered()
    const rows = await api.sql<{ token_hash: Buffer }[]>`SELECT token_hash FROM auth.mail_tokens`
    expect(rows.some(({ token_hash }) => token_hash.toString('utf8').includes(token) || token_hash.toString('base64url') === token)).toBe(
      false,
    )
  })

  test('the password of an unverified registration is forgotten; that of an account is kept', async () => {
    const { person } = await registered()
    const owner = await verified()
    const hashes = async ({ email }: Person) => {
      const account = await findAccount(dependenciesOver(api), email)
      return (await dependenciesOver(api).passwords.offeredTo(account?.state.userId ?? '')).length
    }
    const forget = () => forgetExpired({ sql: api.sql, clock: () => api.clock.now })
    api.clock.now = '2026-03-08T11:59:59.000Z'
    await forget()
    expect(await hashes(person)).toBe(1)
    api.clock.now = '2026-03-08T12:00:00.000Z'
    await forget()
    expect([await hashes(person), await hashes(owner)]).toEqual([0, 1])
    expect((await login(owner)).statusCode).toBe(200)
  })
})

describe('mails to one address', () => {
  const resend = async (email: string) => (await post('/api/auth/resend-verification', { email })).json()
  const at = (time: string) => `2026-03-01T${time}.000Z`

  test('are limited to one a minute and five a day, and the answer says when the next one is possible', async () => {
    const [person, unknown] = [newPerson(), newPerson()]
    await register(person)
    // This address is not registered, but a mail to it was requested.
    await resend(unknown.email)
    const sent = 'Verification email has been resent. Please check your inbox.'
    const notYet = (words: string) => `We already sent an email to this address. You can ask for another one ${words}.`
    for (const [time, answer] of [
      ['12:00:18', { success: false, message: notYet('in 42 seconds'), askAgainAt: at('12:01:00') }],
      ['12:01:00', { success: true, message: sent, askAgainAt: at('12:02:00') }],
      ['12:02:00', { success: true, message: sent, askAgainAt: at('12:03:00') }],
      ['12:03:00', { success: true, message: sent, askAgainAt: at('12:04:00') }],
      ['12:04:00', { success: true, message: sent, askAgainAt: '2026-03-02T12:00:00.000Z' }],
      ['12:05:00', { success: false, message: notYet('in 24 hours'), askAgainAt: '2026-03-02T12:00:00.000Z' }],
    ] as const) {
      api.clock.now = at(time)
      expect(await resend(person.email)).toEqual(answer)
      expect(await resend(unknown.email.toUpperCase())).toEqual(answer)
    }
    const marker = newPerson()
    await register(marker)
    await withWorker(mailsArrived(marker, 1))
    await withWorker(mailsArrived(person, 5))
  })

  test('for registrations within one minute are queued; the sixth registration of a day gets its link on request', async () => {
    const person = newPerson()
    const messages = []
    for (let times = 0; times < 6; times++) messages.push((await register(person)).json<{ message: string }>().message)
    expect(messages).toEqual([
      'We sent you a verification link. Please check your inbox to verify your account.',
      ...[60, 120].map((seconds) => expect.stringContaining(seconds === 60 ? 'in 60 seconds' : 'in 2 minutes')),
      expect.stringContaining('in 3 minutes'),
      expect.stringContaining('in 4 minutes'),
      expect.stringMatching(/^We have reached the daily limit of emails to this address. You can sign in in 24 hours /),
    ])
    await withWorker(mailsArrived(person, 1))
    api.clock.now = '2026-03-01T12:04:00.000Z'
    await withWorker(mailsArrived(person, 5))
    api.clock.now = '2026-03-02T12:00:00.000Z'
    await post('/api/auth/resend-verification', person)
    await withWorker(mailsArrived(person, 6))
    expect((await verify(tokenIn((await mailsTo(person))[5]), person)).statusCode).toBe(200)
  })

  test('greet users only by names that are valid', () => {
    expect(alreadyRegisteredMail('Ana', publicUrl).text).toContain('Hello, Ana!')
    for (const name of ['evil.example', 'Ana\nYou have won', '<b>Ana</b>', 'x'.repeat(61)])
      expect(alreadyRegisteredMail(name, publicUrl).text).toContain('Hello!')
  })
})

describe('the worker', () => {
  test('sends nothing twice when it starts again from the beginning of the log', async () => {
    const { person } = await registered()
    const marker = newPerson()
    await register(marker)
    // With a new checkpoint name, all events are read again, up to the marker's mail.
    await api.sql`DELETE FROM worker.checkpoints`
    await withWorker(mailsArrived(marker, 1))
    expect(await mailsTo(person)).toHaveLength(1)
  })

  test('waits for the mail server and loses no mail', async () => {
    const person = newPerson()
    await register(person)
    await withWorker(async () => {
      await inbox.killAndRestart()
      await mailsArrived(person, 1)()
    })
  })
})

describe('sessions', () => {
  const sessionCookieOf = ({ cookies }: Awaited<ReturnType<typeof login>>) => cookies.find(({ name }) => name === 'medicready.sid')
  const select = (headers: Record<string, string>) => post('/api/user/modules', { module: 'Trauma' }, headers)

  test('a cookie and a bearer token open the same session, and signing out ends both', async () => {
    const signedIn = await login(await verified())
    const cookie = sessionCookieOf(signedIn)
    expect(cookie).toMatchObject({ name: 'medicready.sid', httpOnly: true, sameSite: 'Lax', path: '/' })
    const byCookie = { cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}` }
    const byToken = { authorization: `Bearer ${signedIn.json().token}` }
    expect((await select(byCookie)).statusCode).toBe(200)
    expect((await select(byToken)).statusCode).toBe(200)
    expect((await post('/api/auth/logout', undefined, byToken)).json()).toEqual({ ok: true })
    await expect.poll(async () => (await select(byCookie)).statusCode).toBe(401)
    await expect.poll(async () => (await select(byToken)).statusCode).toBe(401)
    expect((await post('/api/auth/logout', undefined, byToken)).statusCode).toBe(200)
  })

  test('signing in again starts a new session', async () => {
    const person = await verified()
    const first = sessionCookieOf(await login(person))
    const again = await post(
      '/api/auth/login',
      { email: person.email, password: person.password },
      { cookie: `${first?.name}=${encodeURIComponent(first?.value ?? '')}` },
    )
    expect(sessionCookieOf(again)?.value).not.toBe(first?.value)
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await login({ ...(await verified()), password: 'wrong' })
    const unknown = await login(newPerson())
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual(unknown.json())
  })

  test('a forged cookie gives no access', async () => {
    expect((await select({ cookie: 'medicready.sid=forged.signature' })).statusCode).toBe(401)
    expect((await select({ cookie: 'medicready.sid=%E0%A4%A' })).statusCode).toBe(401)
    expect((await select({ authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401)
  })

  test('requests from another site are refused before anything else happens', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
      expect((await post('/api/auth/login', newPerson(), headers)).json()).toMatchObject({ code: 'crossOrigin' })
    expect((await post('/api/auth/logout', undefined, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await post('/api/auth/logout', undefined, { origin: publicUrl })).statusCode).toBe(200)
  })
})

test('too many guesses are blocked by network and by account, and the answer says for how long', async () => {
  const strict = await startTestCommandApi({ attemptLimits: { perNetwork: 5, overall: 1_000 } })
  const guess = (email: string, remoteAddress: string) =>
    strict.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'guess-it' }, remoteAddress })
  for (let n = 0; n < 5; n++) expect((await guess(`a${n}@example.com`, `203.0.113.${n}`)).statusCode).toBe(401)
  const refused = await guess('a6@example.com', '203.0.113.7')
  expect(refused.json()).toMatchObject({ code: 'tooManyRequests' })
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await guess('a6@example.com', '203.0.114.7')).statusCode).toBe(401)
  for (let n = 0; n < 5; n++) await guess('victim@example.com', `203.0.${n}.1`)
  const paused = await guess('VICTIM@example.com', '203.0.115.1')
  expect([paused.statusCode, paused.headers['retry-after']]).toEqual([429, '1'])
  await strict.close()
})

test("the administrator's account is created once and can sign in without a mail", async () => {
  const admin = { email: `admin.${uuidV4()}@example.com`, password: 'administrator' }
  const deps = dependenciesOver(api)
  await ensureAdministrator(deps, admin, context())
  const before = (await everyFact(api.eventStore)).length
  api.clock.now = '2026-03-05T12:00:00.000Z'
  await ensureAdministrator(deps, admin, context())
  expect(await everyFact(api.eventStore)).toHaveLength(before)
  expect((await login(admin)).statusCode).toBe(200)
  const account = await findAccount(deps, admin.email)
  expect(account?.state).toMatchObject({ role: 'admin', situation: 'verified' })
})

test("someone who registered the administrator's address first without verifying it does not become administrator", async () => {
  const squatter = newPerson()
  await register(squatter)
  const admin = { email: squatter.email, password: 'administrator' }
  await ensureAdministrator(dependenciesOver(api), admin, context())
  expect((await login(squatter)).json()).toMatchObject({ code: 'emailNotVerified' })
  expect((await login(admin)).statusCode).toBe(200)
})
