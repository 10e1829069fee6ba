import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { addDays } from '@medicready/domain/calendar'
import { ACTIVE_DAYS } from '@medicready/domain/contract/admin-figure-names'
import type { StudentSort } from '@medicready/domain/contract/admin-students'
import { Rejection } from '@medicready/domain/rejection'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { BEFORE_ALL_DAYS } from '@medicready/projector/read-models/admin/learning-tables'
import { z } from 'zod'
import type { ShownDay } from './as-of.ts'
import { literally } from './literally.ts'
import { plannedAnew } from './planned-anew.ts'

/** Which students are shown, and in which order. */
export interface StudentFilter {
  readonly search?: string | undefined
  readonly status: 'all' | 'active' | 'inactive'
  readonly tier: 'all' | Tier
  readonly role: 'all' | UserRole
  readonly sort: StudentSort
  readonly order: 'asc' | 'desc'
}

/** What a page goes on behind: what was sorted by, as text, and the id of the last. */
export const StudentKey = z.tuple([z.string(), z.uuid()])
export type StudentKey = z.infer<typeof StudentKey>

export interface PlacedStudent {
  readonly user_id: string
  readonly sort_key: string
}

/** What each order goes by, as the indexes have it, and the type by which its text is read again. */
const sortedBy: Readonly<Record<StudentSort, { readonly column: string; readonly type: string }>> = {
  joined: { column: 's.joined_at', type: 'timestamptz' },
  name: { column: 'p.search', type: 'text' },
  lastActive: { column: `coalesce(s.last_active_on, DATE '${BEFORE_ALL_DAYS}')`, type: 'date' },
  progress: { column: 's.right_questions', type: 'integer' },
  accuracy: { column: 'coalesce(s.accuracy, -1)', type: 'double precision' },
  totalSessions: { column: 's.sessions', type: 'integer' },
}
/** What never changes, or is shown as it is today. */
const sortsOfEarlierDays: readonly StudentSort[] = ['joined', 'name']

/** The ids of a page of students, in their order. Refused with `invalidRequest` for an order that only today has. */
export function studentPage(
  sql: Sql,
  filter: StudentFilter,
  { day, isToday, end }: ShownDay,
  { after, limit }: { readonly after: StudentKey | null; readonly limit: number },
): Promise<readonly PlacedStudent[]> {
  if (!isToday && !sortsOfEarlierDays.includes(filter.sort)) throw new Rejection('invalidRequest')
  const { column, type } = sortedBy[filter.sort]
  const [direction, beyond] = filter.order === 'asc' ? ['ASC', '>'] : ['DESC', '<']
  const key = sql.unsafe(column)
  const since = addDays(day, 1 - ACTIVE_DAYS)
  const conditions: Query[] = [isToday ? sql`true` : sql`s.joined_at < ${end}`]
  const search = filter.search?.toLowerCase() ?? ''
  if (search !== '') conditions.push(sql`p.search LIKE ${`%${literally(search)}%`}`)
  if (filter.role !== 'all') conditions.push(sql`s.role = ${filter.role}`)
  if (filter.tier !== 'all') conditions.push(isToday ? sql`s.subscription_tier = ${filter.tier}` : hadTier(sql, filter.tier, end))
  if (filter.status !== 'all') {
    const wasActive = isToday
      ? sql`coalesce(s.last_active_on, DATE '${sql.unsafe(BEFORE_ALL_DAYS)}') >= ${since}`
      : sql`EXISTS (SELECT FROM read.student_days d WHERE d.user_id = s.user_id AND d.day BETWEEN ${since} AND ${day})`
    conditions.push(filter.status === 'active' ? wasActive : sql`NOT ${wasActive}`)
  }
  if (after) conditions.push(sql`(${key}, s.user_id) ${sql.unsafe(beyond)} (${after[0]}::text::${sql.unsafe(type)}, ${after[1]}::uuid)`)
  const where = conditions.reduce((all, condition) => sql`${all} AND ${condition}`)
  return plannedAnew(
    sql,
    (tx) => tx<PlacedStudent[]>`
      SELECT s.user_id, (${key})::text AS sort_key FROM read.students s JOIN read.student_people p ON p.user_id = s.user_id
      WHERE ${where} ORDER BY ${key} ${sql.unsafe(direction)}, s.user_id ${sql.unsafe(direction)} LIMIT ${limit}`,
  )
}

const hadTier = (sql: Sql, tier: Tier, end: string): Query => sql`coalesce((
  SELECT t.tier FROM read.student_tiers t WHERE t.user_id = s.user_id AND t.since < ${end} ORDER BY t.since DESC LIMIT 1), 'free') = ${tier}`
