import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { type CalendarDay, calendarDay } from '@medicready/domain/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'

export interface UserRow {
  readonly id: string
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly role: UserRole
  readonly subscription_tier: Tier
  readonly email_verified: boolean
  readonly daily_email_enabled: boolean
  readonly time_zone: string
  readonly created_at: Date
}

export async function findUser(sql: Sql, userId: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    SELECT id, email, first_name, last_name, role, subscription_tier, email_verified, daily_email_enabled, time_zone, created_at
    FROM read.users WHERE id = ${userId}`
  return user ?? null
}

/** The calendar day of a person; UTC's while the person is not projected yet. */
export const todayOf = (user: Pick<UserRow, 'time_zone'> | null, now: string): CalendarDay => calendarDay(now, user?.time_zone ?? 'UTC')
