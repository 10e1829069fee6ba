import { type Processes, REMINDERS_AT_ONCE } from '../worker/definitions.ts'
import { sendDailyEmail } from './daily-email.ts'
import { findDueDailyEmails, triggerDailyEmails } from './due-daily-emails.ts'
import { findDueReminders } from './due-reminders.ts'
import { takeOverDevice } from './push.ts'
import { remindOfSessionByPush } from './remind-of-session.ts'
import { sendDayReminder } from './send-day-reminder.ts'

export const reminderProcesses: Processes = {
  reactions: [
    { name: 'daily-emails', atOnce: REMINDERS_AT_ONCE, on: { DailyEmailDue: sendDailyEmail } },
    { name: 'triggered-daily-emails', on: { DailyEmailsTriggered: triggerDailyEmails } },
    {
      name: 'reminders',
      atOnce: REMINDERS_AT_ONCE,
      on: { QuestionsReminderDue: sendDayReminder, StreakReminderDue: sendDayReminder, ReviewsReminderDue: sendDayReminder },
    },
    { name: 'session-pushes', atOnce: REMINDERS_AT_ONCE, on: { TutoringReminderDue: remindOfSessionByPush } },
    { name: 'push-devices', on: { PushSubscribed: takeOverDevice } },
  ],
  jobs: [
    // Every minute, because accounts have their own times.
    { name: 'reminders', schedule: '* * * * *', atStart: true, run: findDueReminders },
    { name: 'daily-emails', schedule: '* * * * *', atStart: true, run: findDueDailyEmails },
  ],
}
