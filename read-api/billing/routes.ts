import { remainingQuestions, type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { billingCalls } from '@medicready/domain/contract/billing'
import type { Handlers } from '@medicready/platform/http/calls'
import { wantedPosition } from '@medicready/platform/http/written'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import type { FastifyRequest } from 'fastify'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import type { Checkpoints } from '../checkpoints.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'
import { possibleToday } from '../study/calendar-window.ts'

type UserRow = RowOf<typeof users.tables.users>
type AllowanceRow = { readonly user_id: string } & Pick<UserRow, 'subscription_tier'> &
  CalendarRow &
  Joined<Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'delivered'>>

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
}

export const billingRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof billingCalls, 'read-api'> => {
  const allowanceRows = new SharedQuery(
    (userIds) => {
      const { from, to } = possibleToday(clock())
      return sql<AllowanceRow[]>`
        SELECT u.id AS user_id, u.subscription_tier, u.time_zone, u.former_time_zone, u.time_zone_changed_at, d.date, d.delivered
        FROM read.users u LEFT JOIN read.study_days d ON d.user_id = u.id AND d.date BETWEEN ${from} AND ${to}
        WHERE u.id = ANY(${userIds}::uuid[])`
    },
    ({ user_id }) => user_id,
  )

  return {
    'GET /api/subscription/status': reading([users, studyDays], async ({ identity }) => {
      const now = clock()
      const rows = await allowanceRows.of(identity.userId)
      const account = known(rows[0])
      const { subscription_tier: subscriptionTier } = account
      const today = todayOf(account, now)
      const delivered = rows.find(({ date }) => date === today)?.delivered ?? 0
      const { dailyLimit } = tiers[subscriptionTier]
      const remaining = remainingQuestions(dailyLimit, delivered)
      return { subscriptionTier, dailyLimit, remainingQuestions: remaining, canGenerateQuestions: remaining !== 0 }
    }),
  }
}

/**
 * An account's tier as the read model has it, for calls that ask for one. Whoever has just bought a plan is waited for:
 * they go on with what it holds.
 */
export const tiersOf =
  (sql: Sql, checkpoints: Checkpoints) =>
  async (userId: string, request: FastifyRequest): Promise<Tier> => {
    const wanted = wantedPosition(request)
    if (wanted !== null) await checkpoints.reach([users], wanted)
    const [row] = await sql<Pick<UserRow, 'subscription_tier'>[]>`SELECT subscription_tier FROM read.users WHERE id = ${userId}`
    return row?.subscription_tier ?? 'free'
  }
