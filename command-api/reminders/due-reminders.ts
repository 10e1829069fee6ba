import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/account-day'
import type { CalendarDay } from '@medicready/domain/calendar'
import { type DayReminder, dayReminders } from '@medicready/domain/reminders/device-reminders'
import { dueReminder, reminderDay, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import {
  DEFAULT_REMINDERS,
  isQuiet,
  type QuietHours,
  REVIEWS_REMINDER_TIME,
  STREAK_REMINDER_TIME,
} from '@medicready/domain/reminders/rules'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { localTimeAt } from '@medicready/domain/tutoring/local-time'
import type { Sql } from '@medicready/platform/postgres/connection'
import { uuidOfName } from '../name-uuid.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { timeShown } from './own-clock.ts'

const PAGE_SIZE = 1_000
/** Many are due at the same minute; others write meanwhile. */
const AT_ONCE = 10
const JOB_NAMESPACE = '7d5f6b0e-7e53-4b0f-9d0e-4f6f5a1f8c11'

type DueParts = Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>

/** What the clocks of a time zone show. */
interface ZoneClock {
  readonly timeZone: string
  readonly today: CalendarDay
  readonly time: string
}

interface Candidate extends AccountCalendar {
  readonly userId: string
  /** At what time of the day they are reminded. */
  readonly remindedAt: string
  /** When the first of their devices was subscribed; null without one that is to show this. */
  readonly subscribedAt: string | null
  readonly byMail: boolean
  readonly quietHours: QuietHours | null
}

/**
 * Notes of what people are to be reminded now, each of it once a day. The read models say where to look, the log
 * decides. In quiet hours nothing becomes due for devices; what is of use afterwards becomes due then. Answers how many
 * are due.
 */
export async function findDueReminders(parts: DueParts): Promise<{ due: number }> {
  const { sql, clock } = parts
  const now = clock()
  // From one zone to the next by the index: there are few of them, and many people.
  const zones = await sql<{ timeZone: string }[]>`
    WITH RECURSIVE zones AS (
      SELECT min(time_zone) AS zone FROM read.users
      UNION ALL SELECT (SELECT min(time_zone) FROM read.users WHERE time_zone > zone) FROM zones WHERE zone IS NOT NULL)
    SELECT zone AS "timeZone" FROM zones WHERE zone IS NOT NULL`
  const clocks = zones.map(({ timeZone }) => ({
    timeZone,
    today: localTimeAt(Date.parse(now), timeZone).day,
    time: timeShown(now, timeZone),
  }))
  let due = 0
  for (const kind of dayReminders)
    for await (const page of candidates(sql, kind, clocks)) {
      const queue = page.values()
      const work = async () => {
        for (const one of queue) if (!parts.signal.aborted && (await note(parts, kind, one, now))) due += 1
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      if (parts.signal.aborted) return { due }
    }
  return { due }
}

async function note({ commands }: DueParts, kind: DayReminder, candidate: Candidate, now: string): Promise<boolean> {
  const { userId, timeZone, quietHours, byMail, subscribedAt, remindedAt } = candidate
  if (!byMail && (isQuiet(timeShown(now, timeZone), quietHours) || subscribedAt === null)) return false
  const date = accountDay(now, candidate)
  // Who has just let a device show notifications has the app open. A streak ends all the same.
  const isNew = subscribedAt !== null && accountDay(subscribedAt, candidate) === date && timeShown(subscribedAt, timeZone) >= remindedAt
  if (isNew && !byMail && kind !== 'streak') return false
  // The read models may not have seen an answer yet.
  if (kind !== 'reviews' && (await commands.load(studyDay, studyDayId(userId, date))).state.answers.size > 0) return false
  const id = reminderDayId(userId, date)
  const context = { commandId: uuidOfName(`${id}/${kind}`, JOB_NAMESPACE), actorId: 'worker', correlationId: `reminders-${now}`, now }
  const { events } = await commands.execute(reminderDay, id, dueReminder(kind, { userId, date, at: now }), context)
  return events.length > 0
}

/**
 * Those whose time has come, who were not reminded today, and whom there is something to remind of: of those alone to
 * whom a reminder can come. One statement for all of them, however many come at the same minute.
 */
function candidates(sql: Sql, kind: DayReminder, clocks: readonly ZoneClock[]): AsyncIterable<readonly Candidate[]> {
  const { remindedAt, comeOn, condition } = kinds(sql)[kind]
  const byMail = kind !== 'dailyQuestions' && DEFAULT_REMINDERS.mail[kind]
  const [zones, days, times] = [clocks.map(({ timeZone }) => timeZone), clocks.map(({ today }) => today), clocks.map(({ time }) => time)]
  return sql<Candidate[]>`
    SELECT u.id AS "userId", u.time_zone AS "timeZone", u.former_time_zone AS "formerTimeZone",
      u.time_zone_changed_at AS "timeZoneChangedAt", ${remindedAt} AS "remindedAt", w.subscribed_at AS "subscribedAt", w.by_mail AS "byMail",
      CASE WHEN p.user_id IS NULL THEN ${sql.json(DEFAULT_REMINDERS.quietHours as never)}::jsonb ELSE p.quiet_hours END AS "quietHours"
    FROM (
      SELECT user_id FROM read.push_devices
      UNION SELECT user_id FROM read.reminder_preferences WHERE (mail->>${kind})::boolean
      UNION SELECT id FROM read.users WHERE ${byMail}) AS reachable
    JOIN read.users u ON u.id = reachable.user_id
    JOIN unnest(${zones}::text[], ${days}::date[], ${times}::text[]) AS z(time_zone, today, clock) ON z.time_zone = u.time_zone
    LEFT JOIN read.push_devices d ON d.user_id = u.id
    LEFT JOIN read.reminder_preferences p ON p.user_id = u.id
    LEFT JOIN read.reminders_come r ON r.user_id = u.id
    LEFT JOIN read.study_streaks s ON s.user_id = u.id,
    LATERAL (SELECT
      CASE WHEN coalesce((p.push->>${kind})::boolean, ${DEFAULT_REMINDERS.push[kind]}) THEN d.devices->0->>'subscribedAt' END AS subscribed_at,
      coalesce((p.mail->>${kind})::boolean, ${byMail}) AS by_mail) AS w
    WHERE u.email_verified AND u.erase_at IS NULL AND (w.subscribed_at IS NOT NULL OR w.by_mail)
      AND z.clock >= ${remindedAt} AND (r.${sql(comeOn)} IS NULL OR r.${sql(comeOn)} < z.today) AND ${condition}`.cursor(PAGE_SIZE)
}

const kinds = (sql: Sql) => ({
  dailyQuestions: {
    remindedAt: sql`u.daily_email_time`,
    comeOn: 'questions_on',
    condition: sql`coalesce(s.last_study_date < z.today, true)
      AND EXISTS (SELECT FROM read.user_modules m WHERE m.user_id = u.id AND m.is_active)`,
  },
  streak: {
    remindedAt: sql`${STREAK_REMINDER_TIME}::text`,
    comeOn: 'streak_on',
    condition: sql`s.current_streak > 0 AND s.last_study_date < z.today AND NOT u.calm_mode
      AND z.today - greatest(s.last_study_date, s.frozen_on) - 1 <= s.freezes`,
  },
  reviews: {
    remindedAt: sql`${REVIEWS_REMINDER_TIME}::text`,
    comeOn: 'reviews_on',
    condition: sql`EXISTS (
      SELECT FROM read.spaced_repetition_cards c WHERE c.user_id = u.id AND c.is_active AND c.next_review_date <= z.today)`,
  },
})
