import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { recordRegistrationNotice } from './registration.ts'
import { accountRegistered } from './testing/account-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const registered: AccountEvent = accountRegistered(userId)
const sentOn = (date: string): AccountEvent => ({ type: 'RegistrationNoticeSent', data: { userId, date } })
const record = (date: string) => recordRegistrationNotice({ userId, date })

test('the notice of a repeated registration is recorded once, and not after a later one', () => {
  given(accountAggregate, [registered])
    .when(record('2026-03-01'))
    .emits([sentOn('2026-03-01')])
  given(accountAggregate, [registered, sentOn('2026-03-01')])
    .when(record('2026-03-01'))
    .emits([])
  given(accountAggregate, [registered, sentOn('2026-03-02')])
    .when(record('2026-03-01'))
    .emits([])
  given(accountAggregate, [registered, sentOn('2026-03-01')])
    .when(record('2026-03-02'))
    .emits([sentOn('2026-03-02')])
})

test('nothing is recorded for an account that does not exist', () => {
  given(accountAggregate, []).when(record('2026-03-01')).emits([])
})
