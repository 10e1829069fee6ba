import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { UserStats } from '@medicready/domain/contract/study/study'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { FREEZE_DAYS, MOST_FREEZES, noStreak, streakToday } from '@medicready/domain/study/streak'
import type { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { StreakRow } from '@medicready/projector/read-models/study/progress-queries'
import { camelled } from '../reading.ts'

/** Days that can be today in some time zone, so that a query need not know the account's zone. */
export function possibleToday(now: string): { from: CalendarDay; to: CalendarDay } {
  const utc = now.slice(0, 'YYYY-MM-DD'.length)
  return { from: addDays(utc, -1), to: addDays(utc, 1) }
}

type CalendarRow = Pick<RowOf<typeof users.tables.users>, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

export const todayOf = ({ time_zone, former_time_zone, time_zone_changed_at }: CalendarRow, now: string): CalendarDay =>
  accountDay(now, { timeZone: time_zone, formerTimeZone: former_time_zone, timeZoneChangedAt: time_zone_changed_at })

export function shownStreak(row: StreakRow, today: CalendarDay): Pick<UserStats, 'studyStreak' | 'longestStreak' | 'freezes'> {
  const longestStreak = row.longest_streak ?? 0
  const streak = row.current_streak === null ? noStreak : camelled(row)
  const { currentStreak: studyStreak, freezes: kept } = streakToday(streak, today)
  const daysToNext = kept >= MOST_FREEZES ? null : FREEZE_DAYS - (studyStreak % FREEZE_DAYS)
  return { studyStreak, longestStreak, freezes: { kept, daysToNext, lastSpent: row.last_spent, lastEarned: row.last_earned } }
}
