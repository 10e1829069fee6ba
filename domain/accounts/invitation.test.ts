import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { invite, requestPasswordReset, resetPassword } from './passwords.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [userId, resetId, credentialId] = [id(1), id(2), id(3)]
const now = '2026-03-01T12:00:00.000Z'
const bea = { userId, email: 'bea@example.com', firstName: 'Bea', lastName: 'Moreno', timeZone: 'UTC' }
const registered: AccountEvent = { type: 'AccountRegistered', data: { ...bea, agreedTo: null } }
const link: AccountEvent = { type: 'PasswordResetRequested', data: { userId, resetId, expiresAt: '2026-03-08T12:00:00.000Z' } }
const chosen: AccountEvent = { type: 'PasswordChanged', data: { userId, credentialId, resetId } }
const verified: AccountEvent = {
  type: 'EmailVerified',
  data: { userId, verificationId: null, firstName: null, lastName: null, timeZone: null, agreedTo: null },
}

test('an invitation creates an account and a link, and the link verifies the address with the first password', () => {
  given(accountAggregate, [])
    .when(invite({ ...bea, resetId, now }))
    .emits([registered, link])
  given(accountAggregate, [registered, link]).when(resetPassword({ resetId, credentialId, now })).emits([verified, chosen])
})

test('the name from the invitation stays', () => {
  const state = [registered, link, verified, chosen].reduce(accountAggregate.evolve, accountAggregate.initial)
  expect(state).toMatchObject({ situation: 'verified', firstName: 'Bea', lastName: 'Moreno', credentialId })
})

test('a person who never followed a link is invited again; a person who did has an account', () => {
  const again = { ...bea, userId: id(4), resetId: id(5), now }
  given(accountAggregate, [registered, link])
    .when(invite(again))
    .emits([{ ...link, data: { ...link.data, resetId: id(5) } } as AccountEvent])
  given(accountAggregate, [registered, link, verified, chosen]).when(invite(again)).refuses('emailTaken')
})

test('an expired link does nothing, and no one else gets one for an unverified address', () => {
  given(accountAggregate, [registered, link])
    .when(resetPassword({ resetId, credentialId, now: '2026-03-08T12:00:00.000Z' }))
    .refuses('mailLinkInvalid')
  given(accountAggregate, [registered]).when(requestPasswordReset({ resetId, now })).emits([])
})
