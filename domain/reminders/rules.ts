/** Rules of reminders, with the words that go with them. Free of zod: the browser uses them too. */

/** Reminders by email, beside the daily email, which is one of the account's settings. */
export const mailReminders = ['streak', 'reviews', 'sessions'] as const
export type MailReminder = (typeof mailReminders)[number]
/** Of what they can be reminded by a notification of their devices. */
export const pushReminders = ['dailyQuestions', ...mailReminders] as const
export type PushReminder = (typeof pushReminders)[number]

/** In which no device makes itself heard, by the clock of the account: from a time until one of the next morning. */
export interface QuietHours {
  readonly from: string
  readonly until: string
}

export interface Reminders {
  readonly mail: Readonly<Record<MailReminder, boolean>>
  /** Where a device takes notifications. */
  readonly push: Readonly<Record<PushReminder, boolean>>
  /** Null where there are none. */
  readonly quietHours: QuietHours | null
}

/**
 * The defaults. Anyone who lets a device show notifications has asked for them; a booked session
 * concerns two.
 */
export const DEFAULT_REMINDERS: Reminders = {
  mail: { streak: false, reviews: false, sessions: true },
  push: { dailyQuestions: true, streak: true, reviews: true, sessions: true },
  quietHours: { from: '22:00', until: '07:00' },
}

export const DAILY_EMAILS_TRIGGERED = 'Daily emails have been triggered successfully!'

/** At these times of their own day, people are reminded of a streak, and of reviews; of questions when they say. */
export const STREAK_REMINDER_TIME = '20:00'
export const REVIEWS_REMINDER_TIME = '18:00'

export const QUIET_HOURS_EMPTY = 'Quiet hours must start and end at different times'

/** Whether a time of the day, '13:00', lies in quiet hours, which may run past midnight. Their end is not in them. */
export function isQuiet(time: string, quietHours: QuietHours | null): boolean {
  if (!quietHours) return false
  const { from, until } = quietHours
  return from < until ? from <= time && time < until : time >= from || time < until
}

/** The kinds of mail that a link in each of them ends. The order stands in links that were mailed: it stays. */
export const stoppableMails = ['dailyEmail', ...mailReminders] as const
export type StoppableMail = (typeof stoppableMails)[number]
