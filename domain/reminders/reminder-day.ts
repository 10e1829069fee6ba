import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended, withEntry } from '../core/growing.ts'
import type { CalendarDay } from '../core/shown/calendar.ts'

/** Part of `reminder-<userId>_<date>`: notifications and their mails. Recorded when due, and again when sent. */

const ofDay = { userId: z.uuid(), date: z.iso.date() }
const due = eventWith({ ...ofDay, at: z.iso.datetime() })
/** May repeat: an unreachable device is reached later. */
const sent = eventWith({ ...ofDay, devices: z.array(z.uuid()), byMail: z.boolean() })

export const dayReminders = ['dailyQuestions', 'streak', 'reviews'] as const
export type DayReminder = (typeof dayReminders)[number]

/** `stopped`: mail only, and mail to the address is stopped. `refused`: no device or mailbox takes it. */
export const reminderDrops = ['done', 'dayOver', 'switchedOff', 'noAccount', 'stopped', 'refused'] as const
export type ReminderDrop = (typeof reminderDrops)[number]

export const deviceReminderEvents = defineEvents({
  QuestionsReminderDue: due,
  QuestionsReminderSent: sent,
  StreakReminderDue: due,
  StreakReminderSent: sent,
  ReviewsReminderDue: due,
  ReviewsReminderSent: sent,
  ReminderDropped: eventWith({ ...ofDay, kind: z.enum(dayReminders), reason: z.enum(reminderDrops) }),
  /** Caused by a fact of the session; its date is the day it begins, in UTC. */
  SessionReminderSent: eventWith({ ...ofDay, cause: z.uuid(), devices: z.array(z.uuid()) }),
})
export type DeviceReminderEvent = EventOf<(typeof deviceReminderEvents)[number]>

export const dueTypes = {
  dailyQuestions: 'QuestionsReminderDue',
  streak: 'StreakReminderDue',
  reviews: 'ReviewsReminderDue',
} as const satisfies Record<DayReminder, DeviceReminderEvent['type']>
export type DueType = (typeof dueTypes)[DayReminder]
export const sentTypes = {
  dailyQuestions: 'QuestionsReminderSent',
  streak: 'StreakReminderSent',
  reviews: 'ReviewsReminderSent',
} as const satisfies Record<DayReminder, DeviceReminderEvent['type']>

export interface Reminded {
  readonly isDropped: boolean
  readonly devices: readonly string[]
  readonly byMail: boolean
}

export interface DeviceReminders {
  readonly byKind: { readonly [Kind in DayReminder]?: Reminded }
  /** By cause. */
  readonly bySession: ReadonlyMap<string, readonly string[]>
}

export const noDeviceReminders: DeviceReminders = { byKind: {}, bySession: new Map() }

const untouched: Reminded = { isDropped: false, devices: [], byMail: false }

export function deviceRemindersAfter(state: DeviceReminders, { type, data }: DeviceReminderEvent): DeviceReminders {
  const having = (kind: DayReminder, to: (before: Reminded) => Reminded): DeviceReminders => ({
    ...state,
    byKind: { ...state.byKind, [kind]: to(state.byKind[kind] ?? untouched) },
  })
  switch (type) {
    case 'ReminderDropped':
      return having(data.kind, (before) => ({ ...before, isDropped: true }))
    case 'SessionReminderSent': {
      const before = state.bySession.get(data.cause) ?? []
      return { ...state, bySession: withEntry(state.bySession, data.cause, appended(before, ...data.devices)) }
    }
  }
  const kind = dayReminders.find((one) => dueTypes[one] === type || sentTypes[one] === type)
  if (kind === undefined) return state
  return having(kind, (before) =>
    'devices' in data ? { ...before, devices: appended(before.devices, ...data.devices), byMail: before.byMail || data.byMail } : before,
  )
}

/** `reminder-<userId>_<date>`: each reminder at most once per day. */

/** `moved`: to a later time of the day. `stopped`: mail to the address is stopped. */
export const dropReasons = ['dayOver', 'switchedOff', 'moved', 'noAccount', 'stopped', 'refused'] as const
export type DropReason = (typeof dropReasons)[number]

const dailyEmailEvents = defineEvents({
  /** Their time has come, or an administrator sent today's emails. */
  DailyEmailDue: eventWith({ ...ofDay, at: z.iso.datetime(), cause: z.enum(['time', 'trigger']) }),
  DailyEmailSent: eventWith({ ...ofDay, questionIds: z.array(z.uuid()) }),
  DailyEmailDropped: eventWith({ ...ofDay, reason: z.enum(dropReasons) }),
})
export const reminderDayEvents = [...dailyEmailEvents, ...deviceReminderEvents]
export type ReminderDayEvent = EventOf<(typeof reminderDayEvents)[number]>

type DecideDay = Decide<ReminderDayState, ReminderDayEvent>

export interface ReminderDayState {
  readonly dailyEmail: { readonly at: string; readonly became: 'due' | 'sent' | DropReason } | null
  readonly onDevices: DeviceReminders
}

export const reminderDayAggregate: Aggregate<ReminderDayState, ReminderDayEvent> = {
  category: 'reminder',
  initial: { dailyEmail: null, onDevices: noDeviceReminders },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DailyEmailDue':
        return { ...state, dailyEmail: { at: event.data.at, became: 'due' } }
      case 'DailyEmailSent':
        return { ...state, dailyEmail: state.dailyEmail && { ...state.dailyEmail, became: 'sent' } }
      case 'DailyEmailDropped':
        return { ...state, dailyEmail: state.dailyEmail && { ...state.dailyEmail, became: event.data.reason } }
      default:
        return { ...state, onDevices: deviceRemindersAfter(state.onDevices, event) }
    }
  },
}

export const reminderDayId = (userId: string, date: CalendarDay): string => `${userId}_${date}`

/** Once a day, or again if moved to a later time of the same day. */
export const dueDailyEmail =
  (due: DataOf<ReminderDayEvent, 'DailyEmailDue'>): DecideDay =>
  ({ dailyEmail }) =>
    dailyEmail === null || dailyEmail.became === 'moved' ? [{ type: 'DailyEmailDue', data: due }] : []

export const isDailyEmailDue = ({ dailyEmail }: ReminderDayState, at: string): boolean =>
  dailyEmail !== null && dailyEmail.became === 'due' && dailyEmail.at === at

export const noteDailyEmail =
  (at: string, became: Extract<ReminderDayEvent, { type: 'DailyEmailSent' | 'DailyEmailDropped' }>): DecideDay =>
  (state) =>
    isDailyEmailDue(state, at) ? [became] : []

type OfDay = Pick<DataOf<ReminderDayEvent, 'DailyEmailSent'>, 'userId' | 'date'>

export const dueReminder =
  (kind: DayReminder, { userId, date, at }: OfDay & { readonly at: string }): DecideDay =>
  ({ onDevices }) =>
    onDevices.byKind[kind] ? [] : [{ type: dueTypes[kind], data: { userId, date, at } }]

/** Null if it is not due or was dropped. */
export function reminded({ onDevices }: ReminderDayState, kind: DayReminder): Reminded | null {
  const known = onDevices.byKind[kind]
  return known && !known.isDropped ? known : null
}

export const noteReminder =
  (kind: DayReminder, { userId, date, devices, byMail }: OfDay & Pick<Reminded, 'devices' | 'byMail'>): DecideDay =>
  (state) => {
    const before = reminded(state, kind)
    const others = devices.filter((device) => !before?.devices.includes(device))
    const isNews = others.length > 0 || (byMail && !before?.byMail)
    return before && isNews ? [{ type: sentTypes[kind], data: { userId, date, devices: others, byMail } }] : []
  }

export const dropReminder =
  (kind: DayReminder, { userId, date, reason }: OfDay & { readonly reason: ReminderDrop }): DecideDay =>
  (state) => {
    const before = reminded(state, kind)
    return before && before.devices.length === 0 && !before.byMail
      ? [{ type: 'ReminderDropped', data: { userId, date, kind, reason } }]
      : []
  }

export const remindedOfSession = ({ onDevices }: ReminderDayState, cause: string): readonly string[] => onDevices.bySession.get(cause) ?? []

export const noteSessionReminder =
  ({ userId, date }: OfDay, { cause, devices }: { readonly cause: string; readonly devices: readonly string[] }): DecideDay =>
  (state) => {
    const others = devices.filter((device) => !remindedOfSession(state, cause).includes(device))
    return others.length > 0 ? [{ type: 'SessionReminderSent', data: { userId, date, cause, devices: others } }] : []
  }
