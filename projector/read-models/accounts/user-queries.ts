import { hasRight, type Right } from '@medicready/domain/accounts/shown/rights'
import { userRoles } from '@medicready/domain/accounts/shown/rules'
import type { RowOf } from '../definition.ts'
import { defineQuery, type Joined, rowsWith } from '../query.ts'
import { mailDelivery } from './mail-delivery.ts'
import { secondFactors } from './second-factors.ts'
import { users } from './users.ts'

type UserRow = RowOf<typeof users.tables.users>

export type UserCalendar = Pick<UserRow, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

export const usersWithRight = defineQuery(
  [users],
  (sql, right: Right) => sql<Pick<UserRow, 'id'>[]>`
    SELECT id FROM read.users WHERE role = ANY(${userRoles.filter((role) => hasRight(role, right))}) AND email_verified ORDER BY id`,
)

export const calendarOf = defineQuery(
  [users],
  (sql, userIds: readonly string[]) => sql<(UserCalendar & { readonly user_id: string })[]>`
    SELECT id AS user_id, time_zone, former_time_zone, time_zone_changed_at FROM read.users WHERE id = ANY(${userIds as string[]}::uuid[])`,
)

export const roleOf = rowsWith(users, 'users', ['role'], 'id')

export type RoleHolderRow = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'role'>

export const roleHolders = defineQuery(
  [users],
  (sql, { after, limit }: { readonly after: readonly [string, string] | null; readonly limit: number }) => sql<RoleHolderRow[]>`
    SELECT id, email, first_name, last_name, role FROM read.users
    WHERE role <> 'student' AND email IS NOT NULL ${after ? sql`AND (role, id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY role, id LIMIT ${limit}`,
)

export const usersToErase = defineQuery(
  [users],
  (sql, by: string) => sql<Pick<UserRow, 'id'>[]>`SELECT id FROM read.users WHERE erase_at <= ${by}`,
)

type StopRow = RowOf<typeof mailDelivery.tables.mail_delivery>

export const accountsOf = defineQuery(
  [users, secondFactors, mailDelivery],
  (sql, userIds: readonly string[]) => sql<
    (Omit<UserRow, 'updated_at'> & { readonly has_second_factor: boolean } & Joined<
        Pick<StopRow, 'stopped_at'> & { readonly stop_reason: StopRow['reason'] }
      >)[]
  >`
    SELECT id, email, first_name, last_name, phone, first_language, paramedic_program, role, subscription_tier, email_verified, show_correct_answers, daily_email_enabled,
      daily_email_time, exam_date, calm_mode, show_on_leaderboard, time_zone, former_time_zone, time_zone_changed_at, erase_at, created_at,
      coalesce(jsonb_array_length(factors) > 0, false) AS has_second_factor, d.reason AS stop_reason, d.stopped_at
    FROM read.users LEFT JOIN read.second_factors f ON f.user_id = id LEFT JOIN read.mail_delivery d ON d.user_id = id
    WHERE id = ANY(${userIds as string[]}::uuid[])`,
)

export const secondFactorsOf = rowsWith(secondFactors, 'second_factors', ['factors', 'recovery_codes_left'])
