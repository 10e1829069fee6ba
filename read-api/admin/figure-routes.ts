import { deferredAfter } from '@medicready/domain/admin/deferral'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { adminBusinessCalls, FigureFact } from '@medicready/domain/contract/admin-business'
import { ACTIVE_DAYS, type AdminFigure, type StudentFigure } from '@medicready/domain/contract/admin-figure-names'
import type { PageQuery } from '@medicready/domain/contract/call'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers, Page } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { learning } from '@medicready/projector/read-models/admin/learning'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { activeOn } from './active-students.ts'
import { type ShownDay, shownDay } from './as-of.ts'
import { deferredOn, LONGEST_PERIOD_DAYS } from './deferred.ts'
import { namesOf } from './names.ts'
import { plannedAnew } from './planned-anew.ts'
import { sumsOf } from './sums.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

/** Which part of a figure is asked for. */
interface Asked {
  readonly from?: CalendarDay | undefined
  readonly group?: string | undefined
  readonly userId?: string | undefined
  readonly subjectId?: string | undefined
  readonly tutorId?: string | undefined
}
type Figure = AdminFigure | StudentFigure
type Behind = PageQuery & Asked

interface FactRow {
  readonly id: string
  readonly place: number
  readonly at: string
  readonly type: string
  readonly stream: string
  readonly amount: number
  readonly grouped_by: string
  readonly user_id: string | null
}

/** The latest first, then by id, then by the place among the entries of a fact. */
const EntryKey = z.tuple([z.iso.datetime(), z.uuid(), z.int()])
const entryKey = ({ at, id, place }: FactRow): z.infer<typeof EntryKey> => [at, id, place]
/** By a day, then by id. */
const DayKey = z.tuple([z.iso.date(), z.uuid()])

const startOf = (day: CalendarDay | undefined): string => `${day ?? '0001-01-01'}T00:00:00.000Z`

/** What each answer counts for, in the figures of answers. */
const countsOfAnswers = { answers: 'answered', scoredAnswers: 'scored', correctAnswers: 'correct' } as const
const isOfAnswers = (figure: Figure): figure is keyof typeof countsOfAnswers => figure in countsOfAnswers

/** What these are told of: everybody, or one student; of nobody's sessions, and of no code. */
const told = {
  ofAllAlone: ['activeStudents', 'deferred', 'firstAnswers', 'returningStudents'],
  ofStudentsAlone: ['rightQuestions'],
  ofAllAndStudents: ['answers', 'scoredAnswers', 'correctAnswers'],
} as const satisfies Readonly<Record<string, readonly Figure[]>>
const isAmong = (figures: readonly Figure[], figure: Figure): boolean => figures.includes(figure)

/** Refused with `invalidRequest` where a figure is not told of what is asked for. */
function checkAsked(figure: Figure, { userId, subjectId, tutorId }: Asked): void {
  const isOfSubject = subjectId !== undefined || tutorId !== undefined
  const isEntered = !Object.values(told).some((figures) => isAmong(figures, figure))
  const isTold = isEntered || (!isOfSubject && !isAmong(userId === undefined ? told.ofStudentsAlone : told.ofAllAlone, figure))
  if (!isTold) throw new Rejection('invalidRequest')
}

type FigureCall = 'GET /api/admin/figures/{figure}' | 'GET /api/admin/figures/{figure}/facts'

/** What stands behind each number. */
export const figureRoutes = ({ sql, clock, reading }: Parts): Pick<Handlers<typeof adminBusinessCalls, 'read-api'>, FigureCall> => {
  /** Of entries, those that are asked for. */
  const asked = ({ from, group, userId, subjectId, tutorId }: Asked, { end }: ShownDay) => sql`
    at >= ${startOf(from)} AND at < ${end}
    ${group === undefined ? sql`` : sql`AND grouped_by = ${group}`} ${userId === undefined ? sql`` : sql`AND user_id = ${userId}`}
    ${subjectId === undefined ? sql`` : sql`AND subject_id = ${subjectId}`} ${tutorId === undefined ? sql`` : sql`AND tutor_id = ${tutorId}`}`

  /** The figures of one person, code or session: a few entries, or a few days. */
  async function sumOfOne(figure: Figure, query: Asked, shown: ShownDay): Promise<number> {
    const column = figure === 'rightQuestions' ? 'newly_right' : isOfAnswers(figure) ? countsOfAnswers[figure] : null
    const [row] =
      column === null
        ? await sql<{ sum: number }[]>`
            SELECT coalesce(sum(amount), 0)::int AS sum FROM read.figure_entries WHERE figure = ${figure} AND ${asked(query, shown)}`
        : await sql<{ sum: number }[]>`
            SELECT coalesce(sum(${sql(column)}), 0)::int AS sum FROM read.student_days
            WHERE user_id = ${query.userId ?? ''} AND day BETWEEN ${query.from ?? '0001-01-01'} AND ${shown.day}`
    return row?.sum ?? 0
  }

  /** Students in each of the months in which they answered, by the month of their registration. */
  async function returned({ from, group }: Asked, { day }: ShownDay): Promise<number> {
    const [row] = await sql<{ sum: number }[]>`
      SELECT coalesce(sum(active), 0)::int AS sum FROM read.learning_cohorts
      WHERE day BETWEEN ${from ?? '0001-01-01'} AND ${day} ${group === undefined ? sql`` : sql`AND cohort = ${group}`}`
    return row?.sum ?? 0
  }

  async function sumOfFigure(figure: Figure, query: Asked, shown: ShownDay): Promise<number> {
    const { from, group, userId, subjectId, tutorId } = query
    const { day } = shown
    if ((userId ?? subjectId ?? tutorId) !== undefined || figure === 'rightQuestions') return sumOfOne(figure, query, shown)
    if (figure === 'activeStudents') return activeOn(sql, day)
    if (figure === 'deferred') {
      const sums = await deferredOn(sql, day)
      return group === undefined ? [...sums.values()].reduce((sum, amount) => sum + amount, 0) : (sums.get(group) ?? 0)
    }
    if (figure === 'returningStudents') return returned(query, shown)
    if (!isOfAnswers(figure) && figure !== 'firstAnswers') return (await sumsOf(sql, [figure], { from, to: day })).of(figure, group)
    const column = figure === 'firstAnswers' ? 'first_ever' : countsOfAnswers[figure]
    const [row] = await sql<{ sum: number }[]>`
      SELECT coalesce(sum(${sql(column)}), 0)::int AS sum FROM read.learning_days
      WHERE day BETWEEN ${from ?? '0001-01-01'} AND ${day}`
    return row?.sum ?? 0
  }

  /** The names come with them. */
  async function page(rows: readonly FactRow[], query: PageQuery, sortKey: (row: FactRow) => unknown): Promise<Page<FigureFact[]>> {
    const names = await namesOf(
      sql,
      rows.map(({ user_id }) => user_id),
    )
    const item = ({ id, place, at, type, stream, amount, grouped_by, user_id }: FactRow): FigureFact => ({
      id: place === 0 ? id : `${id}/${place}`,
      at,
      type,
      stream,
      amount,
      group: grouped_by,
      userId: user_id,
      name: user_id === null ? '' : (names.get(user_id) ?? ''),
    })
    return pageOf(rows, query, { item, sortKey })
  }

  async function entries(figure: Figure, query: Behind, shown: ShownDay) {
    const after = sortKeyOf(query, EntryKey)
    const rows = await plannedAnew(
      sql,
      (tx) => tx<FactRow[]>`
        SELECT fact_id AS id, place, at, type, stream, amount, grouped_by, user_id FROM read.figure_entries
        WHERE figure = ${figure} AND ${asked(query, shown)}
          ${after ? sql`AND (at, fact_id, place) < (${after[0]}, ${after[1]}::uuid, ${after[2]})` : sql``}
        ORDER BY at DESC, fact_id DESC, place DESC LIMIT ${query.limit + 1}`,
    )
    return page(rows, query, entryKey)
  }

  /** How an answer stands in the log: by itself, or in the fact that completed its exam. */
  const ofAnswer = sql`
    CASE WHEN r.exam_id IS NULL THEN 'AnswerSubmitted' ELSE 'ExamCompleted' END AS type,
    CASE WHEN r.exam_id IS NULL THEN 'studyDay-' || r.user_id || '_' || r.answered_on ELSE 'exam-' || r.exam_id END AS stream`

  async function answers(figure: keyof typeof countsOfAnswers, query: Behind, { end }: ShownDay) {
    const after = sortKeyOf(query, EntryKey)
    const which = { answers: sql``, scoredAnswers: sql`AND r.is_scored`, correctAnswers: sql`AND r.is_scored AND r.is_correct` }[figure]
    const rows = await sql<FactRow[]>`
      SELECT r.id, 0 AS place, r.answered_at AS at, ${ofAnswer}, 1 AS amount, '' AS grouped_by, r.user_id FROM read.user_responses r
      WHERE r.answered_at >= ${startOf(query.from)} AND r.answered_at < ${end} ${which}
        ${query.userId === undefined ? sql`` : sql`AND r.user_id = ${query.userId}`}
        ${after ? sql`AND (r.answered_at, r.id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY r.answered_at DESC, r.id DESC LIMIT ${query.limit + 1}`
    return page(rows, query, entryKey)
  }

  /** Of each question that a student has answered right, the first such answer. */
  async function rightQuestions(query: Behind, { end }: ShownDay) {
    const after = sortKeyOf(query, EntryKey)
    const rows = await sql<FactRow[]>`
      SELECT * FROM (
        SELECT DISTINCT ON (r.question_id) r.id, 0 AS place, r.answered_at AS at, ${ofAnswer}, 1 AS amount, '' AS grouped_by, r.user_id
        FROM read.user_responses r
        WHERE r.user_id = ${query.userId ?? ''} AND r.is_scored AND r.is_correct AND r.answered_at < ${end}
        ORDER BY r.question_id, r.answered_at, r.id) f
      WHERE at >= ${startOf(query.from)} ${after ? sql`AND (at, id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY at DESC, id DESC LIMIT ${query.limit + 1}`
    return page(rows, query, entryKey)
  }

  async function firstAnswers(query: Behind, { end }: ShownDay) {
    const after = sortKeyOf(query, EntryKey)
    const rows = await sql<(FactRow & { readonly user_id: string })[]>`
      SELECT s.user_id, s.first_answered_at AS at, 0 AS place, 1 AS amount, '' AS grouped_by, r.id, r.type, r.stream
      FROM read.students s CROSS JOIN LATERAL (
        SELECT r.id, ${ofAnswer} FROM read.user_responses r
        WHERE r.user_id = s.user_id AND r.answered_at = s.first_answered_at ORDER BY r.id LIMIT 1) r
      WHERE s.first_answered_at >= ${startOf(query.from)} AND s.first_answered_at < ${end}
        ${after ? sql`AND (s.first_answered_at, s.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY s.first_answered_at DESC, s.user_id DESC LIMIT ${query.limit + 1}`
    return page(rows, query, ({ at, user_id }) => [at, user_id, 0])
  }

  /** Of everybody who is active, the latest answer up to the day. */
  async function activeStudents(query: Behind, { day, end }: ShownDay) {
    const after = sortKeyOf(query, DayKey)
    const rows = await sql<(FactRow & { readonly day: CalendarDay; readonly user_id: string })[]>`
      SELECT d.day, d.user_id, 0 AS place, 1 AS amount, '' AS grouped_by, r.id, r.at, r.type, r.stream
      FROM read.student_days d CROSS JOIN LATERAL (
        SELECT r.id, r.answered_at AS at, ${ofAnswer} FROM read.user_responses r
        WHERE r.user_id = d.user_id AND r.answered_at < ${end} ORDER BY r.answered_at DESC LIMIT 1) r
      WHERE d.day BETWEEN ${addDays(day, 1 - ACTIVE_DAYS)} AND ${day} AND (d.next_on IS NULL OR d.next_on > ${day})
        ${after ? sql`AND (d.day, d.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY d.day DESC, d.user_id DESC LIMIT ${query.limit + 1}`
    const days = new Map(rows.map((row) => [row.user_id, row.day]))
    return page(rows, query, ({ user_id }) => [days.get(user_id ?? ''), user_id])
  }

  /** Of everybody who answered in a month, an answer of the first day on which they did. */
  async function returningStudents(query: Behind, { day }: ShownDay) {
    const after = sortKeyOf(query, DayKey)
    const cohort = sql`to_char(s.joined_at AT TIME ZONE 'UTC', 'YYYY-MM')`
    const rows = await sql<(FactRow & { readonly day: CalendarDay })[]>`
      SELECT d.day, d.user_id, 0 AS place, 1 AS amount, ${cohort} AS grouped_by, r.id, r.at, r.type, r.stream
      FROM read.student_days d JOIN read.students s ON s.user_id = d.user_id CROSS JOIN LATERAL (
        SELECT r.id, r.answered_at AS at, ${ofAnswer} FROM read.user_responses r
        WHERE r.user_id = d.user_id AND r.answered_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
        ORDER BY r.answered_at DESC LIMIT 1) r
      WHERE d.day BETWEEN ${query.from ?? '0001-01-01'} AND ${day} AND d.next_on IS DISTINCT FROM d.day
        AND NOT EXISTS (
          SELECT FROM read.student_days e
          WHERE e.user_id = d.user_id AND e.day >= date_trunc('month', d.day) AND e.day < d.day AND e.next_on IS DISTINCT FROM e.day)
        ${query.group === undefined ? sql`` : sql`AND ${cohort} = ${query.group}`}
        ${after ? sql`AND (d.day, d.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY d.day DESC, d.user_id DESC LIMIT ${query.limit + 1}`
    const days = new Map(rows.map((row) => [row.id, row.day]))
    return page(rows, query, ({ id, user_id }) => [days.get(id), user_id])
  }

  /** What is paid for days to come, the payments that are earned soonest first. */
  async function deferred(query: Behind, { day }: ShownDay) {
    const after = sortKeyOf(query, DayKey)
    const rows = await sql<(FactRow & { readonly starts: CalendarDay; readonly until: CalendarDay })[]>`
      SELECT fact_id AS id, 0 AS place, at, type, stream, amount, tier AS grouped_by, user_id, starts, until FROM read.deferrals
      WHERE until > ${day} AND until <= ${addDays(day, LONGEST_PERIOD_DAYS)} AND day <= ${day}
        ${query.group === undefined ? sql`` : sql`AND tier = ${query.group}`}
        ${after ? sql`AND (until, fact_id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY until, fact_id LIMIT ${query.limit + 1}`
    const ends = new Map(rows.map(({ id, until }) => [id, until]))
    return page(
      rows.map((row) => ({ ...row, amount: deferredAfter(row, day) })),
      query,
      ({ id }) => [ends.get(id), id],
    )
  }

  function factsBehind(figure: Figure, query: Behind, shown: ShownDay): Promise<Page<FigureFact[]>> {
    if (figure === 'activeStudents') return activeStudents(query, shown)
    if (figure === 'deferred') return deferred(query, shown)
    if (figure === 'returningStudents') return returningStudents(query, shown)
    if (figure === 'firstAnswers') return firstAnswers(query, shown)
    if (figure === 'rightQuestions') return rightQuestions(query, shown)
    return isOfAnswers(figure) ? answers(figure, query, shown) : entries(figure, query, shown)
  }

  return {
    'GET /api/admin/figures/{figure}': reading([figures, learning], async ({ params, query }) => {
      checkAsked(params.figure, query)
      const shown = shownDay(query.asOf, clock())
      return { asOf: shown.day, value: await sumOfFigure(params.figure, query, shown) }
    }),
    'GET /api/admin/figures/{figure}/facts': reading([figures, learning, userResponses], ({ params, query }) => {
      checkAsked(params.figure, query)
      return factsBehind(params.figure, query, shownDay(query.asOf, clock()))
    }),
  }
}
