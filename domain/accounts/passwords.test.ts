import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { changePassword, requestPasswordReset, resetPassword } from './passwords.ts'
import { accountRegistered, emailVerified, verificationRequested } from './testing/account-facts.ts'

const id = (last: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a00${last}`
const userId = id(1)
const [verificationId, former, chosen, resetId, otherReset] = [id(2), id(3), id(4), id(5), id(6)]
const noon = '2026-03-01T12:00:00.000Z'
const one = '2026-03-01T13:00:00.000Z'

const unverified = [
  accountRegistered(userId),
  verificationRequested(userId, { verificationId, credentialId: former, expiresAt: '2026-03-02T12:00:00.000Z' }),
]
const verified = [...unverified, emailVerified(userId, { verificationId })]
const asked = (reset = resetId): AccountEvent => ({ type: 'PasswordResetRequested', data: { userId, resetId: reset, expiresAt: one } })
const changed = (reset: string | null): AccountEvent => ({
  type: 'PasswordChanged',
  data: { userId, credentialId: chosen, resetId: reset },
})

test('a password reset link is valid for an hour, and only with a verified address', () => {
  const ask = requestPasswordReset({ resetId, now: noon })
  given(accountAggregate, verified).when(ask).emits([asked()])
  given(accountAggregate, unverified).when(ask).emits([])
  given(accountAggregate, []).when(ask).emits([])
})

test('the link changes the password once, before it expires', () => {
  const follow = (now: string) => resetPassword({ resetId, credentialId: chosen, now })
  given(accountAggregate, [...verified, asked()])
    .when(follow('2026-03-01T12:59:59.999Z'))
    .emits([changed(resetId)])
  given(accountAggregate, [...verified, asked()])
    .when(follow(one))
    .refuses('mailLinkInvalid')
  given(accountAggregate, [...verified, asked(), changed(resetId)])
    .when(follow(noon))
    .refuses('mailLinkInvalid')
  given(accountAggregate, verified).when(follow(noon)).refuses('mailLinkInvalid')
  given(accountAggregate, []).when(follow(noon)).refuses('mailLinkInvalid')
})

test('any new password invalidates all other links', () => {
  const follow = resetPassword({ resetId, credentialId: chosen, now: noon })
  given(accountAggregate, [...verified, asked(), asked(otherReset), changed(otherReset)])
    .when(follow)
    .refuses('mailLinkInvalid')
  given(accountAggregate, [...verified, asked(), changed(null)])
    .when(follow)
    .refuses('mailLinkInvalid')
})

test('a password change needs the current password, not one that was replaced meanwhile', () => {
  const change = changePassword({ formerCredentialId: former, credentialId: chosen })
  given(accountAggregate, verified)
    .when(change)
    .emits([changed(null)])
  given(accountAggregate, [...verified, changed(null)])
    .when(change)
    .refuses('conflict')
  given(accountAggregate, unverified).when(change).refuses('conflict')
})
