import { ACTIVE_DAYS } from '@medicready/domain/admin/shown/figure-names'
import type { AdminStudent, adminStudentCalls } from '@medicready/domain/contract/accounts/students'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { weakOf } from '@medicready/domain/study/shown/weakness'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import {
  historyOf,
  peopleNames,
  placedStudents,
  type StudentFilter,
  type StudentRecord,
  studentsOn,
  studentsToday,
} from '@medicready/projector/read-models/admin/student-queries'
import { defineQuery, type PageAfter } from '@medicready/projector/read-models/query'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { shownStreak, todayOf } from '../study/account-days.ts'
import { type CsvColumns, checkExport, csvOf, everyPage, PersonKey, personKey } from './people-exports.ts'
import { actorIn, namesOf, plannedAnew, type ShownDay, shownDay } from './shown.ts'
import { sumsOf } from './sums.ts'

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

export const adminStudentRoutes: Routes<typeof adminStudentCalls> = ({ sql, clock, reading }) => {
  /** Earlier days can be sorted only by values that never change or are shown as of today. */
  const studentPage = (filter: StudentFilter, shown: ShownDay, page: PageAfter) => {
    if (!shown.isToday && filter.sort !== 'joined' && filter.sort !== 'name') throw new Rejection('invalidRequest')
    return plannedAnew(sql, placedStudents(sql, { ...filter, ...shown, ...page }))
  }

  async function* everyStudent(filter: StudentFilter & { readonly asOf?: string | undefined }): AsyncGenerator<AdminStudent> {
    const now = clock()
    const shown = shownDay(filter.asOf, now)
    for await (const rows of everyPage((page) => studentPage(filter, shown, page)))
      yield* await studentRecords(sql, { userIds: rows.map(({ user_id }) => user_id), shown, now })
  }

  return {
    'GET /api/admin/students': reading([placedStudents, studentRecords], async ({ query }) => {
      const now = clock()
      const shown = shownDay(query.asOf, now)
      const rows = await studentPage(query, shown, pageAfter(query, PersonKey))
      const { items: userIds, next } = pageOf(rows, query, { item: ({ user_id }) => user_id, sortKey: personKey })
      return { items: await studentRecords(sql, { userIds, shown, now }), next }
    }),

    'GET /api/admin/students.csv': reading([placedStudents, studentRecords, checkExport], async ({ query, identity }) => {
      await checkExport(sql, { exportId: query.exportId, table: 'students', userId: identity.userId, now: clock() })
      return { name: 'students.csv', bytes: csvOf(studentColumns, everyStudent(query)) }
    }),

    'GET /api/admin/students/{id}': reading([studentRecords], async ({ params, query }) => {
      const now = clock()
      const [student] = await studentRecords(sql, { userIds: [params.id], shown: shownDay(query.asOf, now), now })
      if (!student) throw new Rejection('studentNotFound')
      return student
    }),

    'GET /api/admin/students/{id}/history': reading([peopleNames, historyOf, namesOf], async ({ params, query }) => {
      const { end } = shownDay(query.asOf, clock())
      const [[student], rows] = await Promise.all([
        peopleNames(sql, [params.id]),
        historyOf(sql, { userId: params.id, end, ...pageAfter(query, TimeKey) }),
      ])
      if (!student) throw new Rejection('studentNotFound')
      const actors = rows.map(({ actor_id }) => actor_id)
      const names = await namesOf(sql, actors)
      const item = ({ fact_id: id, actor_id, ...row }: (typeof rows)[number]) => ({
        ...row,
        id,
        actor: actor_id === params.id ? null : actorIn(names, actor_id),
      })
      return pageOf(rows, query, { item, sortKey: ({ at, fact_id }) => [at, fact_id] })
    }),
  }
}

const rounded = (percent: number): number => Math.round(10 * percent) / 10

const studentRecords = defineQuery(
  [studentsToday, studentsOn, sumsOf],
  async (sql, { userIds, shown, now }: { readonly userIds: readonly string[]; readonly shown: ShownDay; readonly now: string }) => {
    if (userIds.length === 0) return []
    const [rows, then, sums] = await Promise.all([
      studentsToday(sql, userIds),
      shown.isToday ? [] : studentsOn(sql, { userIds, ...shown }),
      sumsOf(sql, ['questionsInBank'], { to: shown.day }),
    ])
    const earlier = new Map(then.map((row) => [row.user_id, row]))
    return rows.map((row) => recordOf({ ...row, ...earlier.get(row.user_id) }, shown, sums.of('questionsInBank'), now))
  },
)

function recordOf(row: StudentRecord, { day, isToday }: ShownDay, bank: number, now: string): AdminStudent {
  const isActive = row.last_active_on !== null && row.last_active_on >= addDays(day, 1 - ACTIVE_DAYS)
  const progress = bank === 0 ? 0 : Math.min(100, (100 * row.right_questions) / bank)
  return {
    ...camelled(row),
    id: row.user_id,
    status: isActive ? 'active' : 'inactive',
    progress: rounded(progress),
    accuracy: row.scored === 0 ? null : rounded((100 * row.correct) / row.scored),
    totalSessions: row.sessions,
    studyStreak: isToday ? streakOf(row, now) : null,
    weakAreas: weakOf(row.modules ?? []).map(({ module }) => module),
    joinedDate: row.joined_at.slice(0, 10),
    lastActive: row.last_active_on,
  }
}

/** On the account's own calendar, which the users' read model may not know yet. */
function streakOf(row: StudentRecord, now: string): number {
  if (row.time_zone === null) return 0
  return shownStreak(row, todayOf(row, now)).studyStreak
}
