import { z } from 'zod'
import type { CalendarDay } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/** `reminder-<userId>_<date>`: of what somebody is reminded on one of their own days, each of it once. */

const ofDay = { userId: z.uuid(), date: z.iso.date() }

/** Their time has come, or an administrator sends today's to everybody now. */
export const DailyEmailDue = defineEvent('DailyEmailDue', {
  ...ofDay,
  /** Since when it is due. */
  at: z.iso.datetime(),
  cause: z.enum(['time', 'trigger']),
})

/** The mail server has taken it. */
export const DailyEmailSent = defineEvent('DailyEmailSent', {
  ...ofDay,
  /** The questions of the day that it told of. */ questionIds: z.array(z.uuid()),
})

/**
 * Why one that was due does not go out any more: their day has ended, they do not want it any more, want it at a later
 * time of the day, have no account that is verified and stays, or the mail server refuses it for good.
 */
export const dropReasons = ['dayOver', 'switchedOff', 'moved', 'noAccount', 'refused'] as const
export type DropReason = (typeof dropReasons)[number]
export const DailyEmailDropped = defineEvent('DailyEmailDropped', { ...ofDay, reason: z.enum(dropReasons) })

export const reminderDayEvents = [DailyEmailDue, DailyEmailSent, DailyEmailDropped] as const
export type ReminderDayEvent = EventOf<(typeof reminderDayEvents)[number]>

export interface ReminderDayState {
  /** Null while it was never due. */
  readonly dailyEmail: { readonly at: string; readonly became: 'due' | 'sent' | DropReason } | null
}

export const reminderDay: Aggregate<ReminderDayState, ReminderDayEvent> = {
  category: 'reminder',
  initial: { dailyEmail: null },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'DailyEmailDue':
        return { ...state, dailyEmail: { at: data.at, became: 'due' } }
      case 'DailyEmailSent':
        return { ...state, dailyEmail: state.dailyEmail && { ...state.dailyEmail, became: 'sent' } }
      case 'DailyEmailDropped':
        return { ...state, dailyEmail: state.dailyEmail && { ...state.dailyEmail, became: data.reason } }
    }
  },
}

export const reminderDayId = (userId: string, date: CalendarDay): string => `${userId}_${date}`

/** Due once a day; again where it was moved to a later time of the same day. */
export const dueDailyEmail =
  (due: EventOf<typeof DailyEmailDue>['data']): Decide<ReminderDayState, ReminderDayEvent> =>
  ({ dailyEmail }) =>
    dailyEmail === null || dailyEmail.became === 'moved' ? [{ type: 'DailyEmailDue', data: due }] : []

/** Whether the email that is due since then is still to go out. */
export const isDailyEmailDue = ({ dailyEmail }: ReminderDayState, at: string): boolean =>
  dailyEmail !== null && dailyEmail.became === 'due' && dailyEmail.at === at

export const noteDailyEmail =
  (at: string, became: Exclude<ReminderDayEvent, { type: 'DailyEmailDue' }>): Decide<ReminderDayState, ReminderDayEvent> =>
  (state) =>
    isDailyEmailDue(state, at) ? [became] : []
