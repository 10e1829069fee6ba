import { emailClaimAggregate } from '@medicready/domain/accounts/email-claim'
import { Mailer } from '@medicready/platform/mail/mailer'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestInbox, type TestInbox } from '@medicready/platform/testing/inbox'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { Commands } from '../commands.ts'
import { type Dependencies, dependenciesOver } from '../dependencies.ts'
import { publicUrl, startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { startTestReactions } from '../testing/test-worker.ts'
import { confirmEmail } from './change-email.ts'
import { findAccount } from './find-account.ts'

/** How users recover their accounts and change their credentials, and how no one else can. */

let api: TestCommandApi
let deps: Dependencies
let inbox: TestInbox
let stop: () => Promise<void>
let mailer: Mailer

beforeAll(async () => {
  api = await startTestCommandApi()
  deps = dependenciesOver(api)
  inbox = await startTestInbox()
  mailer = new Mailer({ smtpUrl: inbox.smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl })
  stop = startTestReactions(api, mailer)
})
beforeEach(() => {
  api.clock.now = '2026-03-01T12:00:00.000Z'
})
afterAll(async () => {
  await stop()
  mailer.close()
  await inbox.close()
  await api.close()
})

const newAddress = () => `${uuidV4()}@example.com`
const password = 'correct horse'
const better = 'a better horse'

const post = (url: string, payload: object, token?: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } })
const register = (email: string, chosen = password) =>
  post('/api/auth/register', { email, password: chosen, firstName: 'Ana', lastName: 'Silva' })
const signIn = (email: string, chosen = password) => post('/api/auth/login', { email, password: chosen })
const forgot = (email: string) => post('/api/auth/forgot-password', { email })
const reset = (token: string, chosen = better) => post('/api/auth/reset-password', { token, password: chosen })
const changePassword = (token: string, currentPassword: string, newPassword: string) =>
  post('/api/user/password', { currentPassword, newPassword }, token)
const changeEmail = (token: string, email: string, given = password) => post('/api/user/email', { email, password: given }, token)
const confirm = (token: string, { as, given }: { as?: string; given?: string } = {}) =>
  post('/api/auth/confirm-email', { token, ...(given && { password: given }) }, as)
/** Whether this token belongs to a session. */
const isIn = async (token: string) => (await post('/api/user/modules', { module: 'Trauma' }, token)).statusCode !== 401

const mailsTo = (email: string) => inbox.mailsTo(email)
/** The mail with this subject, once it has arrived. */
async function mailTo(email: string, subject: string | RegExp): Promise<string> {
  let text: string | undefined
  await expect
    .poll(
      async () => {
        text = (await mailsTo(email)).findLast((mail) =>
          typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
        )?.text
        return text
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return text ?? ''
}
const tokenIn = (text: string) => /\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const resetToken = async (email: string) => tokenIn(await mailTo(email, /^Choose a new password/))
const changeToken = async (email: string) => tokenIn(await mailTo(email, /^Confirm your new email/))

async function hashed(): Promise<number> {
  const { body } = await api.app.inject('/metrics')
  const lines = body.split('\n').filter((line) => line.startsWith('password_hashes_total'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** A user with an account, and the tokens of two sessions. */
async function member() {
  const email = newAddress()
  await register(email)
  const link = tokenIn(await mailTo(email, /^Verify/))
  expect((await post('/api/auth/verify-email', { token: link, password })).statusCode).toBe(200)
  const [here, elsewhere] = [(await signIn(email)).json().token, (await signIn(email)).json().token] as [string, string]
  const userId = (await findAccount(deps, email))?.state.userId ?? ''
  return { email, userId, here, elsewhere, link }
}
const hashesOf = async (userId: string) => (await deps.passwords.offeredTo(userId)).length

describe('a forgotten password', () => {
  test('is replaced through a mailed link, which ends all sessions, starts none, and is confirmed by mail', async () => {
    const { email, userId, here, elsewhere } = await member()
    expect((await forgot(email)).json()).toMatchObject({ success: true, askAgainAt: '2026-03-01T12:01:00.000Z' })
    const answer = await reset(await resetToken(email))
    expect(answer.json()).toEqual({ success: true, message: 'Your password has been changed. You can sign in with it now.' })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['medicready.written'])
    for (const token of [here, elsewhere]) await expect.poll(() => isIn(token)).toBe(false)
    expect((await signIn(email)).json()).toMatchObject({ code: 'credentialsInvalid' })
    expect((await signIn(email, better)).statusCode).toBe(200)
    expect(await hashesOf(userId)).toBe(1)
    await mailTo(email, 'Your password for MedicReady was changed')
  })

  test('can be reported with the same answer for every address, and only accounts get mail', async () => {
    const { email } = await member()
    const [unverified, unknown] = [newAddress(), newAddress()]
    await register(unverified)
    const [known, ...others] = [await forgot(email), await forgot(unverified), await forgot(unknown)]
    for (const other of others) {
      expect(other.json()).toEqual(known.json())
      expect(Object.keys(other.headers).sort()).toEqual(Object.keys(known.headers).sort())
    }
    for (const address of [email, unverified, unknown])
      expect((await forgot(address)).json()).toEqual({
        success: false,
        message: 'We already sent an email to this address. You can ask for another one in 60 seconds.',
        askAgainAt: '2026-03-01T12:01:00.000Z',
      })
    await resetToken(email)
    expect((await mailsTo(unverified)).filter(({ subject }) => /new password/.test(subject))).toEqual([])
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('a link works once, and no older link works after it', async () => {
    const { email } = await member()
    await forgot(email)
    const first = await resetToken(email)
    api.clock.now = '2026-03-01T12:01:00.000Z'
    await forgot(email)
    await expect
      .poll(async () => (await mailsTo(email)).filter(({ subject }) => /^Choose/.test(subject)).length, { timeout: 60_000 })
      .toBe(2)
    const second = await resetToken(email)
    expect(second).not.toBe(first)
    expect((await reset(second)).statusCode).toBe(200)
    for (const token of [first, second]) expect((await reset(token, 'one more horse')).json()).toMatchObject({ code: 'mailLinkInvalid' })
    expect((await signIn(email, better)).statusCode).toBe(200)
  })

  test('a link is valid for an hour', async () => {
    const { email } = await member()
    await forgot(email)
    const token = await resetToken(email)
    api.clock.now = '2026-03-01T13:00:00.000Z'
    expect((await reset(token)).json()).toMatchObject({ code: 'mailLinkInvalid' })
    expect((await signIn(email)).statusCode).toBe(200)
  })

  test('the same reset sent again after a lost answer is done only once', async () => {
    const { email, userId } = await member()
    await forgot(email)
    const token = await resetToken(email)
    const send = () => post('/api/auth/reset-password', { token, password: better }, undefined, { 'idempotency-key': `reset-${userId}` })
    expect((await send()).json()).toEqual((await send()).json())
    const facts = (await everyFact(api.eventStore)).filter(({ type, data }) => type === 'PasswordChanged' && data.userId === userId)
    expect(facts).toHaveLength(1)
  })

  test('tokens cannot be guessed or used for another purpose', async () => {
    const { email, here, link } = await member()
    const wanted = newAddress()
    await forgot(email)
    await changeEmail(here, wanted)
    const [ofReset, ofChange] = [await resetToken(email), await changeToken(wanted)]
    for (const token of ['made-up', link, ofChange, `${ofReset}x`, ofReset.toLowerCase()])
      expect((await reset(token)).json()).toMatchObject({ code: 'mailLinkInvalid' })
    for (const token of ['made-up', link, ofReset])
      expect((await confirm(token, { as: here })).json()).toMatchObject({ code: 'mailLinkInvalid' })
    for (const token of [ofReset, ofChange])
      expect((await post('/api/auth/verify-email', { token, password })).json()).toMatchObject({ code: 'verificationLinkInvalid' })
  })

  test('a common password is refused, and the link stays valid', async () => {
    const { email } = await member()
    await forgot(email)
    const token = await resetToken(email)
    expect((await reset(token, 'password1')).json()).toMatchObject({ code: 'passwordTooCommon' })
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('its owner can sign in at once after a reset, regardless of earlier guesses', async () => {
    const { email } = await member()
    for (let guess = 0; guess < 6; guess++) await signIn(email, `guess ${guess}`)
    expect((await signIn(email)).json()).toMatchObject({ code: 'tooManyRequests' })
    await forgot(email)
    expect((await reset(await resetToken(email))).statusCode).toBe(200)
    expect((await signIn(email, better)).statusCode).toBe(200)
  })
})

describe('a password change', () => {
  test('ends all other sessions, renews the cookie and token of this one, and is confirmed by mail', async () => {
    const { email, userId, here, elsewhere } = await member()
    const answer = await changePassword(here, password, better)
    expect(answer.json()).toMatchObject({ success: true })
    const { token } = answer.json<{ token: string }>()
    for (const former of [here, elsewhere]) await expect.poll(() => isIn(former)).toBe(false)
    expect(await isIn(token)).toBe(true)
    const cookie = answer.cookies.find(({ name }) => name === 'medicready.sid')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const byCookie = { cookie: `medicready.sid=${encodeURIComponent(cookie?.value ?? '')}` }
    expect((await post('/api/user/modules', { module: 'Trauma' }, undefined, byCookie)).statusCode).toBe(200)
    expect((await signIn(email)).json()).toMatchObject({ code: 'credentialsInvalid' })
    expect(await hashesOf(userId)).toBe(1)
    await mailTo(email, 'Your password for MedicReady was changed')
  })

  test('is refused to someone who found the screen unlocked, and their guesses are counted', async () => {
    const { email, here, elsewhere } = await member()
    for (let guess = 0; guess < 5; guess++)
      expect((await changePassword(here, `guess ${guess}`, better)).json()).toMatchObject({ code: 'passwordWrong' })
    expect((await changePassword(here, password, better)).json()).toMatchObject({ code: 'tooManyRequests' })
    expect((await changePassword(elsewhere, password, 'password1')).json()).toMatchObject({ code: 'passwordTooCommon' })
    // Sign-ins have their own counter: guesses from within a session do not block them.
    expect((await signIn(email)).statusCode).toBe(200)
  })

  test('succeeds only once when sent twice at the same time, and the account keeps a password', async () => {
    const { email, here, elsewhere } = await member()
    const answers = await Promise.all([changePassword(here, password, better), changePassword(elsewhere, password, 'another good one')])
    const won = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await signIn(email, won === 0 ? better : 'another good one')).statusCode).toBe(200)
  })
})

describe('an email address change', () => {
  test('notifies both addresses and takes effect through the link; the old address is notified and becomes free', async () => {
    const { email, userId, here } = await member()
    const wanted = newAddress()
    expect((await changeEmail(here, wanted.toUpperCase())).json()).toMatchObject({ success: true })
    const token = await changeToken(wanted)
    await mailTo(email, 'Someone asked to change your email address at MedicReady')
    expect((await signIn(wanted)).json()).toMatchObject({ code: 'credentialsInvalid' })
    expect((await signIn(email)).statusCode).toBe(200)

    expect((await confirm(token, { as: here })).json()).toMatchObject({ success: true, passwordRequired: false })
    expect((await signIn(wanted)).statusCode).toBe(200)
    expect((await signIn(email)).json()).toMatchObject({ code: 'credentialsInvalid' })
    await mailTo(email, 'Your email address at MedicReady was changed')
    expect((await confirm(token, { as: here })).json()).toMatchObject({ code: 'mailLinkInvalid' })

    await register(email, 'a new user')
    expect((await findAccount(deps, email))?.state.userId).not.toBe(userId)
    const raw = await rawLog(api.eventStoreUrl)
    for (const address of [email, wanted]) expect(raw.toLowerCase()).not.toContain(address)
  })

  test('keeps guesses at the new address at one hash, and reveals nothing about passwords tried for the old one', async () => {
    const { email, userId, here } = await member()
    await register(email, 'planted password')
    expect((await signIn(email, 'planted password')).json()).toMatchObject({ code: 'emailNotVerified' })
    const next = newAddress()
    expect((await changeEmail(here, next)).statusCode).toBe(200)
    expect((await confirm(await changeToken(next), { as: here })).statusCode).toBe(200)
    const guess = async (address: string, given: string) => {
      const before = await hashed()
      const { code } = (await signIn(address, given)).json()
      return [code, (await hashed()) - before]
    }
    expect(await guess(next, 'something else')).toEqual(['credentialsInvalid', 1])
    expect(await guess(next, 'planted password')).toEqual(['credentialsInvalid', 1])
    expect(await guess(next, password)).toEqual([undefined, 1])
    expect(await guess(newAddress(), 'something else')).toEqual(['credentialsInvalid', 1])
    // Passwords offered for the new address are hashed the same way.
    await register(next, 'planted password')
    expect(await guess(next, 'planted password')).toEqual(['emailNotVerified', 1])
    expect(await api.ownSql`SELECT FROM auth.password_salts WHERE user_id = ${userId}`).toHaveLength(1)
  })

  test("a victim who clicks the link does not give their address to someone else's account", async () => {
    const mallory = await member()
    const victim = newAddress()
    await changeEmail(mallory.here, victim)
    const token = await changeToken(victim)
    const other = await member()
    for (const as of [undefined, other.here])
      expect((await confirm(token, as ? { as } : {})).json()).toEqual({
        success: false,
        message: 'Enter the password of your account',
        passwordRequired: true,
      })
    expect((await confirm(token, { given: 'the password of the victim' })).json()).toMatchObject({ code: 'passwordWrong' })
    expect(await findAccount(deps, victim)).toBeNull()
    // The owner, who opens the mail on a phone, knows the password.
    expect((await confirm(token, { given: password })).json()).toMatchObject({ success: true })
  })

  test("asking for someone else's address gets the same answer; its owner is notified, and no link is sent", async () => {
    const [asker, owner] = [await member(), await member()]
    api.clock.now = '2026-03-02T12:00:00.000Z'
    const [known, unknown] = [await changeEmail(asker.here, owner.email), await changeEmail(asker.here, newAddress())]
    expect(known.json()).toEqual(unknown.json())
    await mailTo(owner.email, 'You already have an account with MedicReady')
    expect((await mailsTo(owner.email)).filter(({ subject }) => /^Confirm/.test(subject))).toEqual([])
  })

  test('an address that someone registered but never verified goes to its owner, and that registration can no longer be verified', async () => {
    const { here } = await member()
    const wanted = newAddress()
    await register(wanted, 'planted password')
    const planted = tokenIn(await mailTo(wanted, /^Verify/))
    api.clock.now = '2026-03-01T12:01:00.000Z'
    await changeEmail(here, wanted)
    expect((await confirm(await changeToken(wanted), { as: here })).json()).toMatchObject({ success: true })
    expect((await post('/api/auth/verify-email', { token: planted, password: 'planted password' })).json()).toMatchObject({
      code: 'verificationLinkInvalid',
    })
    expect((await signIn(wanted)).statusCode).toBe(200)
  })

  test('a change requested with a stolen password ends when the owner sets a new one, and a reset link ends with the address it went to', async () => {
    const { email, here } = await member()
    const ofThief = newAddress()
    await changeEmail(here, ofThief)
    const stolen = await changeToken(ofThief)
    await forgot(email)
    await reset(await resetToken(email))
    expect((await confirm(stolen, { given: better })).json()).toMatchObject({ code: 'mailLinkInvalid' })

    api.clock.now = '2026-03-01T12:01:00.000Z'
    await forgot(email)
    await expect
      .poll(async () => (await mailsTo(email)).filter(({ subject }) => /^Choose/.test(subject)).length, { timeout: 60_000 })
      .toBe(2)
    const late = await resetToken(email)
    const token = (await signIn(email, better)).json<{ token: string }>().token
    const wanted = newAddress()
    await changeEmail(token, wanted, better)
    await confirm(await changeToken(wanted), { as: token })
    expect((await reset(late, 'one more horse')).json()).toMatchObject({ code: 'mailLinkInvalid' })
  })

  test('only the latest link is valid, for one day', async () => {
    const { here } = await member()
    const [first, second] = [newAddress(), newAddress()]
    await changeEmail(here, first)
    const former = await changeToken(first)
    await changeEmail(here, second)
    const token = await changeToken(second)
    expect((await confirm(former, { as: here })).json()).toMatchObject({ code: 'mailLinkInvalid' })
    api.clock.now = '2026-03-02T12:00:00.000Z'
    expect((await confirm(token, { given: password })).json()).toMatchObject({ code: 'mailLinkInvalid' })
  })

  test("is refused without the password, for one's own address, and beyond one mail a minute to an address", async () => {
    const { email, here } = await member()
    expect((await changeEmail(here, newAddress(), 'guess')).json()).toMatchObject({ code: 'passwordWrong' })
    expect((await changeEmail(here, email.toUpperCase())).json()).toMatchObject({ code: 'emailUnchanged' })
    const wanted = newAddress()
    expect((await changeEmail(here, wanted)).json()).toMatchObject({ success: true })
    expect((await changeEmail((await member()).here, wanted)).json()).toMatchObject({
      success: false,
      askAgainAt: '2026-03-01T12:01:00.000Z',
    })
  })

  test('is completed by the worker if a process was killed before the old address was released', async () => {
    const { email, userId, here } = await member()
    const wanted = newAddress()
    await changeEmail(here, wanted)
    const token = await changeToken(wanted)
    /** Killed at its third write. */
    class KilledCommands extends Commands {
      #writes = 0
      override execute: Commands['execute'] = (...command) => {
        this.#writes += 1
        return this.#writes === 3 ? Promise.reject(new Error('killed')) : super.execute(...command)
      }
    }
    const killed = { ...deps, commands: new KilledCommands(api.eventStore) }
    const guess = () => Promise.reject(new Error('no one guesses'))
    await expect(
      confirmEmail(
        killed,
        { token, userId },
        guess,
        ownContext('test', () => api.clock.now),
      ),
    ).rejects.toThrow('killed')
    expect((await signIn(wanted)).statusCode).toBe(200)
    const emailHash = await deps.hashEmail(email)
    await expect.poll(async () => (await deps.commands.load(emailClaimAggregate, emailHash)).state.userId).toBeNull()
    await mailTo(email, 'Your email address at MedicReady was changed')
  })
})
