import type { TimeSpan } from '@medicready/domain/tutoring/availability'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, type Joined, type PageAfter } from '../query.ts'
import { tutorPayouts } from './tutor-payouts.ts'
import { standingColumns, tutoringRequests } from './tutoring-requests.ts'
import { tutoringSessions } from './tutoring-sessions.ts'
import { tutorStandingColumns, tutors } from './tutors.ts'

export type AtOrNow = string | null
type PageAsOf = PageAfter & { readonly at: AtOrNow }

type User = RowOf<typeof users.tables.users>
type TutorRow = RowOf<typeof tutors.tables.tutors>
type PersonName = Pick<User, 'first_name' | 'last_name'>
interface TutorsName {
  readonly tutor_first: User['first_name']
  readonly tutor_last: User['last_name']
}

export type TutoringRequest = Omit<RowOf<typeof tutoringRequests.tables.tutoring_requests>, 'changes'>
export type TutoringRequestRow = TutoringRequest & Joined<TutorsName> & Joined<Pick<TutorRow, 'average_rating'>>
export type TutoringSessionRow = Omit<RowOf<typeof tutoringSessions.tables.tutoring_sessions>, 'changes'> &
  Joined<TutorsName> & { readonly student_first: string | null; readonly student_last: string | null }
export type PayoutRow = RowOf<typeof tutorPayouts.tables.tutor_payouts> & Joined<PersonName>

type Status = TutoringRequest['status'] | undefined

/** Columns, with the changing ones taken from the version table. */
const columnsOf = (table: { readonly columns: object }, changing: readonly string[]): string =>
  Object.keys(table.columns)
    .filter((name) => name !== 'changes')
    .map((name) => `${changing.includes(name) ? 'v' : 'w'}."${name}"`)
    .join(', ')
const requestColumns = columnsOf(tutoringRequests.tables.tutoring_requests, standingColumns)
const tutorColumns = columnsOf(tutors.tables.tutors, tutorStandingColumns)

const heldAt = defineQuery([], (sql, at: string) => sql`v.since < ${at} AND (v.until IS NULL OR v.until >= ${at})`)

const requestsAt = defineQuery([tutoringRequests], (sql, at: AtOrNow) =>
  at === null
    ? sql`read.tutoring_requests`
    : sql`(
        SELECT ${sql.unsafe(requestColumns)}
        FROM read.tutoring_requests w JOIN read.tutoring_request_versions v ON v.id = w.id WHERE ${heldAt(sql, at)})`,
)

const sessionsAt = defineQuery([tutoringSessions], (sql, at: AtOrNow) =>
  at === null ? sql`read.tutoring_sessions` : sql`(SELECT v.* FROM read.tutoring_session_versions v WHERE ${heldAt(sql, at)})`,
)

const tutorsAt = defineQuery([tutors], (sql, at: AtOrNow) =>
  at === null
    ? sql`read.tutors`
    : sql`(
        SELECT ${sql.unsafe(tutorColumns)}
        FROM read.tutors w JOIN read.tutor_versions v ON v.user_id = w.user_id WHERE ${heldAt(sql, at)})`,
)

const payoutsAt = defineQuery([tutorPayouts], (sql, at: AtOrNow) =>
  at === null
    ? sql`read.tutor_payouts`
    : sql`(
        SELECT e.user_id, e.week, count(*)::int AS sessions, sum(e.amount)::int AS amount, sum(e.fee)::int AS fee,
          sum(e.earned)::int AS earned, max(e.currency) AS currency,
          (SELECT t.reported_at FROM read.tutor_payouts t
            WHERE t.user_id = e.user_id AND t.week = e.week AND t.reported_at < ${at}) AS reported_at
        FROM read.tutor_earnings e WHERE e.at < ${at} GROUP BY e.week, e.user_id)`,
)

const selectRequests = defineQuery(
  [requestsAt, users, tutors],
  (sql, at: AtOrNow) => sql`
    SELECT r.*, t.first_name AS tutor_first, t.last_name AS tutor_last, p.average_rating
    FROM ${requestsAt(sql, at)} r LEFT JOIN read.users t ON t.id = r.tutor_id LEFT JOIN read.tutors p ON p.user_id = r.tutor_id`,
)

const selectSessions = defineQuery(
  [sessionsAt, users],
  (sql, at: AtOrNow) => sql`
    SELECT s.*, t.first_name AS tutor_first, t.last_name AS tutor_last, u.first_name AS student_first, u.last_name AS student_last
    FROM ${sessionsAt(sql, at)} s LEFT JOIN read.users t ON t.id = s.tutor_id LEFT JOIN read.users u ON u.id = s.user_id`,
)

const selectPayouts = defineQuery(
  [payoutsAt, users],
  (sql, at: AtOrNow) => sql`
    SELECT p.*, u.first_name, u.last_name FROM ${payoutsAt(sql, at)} p LEFT JOIN read.users u ON u.id = p.user_id`,
)

export const requestById = defineQuery(
  [selectRequests],
  (sql, { id, at }: { readonly id: string; readonly at: AtOrNow }) =>
    sql<TutoringRequestRow[]>`${selectRequests(sql, at)} WHERE r.id = ${id}`,
)

export const requestsOf = defineQuery(
  [selectRequests],
  (
    sql,
    { after, limit, ...whose }: PageAfter & ({ readonly studentId: string } | { readonly tutorId: string; readonly status: Status }),
  ) => {
    const condition =
      'studentId' in whose
        ? sql`r.user_id = ${whose.studentId}`
        : sql`r.tutor_id = ${whose.tutorId} ${whose.status ? sql`AND r.status = ${whose.status}` : sql``}`
    return sql<TutoringRequestRow[]>`
      ${selectRequests(sql, null)} WHERE ${condition}
        ${after ? sql`AND (r.created_at < ${after[0]} OR r.created_at = ${after[0]} AND r.id > ${after[1]})` : sql``}
      ORDER BY r.created_at DESC, r.id LIMIT ${limit}`
  },
)

export type ListedRequest = Pick<
  TutoringRequest,
  'id' | 'full_name' | 'email' | 'current_role' | 'struggle_areas' | 'preferred_times' | 'created_at' | 'status'
>

export const listedRequests = defineQuery(
  [requestsAt],
  (sql, { at, status, after, limit }: PageAsOf & { readonly status: Status }) => sql<ListedRequest[]>`
    SELECT id, full_name, email, "current_role", struggle_areas, preferred_times, created_at, status FROM ${requestsAt(sql, at)} r
    WHERE true ${status ? sql`AND status = ${status}` : sql``}
      ${after ? sql`AND (created_at < ${after[0]} OR created_at = ${after[0]} AND id > ${after[1]})` : sql``}
    ORDER BY created_at DESC, id LIMIT ${limit}`,
)

export const requestOfParticipant = defineQuery(
  [tutoringRequests],
  (sql, { id, userId }: { readonly id: string; readonly userId: string }) => sql<
    Pick<TutoringRequest, 'user_id' | 'tutor_id' | 'time_zone' | 'situation'>[]
  >`
    SELECT user_id, tutor_id, time_zone, situation FROM read.tutoring_requests
    WHERE id = ${id} AND ${userId} IN (user_id, tutor_id)`,
)

export const sessionsOfRequests = defineQuery(
  [selectSessions],
  (sql, { requestIds, at }: { readonly requestIds: readonly string[]; readonly at: AtOrNow }) => sql<TutoringSessionRow[]>`
    ${selectSessions(sql, at)} WHERE s.request_id = ANY(${requestIds as string[]}::uuid[]) ORDER BY s.ordinal`,
)

interface WhichSessions {
  readonly state: TutoringSessionRow['state'] | undefined
  readonly between: { readonly from: string; readonly to: string } | null
}

export const listedSessions = defineQuery(
  [selectSessions],
  (sql, { at, state, between, after, limit }: PageAsOf & WhichSessions) => sql<TutoringSessionRow[]>`
    ${selectSessions(sql, at)} WHERE true ${state ? sql`AND s.state = ${state}` : sql``}
      ${between ? sql`AND s.starts_at >= ${between.from} AND s.starts_at < ${between.to}` : sql``}
      ${after ? sql`AND (s.starts_at < ${after[0]} OR s.starts_at = ${after[0]} AND s.id > ${after[1]})` : sql``}
    ORDER BY s.starts_at DESC, s.id LIMIT ${limit}`,
)

export const bookedTimes = defineQuery(
  [tutoringSessions],
  (sql, { tutorId, studentId }: { readonly tutorId: string; readonly studentId: string }) => sql<TimeSpan[]>`
    SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM read.tutoring_sessions
    WHERE state = 'scheduled' AND (tutor_id = ${tutorId} OR user_id = ${studentId})`,
)

export const tutorById = defineQuery(
  [tutors],
  (sql, userId: string) => sql<TutorRow[]>`SELECT * FROM read.tutors WHERE user_id = ${userId}`,
)

export type ListedTutor = Omit<TutorRow, 'changes'> & Joined<Pick<User, 'email' | 'first_name' | 'last_name'>>

export const listedTutors = defineQuery(
  [tutorsAt, users],
  (sql, { at, situation, after, limit }: PageAsOf & { readonly situation: TutorRow['situation'] | undefined }) => sql<ListedTutor[]>`
    SELECT t.*, u.email, u.first_name, u.last_name FROM ${tutorsAt(sql, at)} t LEFT JOIN read.users u ON u.id = t.user_id
    WHERE true ${situation ? sql`AND t.situation = ${situation}` : sql``}
      ${after ? sql`AND (t.applied_at < ${after[0]} OR t.applied_at = ${after[0]} AND t.user_id > ${after[1]})` : sql``}
    ORDER BY t.applied_at DESC, t.user_id LIMIT ${limit}`,
)

export const payoutsOf = defineQuery(
  [selectPayouts],
  (sql, { tutorId, after, limit }: PageAfter & { readonly tutorId: string }) => sql<PayoutRow[]>`
    ${selectPayouts(sql, null)} WHERE p.user_id = ${tutorId} ${after ? sql`AND p.week < ${after[0]}` : sql``}
    ORDER BY p.week DESC LIMIT ${limit}`,
)

export const listedPayouts = defineQuery(
  [selectPayouts],
  (sql, { at, week, after, limit }: PageAsOf & { readonly week: string | undefined }) => sql<PayoutRow[]>`
    ${selectPayouts(sql, at)} WHERE true ${week ? sql`AND p.week = ${week}` : sql``}
      ${after ? sql`AND (p.week < ${after[0]} OR p.week = ${after[0]} AND p.user_id > ${after[1]})` : sql``}
    ORDER BY p.week DESC, p.user_id LIMIT ${limit}`,
)

export const unpaidRequests = defineQuery(
  [tutoringRequests],
  (sql, after: string) => sql<Pick<TutoringRequest, 'id'>[]>`
    SELECT id FROM read.tutoring_requests WHERE paid_at IS NULL AND price IS NOT NULL AND decided_at > ${after} ORDER BY id`,
)

export const openRequestsOf = defineQuery(
  [tutoringRequests],
  (sql, userId: string) => sql<Pick<TutoringRequest, 'id'>[]>`
    SELECT id FROM read.tutoring_requests WHERE user_id = ${userId} AND status IN ('pending', 'accepted', 'scheduled') ORDER BY id`,
)

const selectScheduled = defineQuery(
  [tutoringSessions],
  (sql) => sql`SELECT id AS "sessionId", request_id AS "requestId" FROM read.tutoring_sessions WHERE state = 'scheduled'`,
)
interface ScheduledSession {
  readonly sessionId: string
  readonly requestId: string
}

export const sessionsStarting = defineQuery(
  [selectScheduled],
  (sql, { after, by }: { readonly after: string; readonly by: string }) => sql<ScheduledSession[]>`
    ${selectScheduled(sql)} AND starts_at > ${after} AND starts_at <= ${by} ORDER BY starts_at, id`,
)

export const unmarkedSessions = defineQuery(
  [selectScheduled],
  (sql, endedBy: string) => sql<ScheduledSession[]>`${selectScheduled(sql)} AND ends_at <= ${endedBy} ORDER BY starts_at, id`,
)

export const sessionsToGive = defineQuery(
  [selectScheduled],
  (sql, tutorId: string) => sql<ScheduledSession[]>`${selectScheduled(sql)} AND tutor_id = ${tutorId} ORDER BY id`,
)

export const unreportedPayouts = defineQuery(
  [tutorPayouts],
  (sql, before: string) => sql<Camel<typeof tutorPayouts.tables.tutor_payouts, 'user_id' | 'week'>[]>`
    SELECT user_id AS "userId", week FROM read.tutor_payouts WHERE reported_at IS NULL AND week < ${before} ORDER BY week, user_id`,
)
