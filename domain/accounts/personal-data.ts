import type { Decide } from '../core/decider.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type AccountEvent, type AccountMail, type AccountState, isRegistered, type RegisteredAccount } from './account.ts'
import { DELETION_DAYS, EXPORT_HOURS } from './shown/rules.ts'

/** One export at a time, at most one a day. */
export const requestExport =
  (command: { exportId: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    const { exportId, now } = command
    const last = state.dataExport
    if (last && now < hoursAfter(last.requestedAt, EXPORT_HOURS))
      throw new Rejection(last.expiresAt === null ? 'exportUnderWay' : 'exportTooSoon')
    return [{ type: 'ExportRequested', data: { userId: state.userId, exportId, requestedAt: now } }]
  }

export const isExportDue = (state: AccountState, exportId: string): boolean =>
  isRegistered(state) && state.dataExport?.exportId === exportId && state.dataExport.expiresAt === null

export const recordExport =
  (command: { exportId: string; bytes: number; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { exportId, bytes, now } = command
    if (!isRegistered(state) || !isExportDue(state, exportId)) return []
    return [{ type: 'ExportMade', data: { userId: state.userId, exportId, bytes, expiresAt: hoursAfter(now, EXPORT_HOURS) } }]
  }

export const isOffered = (state: AccountState, exportId: string, now: string): boolean => {
  const last = isRegistered(state) ? state.dataExport : null
  return last?.exportId === exportId && last.expiresAt !== null && now < last.expiresAt
}

export const requestDeletion =
  (command: { now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    if (state.eraseAt !== null) return []
    return [{ type: 'DeletionRequested', data: { userId: state.userId, eraseAt: hoursAfter(command.now, DELETION_DAYS * 24) } }]
  }

export const cancelDeletion: Decide<AccountState, AccountEvent> = (state) => {
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  return state.eraseAt === null ? [] : [{ type: 'DeletionCancelled', data: { userId: state.userId } }]
}

export const eraseWhenDue =
  (command: { now: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistered(state) && state.eraseAt !== null && state.eraseAt <= command.now
      ? [{ type: 'AccountErased', data: { userId: state.userId } }]
      : []

export const erase: Decide<AccountState, AccountEvent> = (state) =>
  isRegistered(state) ? [{ type: 'AccountErased', data: { userId: state.userId } }] : []

/** After the farewell mail, only the erasure itself remains known. */
export const recordFarewell =
  (command: { cause: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    state.situation === 'erased'
      ? [{ type: 'AccountMailSent', data: { userId: state.userId, kind: 'accountErased', cause: command.cause } }]
      : []

export const isMailDue = (state: AccountState, { kind, cause }: AccountMail): state is RegisteredAccount & { readonly email: string } =>
  isRegistered(state) && state.email !== null && !state.mailsSent.some((sent) => sent.kind === kind && sent.cause === cause)

export const recordMail =
  (mail: AccountMail): Decide<AccountState, AccountEvent> =>
  (state) =>
    isMailDue(state, mail) ? [{ type: 'AccountMailSent', data: { userId: state.userId, ...mail } }] : []
