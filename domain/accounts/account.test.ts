import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { credentialsOf, recordVerificationEmail, register, requestVerification, verifyEmail } from './registration.ts'
import { emailVerified, verificationRequested } from './testing/account-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const first = { verificationId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a002', credentialId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a003' }
const second = { verificationId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a004', credentialId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a005' }
const profile = { firstName: 'Ana', lastName: 'Silva', timeZone: 'America/Denver', agreedTo: null }
const person = { userId, email: 'ana@example.com', ...profile }
const noon = '2026-03-01T12:00:00.000Z'
const nextNoon = '2026-03-02T12:00:00.000Z'

const registered: AccountEvent = { type: 'AccountRegistered', data: person }
const requested = (request = first, expiresAt = nextNoon): AccountEvent =>
  verificationRequested(userId, { ...request, ...profile, expiresAt })
const sent: AccountEvent = { type: 'VerificationEmailSent', data: { userId, verificationId: first.verificationId } }
const verified = (verificationId: string | null = first.verificationId): AccountEvent =>
  emailVerified(userId, { ...profile, verificationId })

test('a new person is registered and asked to verify the address within 24 hours', () => {
  given(accountAggregate, [])
    .when(register({ ...person, ...first, mailAt: noon, now: noon }))
    .emits([registered, requested()])
})

test('registering an unverified address again asks for another verification, with the password of the new registration', () => {
  given(accountAggregate, [registered, requested()])
    .when(register({ ...person, ...second, mailAt: '2026-03-01T12:01:00.000Z', now: '2026-03-01T12:01:00.000Z' }))
    .emits([requested(second, '2026-03-02T12:01:00.000Z')])
})

test('the password whose link was followed counts', () => {
  const hijacked = fold(accountAggregate, [registered, requested(first), requested(second), verified(first.verificationId)])
  expect(hijacked).toMatchObject({ situation: 'verified', credentialId: first.credentialId })
})

test('without a link, the password of the last registration counts', () => {
  expect(fold(accountAggregate, [registered, requested(first), requested(second), verified(null)])).toMatchObject({
    situation: 'verified',
    credentialId: second.credentialId,
  })
  expect(fold(accountAggregate, [registered, requested(first), requested(second), verified(second.verificationId)])).toMatchObject({
    credentialId: second.credentialId,
  })
})

test('nothing is known of an account before it is registered', () => {
  const before: AccountEvent[] = [
    requested(),
    sent,
    verified(),
    { type: 'RoleGranted', data: { userId, role: 'admin', reason: 'runs the site' } },
    { type: 'RegistrationRepeated', data: { userId, date: '2026-03-01' } },
    { type: 'RegistrationNoticeSent', data: { userId, date: '2026-03-01' } },
  ]
  for (const event of before) expect(fold(accountAggregate, [event])).toEqual({ situation: 'unregistered' })
})

test('registering a verified address again tells its owner, once a day', () => {
  const repeated: AccountEvent = { type: 'RegistrationRepeated', data: { userId, date: '2026-03-01' } }
  const again = register({ ...person, ...second, mailAt: noon, now: noon })
  given(accountAggregate, [registered, requested(), verified()]).when(again).emits([repeated])
  given(accountAggregate, [registered, requested(), verified(), repeated]).when(again).emits([])
})

test('a verification mail can be requested again until the address is verified', () => {
  const ask = requestVerification({ verificationId: second.verificationId, mailAt: nextNoon, now: noon })
  const asked = verificationRequested(userId, {
    ...first,
    ...profile,
    verificationId: second.verificationId,
    expiresAt: nextNoon,
    mailAt: nextNoon,
  })
  given(accountAggregate, [registered, requested()]).when(ask).emits([asked])
  given(accountAggregate, [registered, requested(), verified()]).when(ask).emits([])
  given(accountAggregate, []).when(ask).emits([])
})

test('a registration gets no mail if its address already had its mails for today', () => {
  given(accountAggregate, [registered, requested()])
    .when(register({ ...person, ...second, mailAt: null, now: noon }))
    .emits([verificationRequested(userId, { ...second, ...profile, expiresAt: nextNoon, mailAt: null })])
})

test('an unverified account accepts any of its recently registered passwords; a verified account has one', () => {
  const state = (...events: AccountEvent[]) => fold(accountAggregate, [registered, ...events])
  const third = { ...second, verificationId: first.verificationId.replace('2', '6') }
  expect(credentialsOf(state(requested(first), requested(second), requested(third)))).toEqual([second.credentialId, first.credentialId])
  expect(credentialsOf(state(requested(first), requested(second), verified(first.verificationId)))).toEqual([first.credentialId])
  expect(credentialsOf({ situation: 'unregistered' })).toEqual([])
})

test('with many registrations for one address, the latest five passwords are tried', () => {
  const credential = (n: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b00${n}`
  const requests = [1, 2, 3, 4, 5, 6, 7].map((n) => requested({ verificationId: credential(n), credentialId: credential(n) }))
  expect(credentialsOf(fold(accountAggregate, [registered, ...requests]))).toEqual([7, 6, 5, 4, 3].map(credential))
})

test('a sent mail is recorded once', () => {
  const record = recordVerificationEmail({ userId, verificationId: first.verificationId })
  given(accountAggregate, [registered, requested()]).when(record).emits([sent])
  given(accountAggregate, [registered, requested(), sent]).when(record).emits([])
  given(accountAggregate, []).when(record).emits([])
  given(accountAggregate, [registered, requested(second)])
    .when(record)
    .emits([])
})

test('the mails of two verifications are recorded separately, and both links stay valid', () => {
  const both = [registered, requested(first), requested(second), sent]
  given(accountAggregate, both)
    .when(recordVerificationEmail({ userId, verificationId: second.verificationId }))
    .emits([{ type: 'VerificationEmailSent', data: { userId, verificationId: second.verificationId } }])
  for (const { verificationId } of [first, second])
    given(accountAggregate, both)
      .when(verifyEmail({ verificationId, now: noon }))
      .emits([verified(verificationId)])
})

test('a link verifies the address once, and only before it expires', () => {
  const follow = (verificationId: string, now = noon) => verifyEmail({ verificationId, now })
  given(accountAggregate, [registered, requested()]).when(follow(first.verificationId)).emits([verified()])
  given(accountAggregate, [registered, requested()]).when(follow(first.verificationId, nextNoon)).refuses('verificationLinkExpired')
  given(accountAggregate, [registered, requested(), verified()]).when(follow(first.verificationId)).refuses('verificationLinkUsed')
  given(accountAggregate, [registered, requested()]).when(follow(second.verificationId)).refuses('verificationLinkInvalid')
  given(accountAggregate, []).when(follow(first.verificationId)).refuses('verificationLinkInvalid')
})

test('the profile comes from the registration whose link was followed', () => {
  const planted = verificationRequested(userId, {
    ...second,
    firstName: 'Mallory',
    lastName: 'M',
    timeZone: 'Asia/Tokyo',
    expiresAt: nextNoon,
  })
  const events = [registered, requested(first), planted]
  const state = fold(accountAggregate, events)
  const [followed] = verifyEmail({ verificationId: first.verificationId, now: noon })(state)
  expect(fold(accountAggregate, [...events, followed as AccountEvent])).toMatchObject({ ...profile, credentialId: first.credentialId })
  const [other] = verifyEmail({ verificationId: second.verificationId, now: noon })(state)
  expect(fold(accountAggregate, [...events, other as AccountEvent])).toMatchObject({ firstName: 'Mallory', timeZone: 'Asia/Tokyo' })
})

test('early links carry no profile, so the account keeps its own', () => {
  const ofOld = { firstName: null, lastName: null, timeZone: null, agreedTo: null }
  const before = [
    registered,
    verificationRequested(userId, { ...first, ...ofOld, expiresAt: nextNoon }),
    emailVerified(userId, { verificationId: first.verificationId }),
  ]
  expect(fold(accountAggregate, before)).toMatchObject({ ...profile, situation: 'verified' })
})
