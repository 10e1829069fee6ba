import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import {
  cancelDeletion,
  erase,
  eraseWhenDue,
  isExportDue,
  isMailDue,
  isOffered,
  recordExport,
  recordFarewell,
  recordMail,
  requestDeletion,
  requestExport,
} from './personal-data.ts'
import { accountRegistered, emailVerified } from './testing/account-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const exportId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a00e'
const cause = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a00c'
const noon = '2026-03-01T12:00:00.000Z'
const nextNoon = '2026-03-02T12:00:00.000Z'
const aWeekLater = '2026-03-08T12:00:00.000Z'

const ana: AccountEvent[] = [accountRegistered(userId), emailVerified(userId)]
const asked: AccountEvent = { type: 'ExportRequested', data: { userId, exportId, requestedAt: noon } }
const made: AccountEvent = { type: 'ExportMade', data: { userId, exportId, bytes: 1_234, expiresAt: nextNoon } }
const leaving: AccountEvent = { type: 'DeletionRequested', data: { userId, eraseAt: aWeekLater } }
const staying: AccountEvent = { type: 'DeletionCancelled', data: { userId } }
const erased: AccountEvent = { type: 'AccountErased', data: { userId } }
const mail = { kind: 'exportMade', cause } as const
const mailed: AccountEvent = { type: 'AccountMailSent', data: { userId, ...mail } }

test('an export can be requested once a day, and not while one is being made', () => {
  const ask = (now: string) => requestExport({ exportId, now })
  given(accountAggregate, ana).when(ask(noon)).emits([asked])
  given(accountAggregate, [...ana, asked])
    .when(ask('2026-03-02T11:59:59.999Z'))
    .refuses('exportUnderWay')
  given(accountAggregate, [...ana, asked, made])
    .when(ask('2026-03-02T11:59:59.999Z'))
    .refuses('exportTooSoon')
  // After a day, even if the first export was never made.
  for (const before of [[asked], [asked, made]])
    given(accountAggregate, [...ana, ...before])
      .when(ask(nextNoon))
      .emits([{ type: 'ExportRequested', data: { userId, exportId, requestedAt: nextNoon } }])
  given(accountAggregate, [...ana, erased])
    .when(ask(noon))
    .refuses('notSignedIn')
})

test('an export is made once and available for a day', () => {
  const record = recordExport({ exportId, bytes: 1_234, now: noon })
  given(accountAggregate, [...ana, asked])
    .when(record)
    .emits([made])
  given(accountAggregate, [...ana, asked, made])
    .when(record)
    .emits([])
  given(accountAggregate, ana).when(record).emits([])
  given(accountAggregate, [...ana, asked, erased])
    .when(record)
    .emits([])
  const state = fold(accountAggregate, [...ana, asked, made])
  expect(isExportDue(state, exportId)).toBe(false)
  expect(isOffered(state, exportId, '2026-03-02T11:59:59.999Z')).toBe(true)
  expect(isOffered(state, exportId, nextNoon)).toBe(false)
  expect(isOffered(state, userId, noon)).toBe(false)
  expect(isOffered(fold(accountAggregate, [...ana, asked]), exportId, noon)).toBe(false)
})

test('an account is deleted a week after the request, and not before', () => {
  given(accountAggregate, ana)
    .when(requestDeletion({ now: noon }))
    .emits([leaving])
  given(accountAggregate, [...ana, leaving])
    .when(requestDeletion({ now: nextNoon }))
    .emits([])
  given(accountAggregate, [...ana, leaving])
    .when(eraseWhenDue({ now: '2026-03-08T11:59:59.999Z' }))
    .emits([])
  given(accountAggregate, [...ana, leaving])
    .when(eraseWhenDue({ now: aWeekLater }))
    .emits([erased])
  given(accountAggregate, [...ana, leaving, erased])
    .when(eraseWhenDue({ now: aWeekLater }))
    .emits([])
})

test('a person who changes their mind keeps the account', () => {
  given(accountAggregate, [...ana, leaving])
    .when(cancelDeletion)
    .emits([staying])
  given(accountAggregate, [...ana, leaving, staying])
    .when(cancelDeletion)
    .emits([])
  given(accountAggregate, [...ana, leaving, staying])
    .when(eraseWhenDue({ now: aWeekLater }))
    .emits([])
  given(accountAggregate, [...ana, leaving, staying])
    .when(requestDeletion({ now: noon }))
    .emits([leaving])
})

test('an operator erases at once, and only once', () => {
  given(accountAggregate, ana).when(erase).emits([erased])
  given(accountAggregate, [...ana, erased])
    .when(erase)
    .emits([])
  given(accountAggregate, []).when(erase).emits([])
})

test('an erased account can request nothing', () => {
  const gone = [...ana, erased]
  given(accountAggregate, gone)
    .when(requestDeletion({ now: noon }))
    .refuses('notSignedIn')
  given(accountAggregate, gone).when(cancelDeletion).refuses('notSignedIn')
})

test('a mail is recorded once, and the only mail to an erased account is the farewell', () => {
  given(accountAggregate, ana).when(recordMail(mail)).emits([mailed])
  given(accountAggregate, [...ana, mailed])
    .when(recordMail(mail))
    .emits([])
  expect(isMailDue(fold(accountAggregate, [...ana, mailed]), { ...mail, kind: 'deletionRequested' })).toBe(true)
  given(accountAggregate, [...ana, erased])
    .when(recordMail(mail))
    .emits([])
  given(accountAggregate, [...ana, erased])
    .when(recordFarewell({ cause }))
    .emits([{ type: 'AccountMailSent', data: { userId, kind: 'accountErased', cause } }])
  given(accountAggregate, ana).when(recordFarewell({ cause })).emits([])
})
