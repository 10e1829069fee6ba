import type { CallsOf } from '@medicready/domain/contract/contract'
import { everyFact } from '@medicready/platform/testing/event-log'
import {
  mailgunCall,
  mailgunFailure,
  postmarkBounce,
  postmarkCall,
  type SignedCall,
  sendgridCall,
  sendgridEvent,
  sesBounce,
  sesComplaint,
  standInForProviders,
} from '@medicready/platform/testing/mail-providers'
import { expect, test, vi } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

/** Mails that come back, and what becomes of the address that they went to. */

const WAIT = { timeout: 60_000 }
const HOUR = 3_600_000
const reacting = ['daily-emails', 'mail-delivery', 'recovery-mails']

/** Addresses that the mail server does not know. */
const unknown = new Set<string>()
const { sns, sources } = standInForProviders()
const { ses, postmark, mailgun, sendgrid } = sources

const backend = await ownBackend({
  reacting,
  answersMail: (step, address) => (step === 'RCPT TO' && unknown.has(address) ? { code: 550, words: '5.1.1 no such user' } : null),
  mailEventSources: { ses, postmark, sendgrid, mailgun },
})

/** Of the next day. */
function goToNoon(): void {
  const noon = Date.parse(`${backend.clock().slice(0, 10)}T12:00:00.000Z`) + 24 * HOUR
  backend.pass(noon - Date.parse(backend.clock()))
}
const tell = (provider: string, { body, headers }: SignedCall) =>
  backend.commandApi.inject({ method: 'POST', url: `/api/mail-events/${provider}`, payload: body, headers })
async function told(provider: string, call: SignedCall): Promise<void> {
  const answer = await tell(provider, call)
  expect([answer.statusCode, answer.json()], answer.body).toEqual([200, { received: true }])
}
const stops = async (person: SignedIn) =>
  (await backend.factsOf('MailDeliveryStopped', person)).map(({ data }) => [data.source, data.reason])
const isShown = ({ token }: SignedIn, expected: unknown) =>
  vi.waitFor(async () => {
    const user = await backend.done('GET /api/auth/user', { token })
    expect(user.mailStopped).toEqual(expected)
  }, WAIT)
const tryAgain = ({ token }: SignedIn) => backend.send('POST /api/user/mail-delivery/try-again', { token })
const lettersOf = (person: SignedIn, kind: string) => backend.lettersTo(person).filter(({ messageId }) => messageId.startsWith(kind))

test('a bounced mail stops reminders until the address is tried again', async () => {
  goToNoon()
  const ana = await backend.signedIn()
  const body = { dailyEmailEnabled: true, dailyEmailTime: '13:00' }
  await backend.done('PATCH /api/user/settings', { token: ana.token, body })
  await isShown(ana, null)
  const at = backend.clock()
  const bounce = postmarkCall(postmarkBounce({ email: ana.email.toUpperCase(), at, id: 'the-first' }))
  for (const _twice of [1, 2]) await told('postmark', bounce)
  await Promise.all([1, 2, 3].map(() => told('postmark', bounce)))
  expect(await stops(ana)).toEqual([['postmark', 'bounced']])
  const [fact] = await backend.factsOf('MailDeliveryStopped', ana)
  expect(fact?.streamName).toBe(`mailDelivery-${ana.userId}`)
  expect(JSON.stringify(fact, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(ana.email)
  await isShown(ana, { reason: 'bounced', since: at })

  backend.pass(HOUR)
  expect(await backend.runJob('daily-emails')).toEqual({ due: 1 })
  await vi.waitFor(
    async () => expect(await backend.factsOf('DailyEmailDropped', ana)).toMatchObject([{ data: { reason: 'stopped' } }]),
    WAIT,
  )
  // Emails that people request about their account still go out.
  await backend.done('POST /api/auth/forgot-password', { body: { email: ana.email } })
  await vi.waitFor(() => expect(lettersOf(ana, 'passwordReset')).toHaveLength(1), WAIT)
  expect(lettersOf(ana, 'dailyEmail')).toEqual([])

  expect((await tryAgain(ana)).json()).toEqual({ isStopped: false })
  await isShown(ana, null)
  await vi.waitFor(() => expect(lettersOf(ana, 'addressTried')).toHaveLength(1), WAIT)
  await told('postmark', bounce)
  await told('postmark', postmarkCall(postmarkBounce({ email: ana.email, at, id: 'of-the-same-time' })))
  expect(await stops(ana)).toHaveLength(1)
  backend.pass(24 * HOUR)
  expect(await backend.runJob('daily-emails')).toEqual({ due: 1 })
  await vi.waitFor(() => expect(lettersOf(ana, 'dailyEmail')).toHaveLength(1), WAIT)

  // It comes back again, and is not tried twice a day.
  await told('postmark', postmarkCall(postmarkBounce({ email: ana.email, at: backend.clock() })))
  expect((await tryAgain(ana)).statusCode).toBe(200)
  backend.pass(1_000)
  await told('postmark', postmarkCall(postmarkBounce({ email: ana.email, at: backend.clock() })))
  const refused = await tryAgain(ana)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'addressTriedLately'])
  await isShown(ana, { reason: 'bounced', since: expect.any(String) })
})

test('a mailbox that our own mail server reports as missing gets no more reminders either', async () => {
  goToNoon()
  const ana = await backend.signedIn()
  unknown.add(ana.email)
  const body = { dailyEmailEnabled: true, dailyEmailTime: '12:30' }
  await backend.done('PATCH /api/user/settings', { token: ana.token, body })
  backend.pass(HOUR / 2)
  await vi.waitFor(async () => expect(await backend.runJob('daily-emails')).toEqual({ due: 1 }), WAIT)
  await vi.waitFor(
    async () => expect(await backend.factsOf('DailyEmailDropped', ana)).toMatchObject([{ data: { reason: 'refused' } }]),
    WAIT,
  )
  expect(await stops(ana)).toEqual([['mailServer', 'bounced']])
  await isShown(ana, { reason: 'bounced', since: expect.any(String) })
})

test('each provider reports in its own format, for many people at once, and each report counts once', async () => {
  const at = backend.clock()
  const [ana, ben, cleo, dan] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn(), await backend.signedIn()]
  const batch = [
    sendgridEvent({ email: ana.email, at, id: 'a' }),
    sendgridEvent({ email: ana.email, at, id: 'a' }),
    sendgridEvent({ email: ana.email, at, id: 'b' }, { event: 'spamreport' }),
    sendgridEvent({ email: 'nobody@example.org', at }),
    sendgridEvent({ email: ben.email, at }, { event: 'delivered' }),
  ]
  for (const _twice of [1, 2]) await told('sendgrid', sendgridCall(batch, at))
  expect(await stops(ana)).toEqual([
    ['sendgrid', 'bounced'],
    ['sendgrid', 'complained'],
  ])
  const both = sns.notification(sesBounce({ email: ben.email, at }, 'Permanent', [cleo.email]))
  for (const _twice of [1, 2]) await told('ses', both)
  await told('ses', sns.notification(sesComplaint({ email: cleo.email, at })))
  await told('ses', sns.subscription())
  expect(await stops(ben)).toEqual([['ses', 'bounced']])
  expect(await stops(cleo)).toEqual([
    ['ses', 'bounced'],
    ['ses', 'complained'],
  ])
  const failure = mailgunFailure({ email: dan.email, at })
  await told('mailgun', mailgunCall({ ...failure, severity: 'temporary' }, at))
  expect(await stops(dan)).toEqual([])
  for (const _twice of [1, 2]) await told('mailgun', mailgunCall(failure, at))
  expect(await stops(dan)).toEqual([['mailgun', 'bounced']])
  expect(JSON.stringify((await backend.factsOf('MailDeliveryStopped')).map(({ data }) => data))).not.toContain('@')
})

test('unsigned reports change nothing, and providers that are not set up have no address', async () => {
  const at = backend.clock()
  const ana = await backend.signedIn()
  const before = (await everyFact(backend.eventStore)).length
  const forged: Record<string, SignedCall> = {
    postmark: postmarkCall(postmarkBounce({ email: ana.email, at }), 'medicready:a guess'),
    mailgun: mailgunCall(mailgunFailure({ email: ana.email, at }), at, { key: 'a guess' }),
    sendgrid: { ...sendgridCall([sendgridEvent({ email: ana.email, at })], at), headers: { 'content-type': 'application/json' } },
    ses: sns.notification(sesBounce({ email: ana.email, at }), { TopicArn: 'arn:aws:sns:us-east-1:210987654321:mail-events' }),
  }
  for (const [provider, call] of Object.entries(forged)) {
    const answer = await tell(provider, call)
    expect([answer.statusCode, answer.json().code], provider).toEqual([400, 'signatureInvalid'])
    expect((await tell(provider, { body: '', headers: {} })).statusCode, provider).toBe(400)
  }
  expect((await tell('pigeon', postmarkCall({}))).statusCode).toBe(404)
  expect((await everyFact(backend.eventStore)).length).toBe(before)
})

test('an account with a new address starts over with it', async () => {
  const ana = await backend.signedIn()
  const at = backend.clock()
  await told('mailgun', mailgunCall(mailgunFailure({ email: ana.email, at }, { event: 'complained' }), at))
  await isShown(ana, { reason: 'complained', since: at })
  const email = `new.${ana.email}`
  await backend.done('POST /api/user/email', { token: ana.token, body: { email, password: ana.password } })
  const link = await vi.waitFor(() => {
    const [, token] = /confirm-email\?token=([\w-]+)/.exec(backend.lettersTo({ email })[0]?.text ?? '') ?? []
    expect(token).toBeDefined()
    return token
  }, WAIT)
  await backend.done('POST /api/auth/confirm-email', { token: ana.token, body: { token: link } })
  await isShown(ana, null)
  await vi.waitFor(
    async () => expect(await backend.factsOf('MailDeliveryResumed', ana)).toMatchObject([{ data: { cause: 'addressChanged' } }]),
    WAIT,
  )
  // The former address is free now.
  await told('mailgun', mailgunCall(mailgunFailure({ email: ana.email, at }), at))
  expect(await stops(ana)).toHaveLength(1)
})

test('administrators see how many addresses get no reminders and why, but not which', async () => {
  const stoppedAddresses = async () => {
    const { token } = await backend.signedIn('admin')
    const answer = await backend.send('GET /api/admin/system', { token })
    return answer.json<CallsOf<'GET /api/admin/system'>['response']>().stoppedAddresses
  }
  const before = await stoppedAddresses()
  const [ana, ben, cleo] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn()]
  const at = backend.clock()
  for (const { email } of [ana, ben]) await told('mailgun', mailgunCall(mailgunFailure({ email, at }), at))
  await told('mailgun', mailgunCall(mailgunFailure({ email: cleo.email, at }, { event: 'complained' }), at))
  for (const person of [ana, ben]) await isShown(person, { reason: 'bounced', since: at })
  await isShown(cleo, { reason: 'complained', since: at })
  expect((await tryAgain(ben)).json()).toEqual({ isStopped: false })
  await isShown(ben, null)
  const after = before.map(({ reason, now, lately }) => ({ reason, now: now + 1, lately: lately + 1 }))
  expect(await stoppedAddresses()).toEqual(after)
  backend.pass(31 * 24 * HOUR)
  expect(await stoppedAddresses()).toEqual(after.map(({ reason, now }) => ({ reason, now, lately: 0 })))
})

test('rebuilt read models have the same rows', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})
