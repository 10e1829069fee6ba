/** No zod: the browser uses it. */

/** The daily email is a setting of the account instead. */
export const mailReminders = ['streak', 'reviews', 'sessions'] as const
export type MailReminder = (typeof mailReminders)[number]
export const pushReminders = ['dailyQuestions', ...mailReminders] as const
export type PushReminder = (typeof pushReminders)[number]

/** In the account's time zone; may run past midnight. */
export interface QuietHours {
  readonly from: string
  readonly until: string
}

export interface Reminders {
  readonly mail: Readonly<Record<MailReminder, boolean>>
  readonly push: Readonly<Record<PushReminder, boolean>>
  readonly quietHours: QuietHours | null
}

/** Push is on since allowing it is asking for it; session mails are on since a booking concerns two people. */
export const DEFAULT_REMINDERS: Reminders = {
  mail: { streak: false, reviews: false, sessions: true },
  push: { dailyQuestions: true, streak: true, reviews: true, sessions: true },
  quietHours: { from: '22:00', until: '07:00' },
}

export const DAILY_EMAILS_TRIGGERED = 'Daily emails have been triggered successfully!'

/** Account time. */
export const STREAK_REMINDER_TIME = '20:00'
export const REVIEWS_REMINDER_TIME = '18:00'

export const QUIET_HOURS_EMPTY = 'Quiet hours must start and end at different times'

/** May run past midnight; the end is exclusive. */
export function isQuiet(time: string, quietHours: QuietHours | null): boolean {
  if (!quietHours) return false
  const { from, until } = quietHours
  return from < until ? from <= time && time < until : time >= from || time < until
}

/** The order is part of mailed links and must not change. */
export const stoppableMails = ['dailyEmail', ...mailReminders] as const
export type StoppableMail = (typeof stoppableMails)[number]
