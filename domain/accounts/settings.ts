import type { Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type AccountEvent, type AccountState, type EmailChange, isRegistered, type RegisteredAccount } from './account.ts'
import { accountDay } from './shown/account-day.ts'
import type { Background } from './shown/background.ts'
import { EMAIL_CHANGE_HOURS, latestExamDate, type Settings, timeZoneChangeableFrom } from './shown/rules.ts'

/** Null removes a value; a missing field stays as it is. */
export interface ProfileChange extends Partial<{ readonly [Name in keyof Background]: Background[Name] | undefined }> {
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string | null | undefined
}

export const changeProfile =
  (change: ProfileChange): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    const { userId, background: before } = state
    const { firstName, lastName, phone = state.phone } = change
    const { firstLanguage = before.firstLanguage, paramedicProgram = before.paramedicProgram } = change
    const events: AccountEvent[] = []
    if (firstName !== state.firstName || lastName !== state.lastName || phone !== state.phone)
      events.push({ type: 'ProfileChanged', data: { userId, firstName, lastName, phone } })
    if (firstLanguage !== before.firstLanguage || paramedicProgram !== before.paramedicProgram)
      events.push({ type: 'BackgroundTold', data: { userId, firstLanguage, paramedicProgram } })
    return events
  }

export type SettingsChange = { readonly [Name in keyof Settings | 'timeZone']?: (Settings & { timeZone: string })[Name] | undefined }

/** Rejects with `timeZoneChangedLately` or `examDateOutOfRange`; then none of the changes apply. */
export const changeSettings =
  ({ change, now }: { readonly change: SettingsChange /** ISO 8601, UTC. */; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    const { userId, timeZone: formerTimeZone, settings: before } = state
    const {
      showCorrectAnswers = before.showCorrectAnswers,
      dailyEmailEnabled = before.dailyEmailEnabled,
      dailyEmailTime = before.dailyEmailTime,
      examDate = before.examDate,
      calmMode = before.calmMode,
      showOnLeaderboard = before.showOnLeaderboard,
      timeZone = formerTimeZone,
    } = change
    const movesZone = timeZone !== formerTimeZone
    if (movesZone && now < timeZoneChangeableFrom(state.timeZoneChangedAt)) throw new Rejection('timeZoneChangedLately')
    if (examDate !== before.examDate && examDate !== null) {
      const today = accountDay(now, state)
      if (examDate < today || examDate > latestExamDate(today)) throw new Rejection('examDateOutOfRange')
    }
    const settings: Settings = { showCorrectAnswers, dailyEmailEnabled, dailyEmailTime, examDate, calmMode, showOnLeaderboard }
    const isSame = (Object.keys(settings) as (keyof Settings)[]).every((name) => settings[name] === before[name])
    if (isSame && !movesZone) return []
    const timeZoneChangedAt = movesZone ? now : state.timeZoneChangedAt
    return [{ type: 'SettingsChanged', data: { userId, ...settings, timeZone, timeZoneChangedAt } }]
  }

type RoleChange = Pick<DataOf<AccountEvent, 'RoleGranted'>, 'role' | 'reason'>

export const changeRole =
  ({ role, reason }: RoleChange): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state) || state.role === role) return []
    const { userId } = state
    return role === 'student'
      ? [{ type: 'RoleRevoked', data: { userId, role: state.role, reason } }]
      : [{ type: 'RoleGranted', data: { userId, role, reason } }]
  }

export const requestEmailChange =
  (command: { readonly changeId: string; readonly email: string; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') throw new Rejection('conflict')
    const { changeId, email, now } = command
    if (state.email === email) throw new Rejection('emailUnchanged')
    const expiresAt = hoursAfter(now, EMAIL_CHANGE_HOURS)
    return [{ type: 'EmailChangeRequested', data: { userId: state.userId, changeId, email, expiresAt } }]
  }

interface Followed {
  readonly changeId: string
  readonly now: string
}

export function emailChangeOf(state: AccountState, { changeId, now }: Followed): RegisteredAccount & { readonly emailChange: EmailChange } {
  if (state.situation !== 'verified') throw new Rejection('mailLinkInvalid')
  const { emailChange } = state
  if (emailChange === null || emailChange.changeId !== changeId || now >= emailChange.expiresAt) throw new Rejection('mailLinkInvalid')
  return { ...state, emailChange }
}

export const changeEmail =
  ({
    emailHash,
    formerEmailHash,
    ...followed
  }: Followed & { emailHash: string; formerEmailHash: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, email: formerEmail, emailChange } = emailChangeOf(state, followed)
    const { changeId, email } = emailChange
    return [{ type: 'EmailChanged', data: { userId, changeId, email, formerEmail, emailHash, formerEmailHash } }]
  }
