import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { DayReminder } from '@medicready/domain/reminders/reminder-day'
import { DEFAULT_REMINDERS, REVIEWS_REMINDER_TIME, STREAK_REMINDER_TIME } from '@medicready/domain/reminders/shown/rules'
import type { PlannedDay } from '@medicready/domain/study/plan/study-plan'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, rowsWith } from '../query.ts'
import { cards } from '../study/cards.ts'
import type { KeptStreak } from '../study/streak-queries.ts'
import { studyDays } from '../study/study-days.ts'
import { studyPlans } from '../study/study-plans.ts'
import { studyStreaks } from '../study/study-streaks.ts'
import { userModules } from '../study/user-modules.ts'
import { dailyEmailTimes } from './daily-email-times.ts'
import { reminderPreferences } from './preferences.ts'
import { pushDevices } from './push-devices.ts'
import { remindersCome } from './reminders-come.ts'

type Calendar = Camel<typeof users.tables.users, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

/** Loose index scan: few time zones, many users. */
export const timeZonesInUse = defineQuery(
  [users],
  (sql) => sql<Pick<Calendar, 'timeZone'>[]>`
    WITH RECURSIVE zones AS (
      SELECT min(time_zone) AS zone FROM read.users
      UNION ALL SELECT (SELECT min(time_zone) FROM read.users WHERE time_zone > zone) FROM zones WHERE zone IS NOT NULL)
    SELECT zone AS "timeZone" FROM zones WHERE zone IS NOT NULL`,
)

export interface ZoneClock {
  readonly timeZone: string
  readonly today: CalendarDay
  readonly time: string
}

export type ReminderCandidate = Calendar &
  Pick<Camel<typeof reminderPreferences.tables.reminder_preferences, 'user_id' | 'quiet_hours'>, 'userId' | 'quietHours'> & {
    readonly remindedAt: string
    /** Null if no device shows this reminder. */
    readonly subscribedAt: string | null
    readonly byMail: boolean
  }

const reminderKinds = defineQuery([studyStreaks, userModules, cards], (sql) => ({
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
}))

/** One statement, however many are due in the same minute. */
export const reminderCandidates = defineQuery(
  [users, pushDevices, reminderPreferences, remindersCome, reminderKinds],
  (sql, { kind, clocks, pageSize }: { readonly kind: DayReminder; readonly clocks: readonly ZoneClock[]; readonly pageSize: number }) => {
    const { remindedAt, comeOn, condition } = reminderKinds(sql)[kind]
    const byMail = kind !== 'dailyQuestions' && DEFAULT_REMINDERS.mail[kind]
    const [zones, days, times] = [clocks.map(({ timeZone }) => timeZone), clocks.map(({ today }) => today), clocks.map(({ time }) => time)]
    return sql<ReminderCandidate[]>`
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
        AND z.clock >= ${remindedAt} AND (r.${sql(comeOn)} IS NULL OR r.${sql(comeOn)} < z.today) AND ${condition}`.cursor(pageSize)
  },
)

export type DailyEmailTime = Calendar &
  Camel<typeof dailyEmailTimes.tables.daily_email_times, 'user_id' | 'came_on'> & { readonly time: string; readonly dueAt: string }

export const dailyEmailsDue = defineQuery(
  [dailyEmailTimes, users],
  (sql, { by, after, limit }: { readonly by: string; readonly after: Pick<DailyEmailTime, 'dueAt' | 'userId'>; readonly limit: number }) =>
    sql<DailyEmailTime[]>`
      SELECT t.user_id AS "userId", t.email_time AS "time", t.came_on AS "cameOn", t.due_at AS "dueAt", u.time_zone AS "timeZone",
        u.former_time_zone AS "formerTimeZone", u.time_zone_changed_at AS "timeZoneChangedAt"
      FROM read.daily_email_times t JOIN read.users u ON u.id = t.user_id
      WHERE t.due_at <= ${by} AND (t.due_at, t.user_id) > (${after.dueAt}, ${after.userId}) AND u.email_verified AND u.erase_at IS NULL
      ORDER BY t.due_at, t.user_id LIMIT ${limit}`,
)

type Streak = KeptStreak | { readonly [Name in keyof KeptStreak]: null }

/** No row before the account is known. */
export const dailyEmailContents = defineQuery(
  [users, studyStreaks, studyPlans, userModules, studyDays],
  (sql, { userId, today }: { readonly userId: string; readonly today: CalendarDay }) => sql<
    (Streak & {
      readonly tier: RowOf<typeof users.tables.users>['subscription_tier']
      readonly days: readonly PlannedDay[] | null
      readonly hasModules: boolean
      readonly questions: readonly { readonly questionId: string; readonly module: ModuleName; readonly isCompleted: boolean }[] | null
    })[]
  >`
    SELECT u.subscription_tier AS tier, p.days, s.current_streak AS "currentStreak", s.longest_streak AS "longestStreak",
      s.last_study_date AS "lastStudyDate", s.freezes, s.frozen_on AS "frozenOn",
      EXISTS (SELECT FROM read.user_modules m WHERE m.user_id = u.id AND m.is_active) AS "hasModules",
      (SELECT json_agg(json_build_object('questionId', q.question_id, 'module', d.module, 'isCompleted', q.is_completed) ORDER BY q.position)
        FROM read.daily_questions q JOIN read.question_deliveries d ON d.user_id = q.user_id AND d.question_id = q.question_id
        WHERE q.user_id = u.id AND q.assigned_date = ${today}) AS questions
    FROM read.users u LEFT JOIN read.study_streaks s ON s.user_id = u.id LEFT JOIN read.study_plans p ON p.user_id = u.id
    WHERE u.id = ${userId}`,
)

/** No row for the defaults. */
export const reminderPreferencesOf = rowsWith(reminderPreferences, 'reminder_preferences', ['mail', 'push', 'quiet_hours'])

export const pushDevicesOf = rowsWith(pushDevices, 'push_devices', ['devices'])

export const formerOwnersOfEndpoint = defineQuery(
  [pushDevices],
  (sql, { endpoint, userId, at }: { readonly endpoint: string; readonly userId: string; readonly at: string }) => sql<
    { readonly userId: string; readonly deviceId: string }[]
  >`
    SELECT user_id AS "userId", device->>'id' AS "deviceId" FROM read.push_devices, jsonb_array_elements(devices) AS device
    WHERE devices @> ${sql.json([{ endpoint }])} AND user_id <> ${userId} AND device->>'endpoint' = ${endpoint} AND device->>'subscribedAt' < ${at}`,
)
