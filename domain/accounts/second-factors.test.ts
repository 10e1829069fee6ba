import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate, isRegistered } from './account.ts'
import { addSecondFactor, issueRecoveryCodes, noteRecoveryCodeUsed, removeSecondFactor, secondStepsOf } from './second-factors.ts'
import { accountRegistered, emailVerified } from './testing/account-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const idOf = (n: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`
const account: AccountEvent[] = [accountRegistered(userId), emailVerified(userId)]
const factor = (n: number, kind: 'passkey' | 'totp' = 'passkey') => ({ factorId: idOf(n), kind, name: 'My phone' })
const added = (n: number, kind: 'passkey' | 'totp' = 'passkey'): AccountEvent => ({
  type: 'SecondFactorAdded',
  data: { userId, ...factor(n, kind) },
})
const removed = (n: number): AccountEvent => ({ type: 'SecondFactorRemoved', data: { userId, factorId: idOf(n) } })
const issued: AccountEvent = { type: 'RecoveryCodesIssued', data: { userId, count: 10 } }
const add = (n: number, withRecoveryCodes = true) => addSecondFactor({ ...factor(n), withRecoveryCodes })

describe('a second factor', () => {
  test('comes with recovery codes if the account has none left', () => {
    given(accountAggregate, account)
      .when(add(1))
      .emits([added(1), issued])
    given(accountAggregate, [...account, added(1), issued])
      .when(add(2))
      .emits([added(2)])
    given(accountAggregate, account)
      .when(add(1, false))
      .emits([added(1)])
    given(accountAggregate, [...account, added(1)])
      .when(add(2))
      .emits([added(2), issued])
  })

  test('is added once, to a verified account, and at most ten times', () => {
    given(accountAggregate, [...account, added(1), issued])
      .when(add(1))
      .emits([])
    given(accountAggregate, [accountRegistered(userId)])
      .when(add(1))
      .refuses('notSignedIn')
    const ten = Array.from({ length: 10 }, (_, n) => added(n))
    given(accountAggregate, [...account, ...ten])
      .when(add(11))
      .refuses('tooManySecondFactors')
    given(accountAggregate, [...account, ...ten, removed(3)])
      .when(add(11, false))
      .emits([added(11)])
  })

  test('is removed by its owner', () => {
    const remove = removeSecondFactor({ factorId: idOf(1) })
    given(accountAggregate, [...account, added(1), issued])
      .when(remove)
      .emits([removed(1)])
    given(accountAggregate, account).when(remove).refuses('secondFactorNotFound')
    given(accountAggregate, [...account, added(1), removed(1)])
      .when(remove)
      .refuses('secondFactorNotFound')
    given(accountAggregate, []).when(remove).refuses('secondFactorNotFound')
  })
})

test('an account with a second factor can get new recovery codes', () => {
  given(accountAggregate, [...account, added(1), issued])
    .when(issueRecoveryCodes)
    .emits([issued])
  given(accountAggregate, account).when(issueRecoveryCodes).refuses('secondFactorMissing')
})

test('the second step of a sign-in offers what the account has', () => {
  const offered = (...events: AccountEvent[]) => {
    const state = fold(accountAggregate, [...account, ...events])
    return isRegistered(state) ? secondStepsOf(state) : null
  }
  const used: AccountEvent = { type: 'RecoveryCodeUsed', data: { userId, left: 0 } }
  expect(offered()).toEqual([])
  expect(offered(added(1), issued)).toEqual(['passkey', 'recoveryCode'])
  expect(offered(added(1), added(2, 'totp'), issued, used)).toEqual(['passkey', 'totp'])
  // Without a factor the codes have no use, and do not return with the next one.
  expect(offered(added(1), issued, removed(1))).toEqual([])
  expect(offered(added(1), issued, removed(1), added(2, 'totp'))).toEqual(['totp'])
})

test('each use of a recovery code records how many are left', () => {
  given(accountAggregate, [...account, added(1), issued])
    .when(noteRecoveryCodeUsed({ left: 9 }))
    .emits([{ type: 'RecoveryCodeUsed', data: { userId, left: 9 } }])
  given(accountAggregate, [])
    .when(noteRecoveryCodeUsed({ left: 9 }))
    .emits([])
})
