import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { ACTIVE_DAYS } from '@medicready/domain/admin/shown/figure-names'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { StudentSort } from '@medicready/domain/contract/accounts/students'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, containing, defineQuery, type Joined, type PageAfter } from '../query.ts'
import { studyStreaks } from '../study/study-streaks.ts'
import { userProgress } from '../study/user-progress.ts'
import { tutoringSessions } from '../tutoring/tutoring-sessions.ts'
import type { PartOn } from './figure-queries.ts'
import { figures } from './figures.ts'
import type { figuresTables } from './figures-tables.ts'
import { BEFORE_ALL_DAYS, learning, type learningTables } from './learning.ts'
import { studentHistory } from './student-history.ts'

type Student = RowOf<typeof learningTables.students>
type Person = RowOf<typeof learningTables.student_people>
type Subscriber = RowOf<typeof figuresTables.subscribers>

/** Sort column as its index has it, and its type; the ID follows. */
type Sort = readonly [column: string, type: string]

const sortedBy = defineQuery([], (sql, [column, type]: Sort, order: 'asc' | 'desc', after: PageAfter['after']) => {
  const key = sql.unsafe(column)
  const [direction, beyond] = order === 'asc' ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`]
  return {
    key,
    behind: after ? sql`AND (${key}, s.user_id) ${beyond} (${after[0]}::text::${sql.unsafe(type)}, ${after[1]}::uuid)` : sql``,
    order: sql`ORDER BY ${key} ${direction}, s.user_id ${direction}`,
  }
})

export type PlacedStudent = Pick<Student, 'user_id'> & { readonly sort_key: string }

export interface StudentFilter {
  readonly search?: string | undefined
  readonly status: 'all' | 'active' | 'inactive'
  readonly tier: 'all' | Tier
  readonly role: 'all' | UserRole
  readonly sort: StudentSort
  readonly order: 'asc' | 'desc'
}

type Day = Pick<PartOn, 'day' | 'end'> & { readonly isToday: boolean }

const studentSorts: Readonly<Record<StudentSort, Sort>> = {
  joined: ['s.joined_at', 'timestamptz'],
  name: ['p.search', 'text'],
  lastActive: [`coalesce(s.last_active_on, DATE '${BEFORE_ALL_DAYS}')`, 'date'],
  progress: ['s.right_questions', 'integer'],
  accuracy: ['coalesce(s.accuracy, -1)', 'double precision'],
  totalSessions: ['s.sessions', 'integer'],
}

const tierBefore = defineQuery(
  [learning],
  (sql, { userId, end }: { readonly userId: 's.user_id' | 'wanted.user_id'; readonly end: string }) => sql`coalesce((
    SELECT t.tier FROM read.student_tiers t WHERE t.user_id = ${sql.unsafe(userId)} AND t.since < ${end} ORDER BY t.since DESC LIMIT 1), 'free')`,
)

/** Role, name and sort key are current. */
export const placedStudents = defineQuery(
  [learning, tierBefore],
  (sql, { search = '', status, tier, role, sort, order, day, end, isToday, after, limit }: StudentFilter & Day & PageAfter) => {
    const sorted = sortedBy(sql, studentSorts[sort], order, after)
    const since = addDays(day, 1 - ACTIVE_DAYS)
    const tierThen = isToday ? sql`s.subscription_tier` : tierBefore(sql, { userId: 's.user_id', end })
    const wasActive = isToday
      ? sql`coalesce(s.last_active_on, DATE '${sql.unsafe(BEFORE_ALL_DAYS)}') >= ${since}`
      : sql`EXISTS (SELECT FROM read.student_days d WHERE d.user_id = s.user_id AND d.day BETWEEN ${since} AND ${day})`
    return sql<PlacedStudent[]>`
      SELECT s.user_id, (${sorted.key})::text AS sort_key FROM read.students s JOIN read.student_people p ON p.user_id = s.user_id
      WHERE true ${isToday ? sql`` : sql`AND s.joined_at < ${end}`}
        ${search === '' ? sql`` : sql`AND p.search LIKE ${containing(search.toLowerCase())}`}
        ${role === 'all' ? sql`` : sql`AND s.role = ${role}`} ${tier === 'all' ? sql`` : sql`AND ${tierThen} = ${tier}`}
        ${status === 'all' ? sql`` : status === 'active' ? sql`AND ${wasActive}` : sql`AND NOT ${wasActive}`} ${sorted.behind}
      ${sorted.order} LIMIT ${limit}`
  },
)

export type StudentRecord = Omit<Student, 'accuracy' | 'first_answered_at'> &
  Pick<Person, 'name' | 'email' | 'phone'> &
  Joined<Pick<Subscriber, 'stripe_customer_id' | 'stripe_subscription_id'>> &
  Joined<Pick<RowOf<typeof users.tables.users>, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>> &
  Joined<
    Pick<RowOf<typeof studyStreaks.tables.study_streaks>, 'current_streak' | 'longest_streak' | 'last_study_date' | 'freezes' | 'frozen_on'>
  > & {
    readonly last_spent: null
    readonly last_earned: null
    readonly modules: readonly Camel<typeof userProgress.tables.user_progress, 'module' | 'scored_answers' | 'correct_answers'>[] | null
  }

export const studentsToday = defineQuery(
  [learning, figures, users, studyStreaks, userProgress],
  (sql, userIds: readonly string[]) => sql<StudentRecord[]>`
    SELECT s.user_id, s.joined_at, s.role, s.subscription_tier, s.email_verified, s.is_erased, s.answered, s.scored, s.correct,
      s.right_questions, s.sessions, s.last_active_on, p.name, p.email, p.phone, b.stripe_customer_id, b.stripe_subscription_id,
      u.time_zone, u.former_time_zone, u.time_zone_changed_at,
      t.current_streak, t.longest_streak, t.last_study_date, t.freezes, t.frozen_on, NULL AS last_spent, NULL AS last_earned,
      (SELECT json_agg(json_build_object('module', m.module, 'scoredAnswers', m.scored_answers, 'correctAnswers', m.correct_answers))
        FROM read.user_progress m WHERE m.user_id = s.user_id) AS modules
    FROM unnest(${userIds as string[]}::uuid[]) WITH ORDINALITY AS wanted (user_id, place)
    JOIN read.students s ON s.user_id = wanted.user_id
    JOIN read.student_people p ON p.user_id = wanted.user_id
    LEFT JOIN read.subscribers b ON b.user_id = wanted.user_id
    LEFT JOIN read.users u ON u.id = wanted.user_id
    LEFT JOIN read.study_streaks t ON t.user_id = wanted.user_id
    ORDER BY wanted.place`,
)

export const studentsOn = defineQuery(
  [learning, tierBefore, tutoringSessions],
  (sql, { userIds, day, end }: Omit<Day, 'isToday'> & { readonly userIds: readonly string[] }) => sql<
    Pick<Student, 'user_id' | 'answered' | 'scored' | 'correct' | 'right_questions' | 'sessions' | 'last_active_on' | 'subscription_tier'>[]
  >`
    SELECT wanted.user_id, d.answered, d.scored, d.correct, d.right_questions, d.last_active_on,
      (SELECT count(*)::int FROM read.tutoring_sessions h
        WHERE h.user_id = wanted.user_id AND h.state = 'completed' AND h.settled_at < ${end}) AS sessions,
      ${tierBefore(sql, { userId: 'wanted.user_id', end })} AS subscription_tier
    FROM unnest(${userIds as string[]}::uuid[]) AS wanted (user_id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(scored), 0)::int AS scored, coalesce(sum(correct), 0)::int AS correct,
        coalesce(sum(newly_right), 0)::int AS right_questions, max(day) AS last_active_on
      FROM read.student_days WHERE user_id = wanted.user_id AND day <= ${day}) d`,
)

export const historyOf = defineQuery(
  [studentHistory],
  (sql, { userId, end, after, limit }: PageAfter & { readonly userId: string; readonly end: string }) => sql<
    Omit<RowOf<typeof studentHistory.tables.student_history>, 'user_id'>[]
  >`
    SELECT fact_id, at, type, what, stream, actor_id FROM read.student_history
    WHERE user_id = ${userId} AND at < ${end}
      ${after ? sql`AND (at, fact_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY at DESC, fact_id DESC LIMIT ${limit}`,
)

export const peopleNames = defineQuery(
  [learning],
  (sql, userIds: readonly string[]) => sql<Pick<Person, 'user_id' | 'name'>[]>`
    SELECT user_id, name FROM read.student_people WHERE user_id = ANY(${userIds as string[]}::uuid[])`,
)

export type PlacedSubscriber = Subscriber & Joined<Pick<Person, 'name' | 'email'>> & { readonly sort_key: string }

export interface SubscriberFilter {
  readonly tier: 'all' | 'basic' | 'premium'
  readonly sort: 'nextBilling' | 'started' | 'mrr'
  readonly order: 'asc' | 'desc'
}

const subscriberSorts: Readonly<Record<SubscriberFilter['sort'], Sort>> = {
  nextBilling: ["coalesce(s.next_billing_at, 'infinity')", 'timestamptz'],
  started: ['s.started_at', 'timestamptz'],
  mrr: ['s.monthly_amount', 'integer'],
}

export const placedSubscribers = defineQuery(
  [figures, learning],
  (sql, { tier, sort, order, after, limit }: SubscriberFilter & PageAfter) => {
    const sorted = sortedBy(sql, subscriberSorts[sort], order, after)
    return sql<PlacedSubscriber[]>`
    SELECT s.*, (${sorted.key})::text AS sort_key, p.name, p.email
    FROM read.subscribers s LEFT JOIN read.student_people p ON p.user_id = s.user_id
    WHERE s.status IS NOT NULL ${tier === 'all' ? sql`` : sql`AND s.tier = ${tier}`} ${sorted.behind}
    ${sorted.order} LIMIT ${limit}`
  },
)
