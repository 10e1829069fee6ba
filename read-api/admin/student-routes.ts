import type { AdminStudent, adminStudentReadCalls } from '@medicready/domain/contract/admin-students'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import { audit } from '@medicready/projector/read-models/admin/audit'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { learning } from '@medicready/projector/read-models/admin/learning'
import { studentHistory } from '@medicready/projector/read-models/admin/student-history'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { studyStreaks } from '@medicready/projector/read-models/study/study-streaks'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { tutoringSessions } from '@medicready/projector/read-models/tutoring/tutoring-sessions'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { shownDay } from './as-of.ts'
import { type CsvColumns, csvOf } from './csv-file.ts'
import { actorIn, namesOf } from './names.ts'
import { checkExport } from './people-exports.ts'
import { StudentKey as Key, type PlacedStudent, type StudentFilter, type StudentKey, studentPage } from './student-pages.ts'
import { studentRecords } from './student-records.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type HistoryRow = Omit<RowOf<typeof studentHistory.tables.student_history>, 'user_id'>
/** The latest first, then by id. */
const HistoryKey = z.tuple([z.iso.datetime(), z.uuid()])

const keyOf = ({ sort_key, user_id }: PlacedStudent): StudentKey => [sort_key, user_id]
const ROWS_AT_ONCE = 1_000

const studentColumns: CsvColumns<AdminStudent> = [
  ['Id', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Role', ({ role }) => role],
  ['Email verified', ({ emailVerified }) => emailVerified],
  ['Erased', ({ isErased }) => isErased],
  ['Status', ({ status }) => status],
  ['Progress %', ({ progress }) => progress],
  ['Answers', ({ answered }) => answered],
  ['Accuracy %', ({ accuracy }) => accuracy],
  ['Tutoring sessions', ({ totalSessions }) => totalSessions],
  ['Study streak', ({ studyStreak }) => studyStreak],
  ['Tier', ({ subscriptionTier }) => subscriptionTier],
  ['Weak areas', ({ weakAreas }) => weakAreas.join('; ')],
  ['Joined', ({ joinedDate }) => joinedDate],
  ['Last active', ({ lastActive }) => lastActive],
  ['Stripe customer', ({ stripeCustomerId }) => stripeCustomerId],
  ['Stripe subscription', ({ stripeSubscriptionId }) => stripeSubscriptionId],
]

/** Students as those who run the business see them. */
export const adminStudentRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof adminStudentReadCalls, 'read-api'> => {
  const readModels = [learning, figures, users, studyStreaks, userProgress, tutoringSessions]

  async function* everyStudent(filter: StudentFilter & { readonly asOf?: string | undefined }): AsyncGenerator<AdminStudent> {
    const now = clock()
    const shown = shownDay(filter.asOf, now)
    let after: StudentKey | null = null
    for (;;) {
      const rows: readonly PlacedStudent[] = await studentPage(sql, filter, shown, { after, limit: ROWS_AT_ONCE })
      yield* await studentRecords(
        sql,
        rows.map(({ user_id }) => user_id),
        shown,
        now,
      )
      const last = rows.at(-1)
      if (rows.length < ROWS_AT_ONCE || !last) return
      after = keyOf(last)
    }
  }

  return {
    'GET /api/admin/students': reading(readModels, async ({ query }) => {
      const now = clock()
      const shown = shownDay(query.asOf, now)
      const rows = await studentPage(sql, query, shown, { after: sortKeyOf(query, Key), limit: query.limit + 1 })
      const { items, next } = pageOf(rows, query, { item: ({ user_id }) => user_id, sortKey: keyOf })
      return { items: await studentRecords(sql, items, shown, now), next }
    }),

    'GET /api/admin/students.csv': reading([...readModels, audit], async ({ query, identity }) => {
      await checkExport(sql, { exportId: query.exportId, table: 'students', userId: identity.userId, now: clock() })
      return { name: 'students.csv', bytes: csvOf(studentColumns, everyStudent(query)) }
    }),

    'GET /api/admin/students/{id}': reading(readModels, async ({ params, query }) => {
      const now = clock()
      const [student] = await studentRecords(sql, [params.id], shownDay(query.asOf, now), now)
      if (!student) throw new Rejection('studentNotFound')
      return student
    }),

    'GET /api/admin/students/{id}/history': reading([learning, studentHistory], async ({ params, query }) => {
      const after = sortKeyOf(query, HistoryKey)
      const { end } = shownDay(query.asOf, clock())
      const [[student], rows] = await Promise.all([
        sql`SELECT 1 FROM read.students WHERE user_id = ${params.id}`,
        sql<HistoryRow[]>`
          SELECT fact_id, at, type, what, stream, actor_id FROM read.student_history
          WHERE user_id = ${params.id} AND at < ${end}
            ${after ? sql`AND (at, fact_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
          ORDER BY at DESC, fact_id DESC LIMIT ${query.limit + 1}`,
      ])
      if (!student) throw new Rejection('studentNotFound')
      const names = await namesOf(
        sql,
        rows.map(({ actor_id }) => actor_id),
      )
      const item = ({ fact_id: id, actor_id, ...row }: HistoryRow) => ({
        ...row,
        id,
        actor: actor_id === params.id ? null : actorIn(names, actor_id),
      })
      return pageOf(rows, query, { item, sortKey: ({ at, fact_id }) => [at, fact_id] })
    }),
  }
}
