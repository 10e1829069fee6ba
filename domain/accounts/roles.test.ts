import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { changeRole } from './settings.ts'
import type { UserRole } from './shown/rules.ts'
import { accountRegistered } from './testing/account-facts.ts'

const userId = '7f0c3b52-3f0c-4d39-9a55-0b8e4c1c2f11'
const registered = accountRegistered(userId)
const reason = 'joins the faculty'
const granted = (role: UserRole): AccountEvent => ({ type: 'RoleGranted', data: { userId, role, reason } })
const revoked = (role: UserRole): AccountEvent => ({ type: 'RoleRevoked', data: { userId, role, reason } })

test('a role is granted once, and only to a registered account', () => {
  const grant = changeRole({ role: 'educator', reason })
  given(accountAggregate, [registered])
    .when(grant)
    .emits([granted('educator')])
  given(accountAggregate, [registered, granted('educator')])
    .when(grant)
    .emits([])
  given(accountAggregate, []).when(grant).emits([])
})

test('a role replaces the previous one', () => {
  given(accountAggregate, [registered, granted('educator')])
    .when(changeRole({ role: 'tutor', reason }))
    .emits([granted('tutor')])
})

test('a role is revoked once, which leaves a student', () => {
  const take = changeRole({ role: 'student', reason })
  given(accountAggregate, [registered, granted('admin')])
    .when(take)
    .emits([revoked('admin')])
  given(accountAggregate, [registered, granted('admin'), revoked('admin')])
    .when(take)
    .emits([])
  given(accountAggregate, [registered]).when(take).emits([])
})

test('a revoked role can be granted again', () => {
  given(accountAggregate, [registered, granted('admin'), revoked('admin')])
    .when(changeRole({ role: 'admin', reason }))
    .emits([granted('admin')])
})

test('an erased account has no role to change', () => {
  given(accountAggregate, [registered, { type: 'AccountErased', data: { userId } }])
    .when(changeRole({ role: 'admin', reason }))
    .emits([])
})
