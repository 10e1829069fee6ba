import type { UserRole } from '@medicready/domain/accounts/rules'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { users } from './users.ts'

/** What says which day it is for a user. */
export type UserCalendar = Pick<RowOf<typeof users.tables.users>, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

/** Users with one of these roles and a verified address, by ID. */
export const usersWithRoles = defineQuery(
  [users],
  (sql, roles: readonly UserRole[]) => sql<Pick<RowOf<typeof users.tables.users>, 'id'>[]>`
    SELECT id FROM read.users WHERE role = ANY(${roles as string[]}) AND email_verified ORDER BY id`,
)

/** What says which day it is for some users. */
export const calendarOf = defineQuery(
  [users],
  (sql, userIds: readonly string[]) => sql<(UserCalendar & { readonly user_id: string })[]>`
    SELECT id AS user_id, time_zone, former_time_zone, time_zone_changed_at FROM read.users WHERE id = ANY(${userIds as string[]}::uuid[])`,
)
