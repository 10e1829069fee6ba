import { z } from 'zod'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended, withEntry } from '../core/growing.ts'

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
