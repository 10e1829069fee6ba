import { remainingQuestions, type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { billingCalls } from '@medicready/domain/contract/billing/billing'
import type { Handlers } from '@medicready/platform/http/calls'
import { wantedPosition } from '@medicready/platform/http/written'
import type { Sql } from '@medicready/platform/postgres/connection'
import { allowancesOf, tierOf } from '@medicready/projector/read-models/billing/plan-queries'
import { readModelsOf } from '@medicready/projector/read-models/query'
import type { FastifyRequest } from 'fastify'
import { todayOf } from '../accounts/account-calendar.ts'
import type { Checkpoints } from '../checkpoints.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'
import { possibleToday } from '../study/calendar-window.ts'

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
}

export const billingRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof billingCalls, 'read-api'> => {
  const allowanceRows = new SharedQuery(
    (userIds) => allowancesOf(sql, { userIds, ...possibleToday(clock()) }),
    ({ user_id }) => user_id,
  )

  return {
    'GET /api/subscription/status': reading([allowancesOf], async ({ identity }) => {
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
    if (wanted !== null) await checkpoints.reach(readModelsOf([tierOf]), wanted)
    const [row] = await tierOf(sql, userId)
    return row?.subscription_tier ?? 'free'
  }
