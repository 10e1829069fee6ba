import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/shown/account-day'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { type DayReminder, dayReminders, dueReminder, reminderDayAggregate, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import { isQuiet } from '@medicready/domain/reminders/shown/rules'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { instantOf, localTimeAt } from '@medicready/domain/tutoring/local-time'
import { type ReminderCandidate, reminderCandidates, timeZonesInUse } from '@medicready/projector/read-models/reminders/reminder-queries'
import { jobContext, uuidOfName } from '../command-context.ts'
import type { JobDeps } from '../worker/definitions.ts'
import { atOnce } from '../worker/shown.ts'

const PAGE_SIZE = 1_000
const AT_ONCE = 10
const JOB_NAMESPACE = '7d5f6b0e-7e53-4b0f-9d0e-4f6f5a1f8c11'

/** Once a day each. Pushes do not become due in quiet hours, but useful ones afterwards. */
export async function findDueReminders(deps: JobDeps): Promise<{ due: number }> {
  const { sql, clock } = deps
  const now = clock()
  const zones = await timeZonesInUse(sql)
  const clocks = zones.map(({ timeZone }) => ({
    timeZone,
    today: localTimeAt(Date.parse(now), timeZone).day,
    time: timeShown(now, timeZone),
  }))
  let due = 0
  for (const kind of dayReminders)
    for await (const page of reminderCandidates(sql, { kind, clocks, pageSize: PAGE_SIZE })) {
      await atOnce(AT_ONCE, page, async (one) => {
        if (!deps.signal.aborted && (await note(deps, kind, one, now))) due += 1
      })
      if (deps.signal.aborted) return { due }
    }
  return { due }
}

async function note({ commands }: JobDeps, kind: DayReminder, candidate: ReminderCandidate, now: string): Promise<boolean> {
  const { userId, timeZone, quietHours, byMail, subscribedAt, remindedAt } = candidate
  if (!byMail && (isQuiet(timeShown(now, timeZone), quietHours) || subscribedAt === null)) return false
  const date = accountDay(now, candidate)
  // Someone who has just allowed notifications has the app open. Streak reminders go out anyway.
  const isNew = subscribedAt !== null && accountDay(subscribedAt, candidate) === date && timeShown(subscribedAt, timeZone) >= remindedAt
  if (isNew && !byMail && kind !== 'streak') return false
  // The read models may not have seen an answer yet.
  if (kind !== 'reviews' && (await commands.load(studyDayAggregate, studyDayId(userId, date))).state.answers.size > 0) return false
  const id = reminderDayId(userId, date)
  const context = jobContext('reminders', uuidOfName(`${id}/${kind}`, JOB_NAMESPACE), now)
  const { events } = await commands.execute(reminderDayAggregate, id, dueReminder(kind, { userId, date, at: now }), context)
  return events.length > 0
}

export function timeShown(instant: string, timeZone: string): string {
  const { minutes } = localTimeAt(Date.parse(instant), timeZone)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

export const endOfDay = (date: CalendarDay, { timeZone }: AccountCalendar): string =>
  new Date(instantOf({ day: addDays(date, 1), minutes: 0 }, timeZone)).toISOString()
