import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { accountCalls } from '@medicready/domain/contract/accounts'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

interface UserRow {
  id: string
  email: string | null
  first_name: string | null
  last_name: string | null
  role: UserRole
  subscription_tier: Tier
  email_verified: boolean
  daily_email_enabled: boolean
  time_zone: string
  created_at: Date
}

export const accountRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof accountCalls, 'read-api'> => {
  const users = new SharedQuery(
    (userIds) => sql<UserRow[]>`
      SELECT id, email, first_name, last_name, role, subscription_tier, email_verified, daily_email_enabled, time_zone, created_at
      FROM read.users WHERE id = ANY(${userIds}::uuid[])`,
    ({ id }) => id,
  )
  return {
    'GET /api/auth/user': reading(['accounts/users'], async ({ identity }) => {
      const user = known((await users.of(identity.userId))[0])
      return {
        id: user.id,
        email: user.email ?? '',
        firstName: user.first_name ?? '',
        lastName: user.last_name ?? '',
        role: user.role,
        subscriptionTier: user.subscription_tier,
        emailVerified: user.email_verified,
        dailyEmailEnabled: user.daily_email_enabled,
        timeZone: user.time_zone,
        createdAt: user.created_at.toISOString(),
      }
    }),
  }
}
