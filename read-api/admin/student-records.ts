import { ACTIVE_DAYS } from '@medicready/domain/admin/figure-names'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { addDays } from '@medicready/domain/core/calendar'
import { weakOf } from '@medicready/domain/study/weakness'
import { type StudentRecord, studentsOn, studentsToday } from '@medicready/projector/read-models/admin/student-queries'
import { defineQuery } from '@medicready/projector/read-models/query'
import { shownStreak, todayOf } from '../study/account-days.ts'
import type { ShownDay } from './shown.ts'
import { sumsOf } from './sums.ts'

const rounded = (percent: number): number => Math.round(10 * percent) / 10

export const studentRecords = defineQuery(
  [studentsToday, studentsOn, sumsOf],
  async (sql, { userIds, shown, now }: { readonly userIds: readonly string[]; readonly shown: ShownDay; readonly now: string }) => {
    if (userIds.length === 0) return []
    const [rows, then, sums] = await Promise.all([
      studentsToday(sql, userIds),
      shown.isToday ? [] : studentsOn(sql, { userIds, ...shown }),
      sumsOf(sql, ['questionsInBank'], { to: shown.day }),
    ])
    const earlier = new Map(then.map((row) => [row.user_id, row]))
    return rows.map((row) => recordOf({ ...row, ...earlier.get(row.user_id) }, shown, sums.of('questionsInBank'), now))
  },
)

function recordOf(row: StudentRecord, { day, isToday }: ShownDay, bank: number, now: string): AdminStudent {
  const isActive = row.last_active_on !== null && row.last_active_on >= addDays(day, 1 - ACTIVE_DAYS)
  // Retired questions count on one side only, so the share is capped.
  const progress = bank === 0 ? 0 : Math.min(100, (100 * row.right_questions) / bank)
  return {
    id: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    emailVerified: row.email_verified,
    isErased: row.is_erased,
    status: isActive ? 'active' : 'inactive',
    progress: rounded(progress),
    answered: row.answered,
    accuracy: row.scored === 0 ? null : rounded((100 * row.correct) / row.scored),
    totalSessions: row.sessions,
    studyStreak: isToday ? streakOf(row, now) : null,
    subscriptionTier: row.subscription_tier,
    weakAreas: weakOf(row.modules ?? []).map(({ module }) => module),
    joinedDate: row.joined_at.slice(0, 10),
    lastActive: row.last_active_on,
    stripeCustomerId: row.stripe_customer_id,
    stripeSubscriptionId: row.stripe_subscription_id,
  }
}

/** On the account's own calendar, which the users' read model may not know yet. */
function streakOf(row: StudentRecord, now: string): number {
  if (row.time_zone === null) return 0
  return shownStreak(row, todayOf(row, now)).studyStreak
}
