import type { Tier } from '@medicready/domain/billing/shown/tiers'
import { addDays, type CalendarDay, weekOf } from '@medicready/domain/core/shown/calendar'
import type { FactOf } from '@medicready/domain/events'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import { isHeldBack } from '@medicready/domain/study/study-session'
import { defineReadModel, type MutableRows, newRow, type RowOf, type Rows, table, typed } from '../definition.ts'

type RankedAnswer = Pick<FactOf<'AnswerSubmitted'>['data'], 'date' | 'questionId' | 'module' | 'isScored' | 'isCorrect'>

const counts = { total_answered: 'integer', scored_answers: 'integer', correct_answers: 'integer' } as const
type Counts = RowOf<{ key: []; columns: typeof counts }>

/** Matches the rank index. */
export const RANKS = 'total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id'

const tables = {
  leaderboard: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      name: 'text?',
      subscription_tier: typed<Tier>('text'),
      is_shown: 'boolean',
      ...counts,
    },
    indexes: [`(${RANKS}) WHERE total_answered > 0 AND is_shown`],
  }),
  /** One row, so that queries need not count. */
  leaderboard_total: table({ key: ['id'], columns: { id: 'integer', students: 'integer' } }),
  leaderboard_weeks: table({
    key: ['week', 'user_id'],
    columns: { /** Its Monday. */ week: 'date', user_id: 'uuid', is_shown: 'boolean', ...counts },
    indexes: [`(week, ${RANKS}) WHERE is_shown`],
  }),
  leaderboard_modules: table({
    key: ['module', 'user_id'],
    columns: { module: typed<ModuleName>('text'), user_id: 'uuid', is_shown: 'boolean', ...counts },
    indexes: [`(module, ${RANKS}) WHERE is_shown`],
  }),
  leaderboard_students: table({ key: ['ranked'], columns: { ranked: 'coded text', students: 'integer' } }),
  leaderboard_days: table({
    key: ['user_id', 'module'],
    columns: { user_id: 'uuid', module: typed<ModuleName>('text'), days: typed<Readonly<Record<CalendarDay, readonly string[]>>>('jsonb') },
    private: true,
  }),
  leaderboard_sessions: table({
    key: ['id'],
    columns: { id: 'uuid', held: typed<readonly RankedAnswer[]>('jsonb') },
    private: true,
  }),
}

const newcomer = (user_id: string): RowOf<typeof tables.leaderboard> =>
  newRow(tables.leaderboard, { user_id, subscription_tier: 'free', is_shown: true })

const displayName = (firstName: string | null, lastName: string | null): string | null =>
  firstName === null ? null : lastName ? `${firstName} ${[...lastName][0]}.` : firstName

function call(
  person: { userId: string; firstName: string | null; lastName: string | null },
  learners: MutableRows<typeof tables.leaderboard>,
): void {
  const row = learners.get({ user_id: person.userId }) ?? newcomer(person.userId)
  learners.set({ ...row, name: displayName(person.firstName, person.lastName) })
}

const withAnswer = <Row extends Counts>(row: Row, { isScored, isCorrect }: RankedAnswer): Row => ({
  ...row,
  total_answered: row.total_answered + 1,
  scored_answers: row.scored_answers + (isScored ? 1 : 0),
  correct_answers: row.correct_answers + (isScored && isCorrect ? 1 : 0),
})

function addToTotal({ leaderboard_total }: Rows<typeof tables>, students: number): void {
  leaderboard_total.set({ id: 1, students: (leaderboard_total.get({ id: 1 })?.students ?? 0) + students })
}

function addToStudents({ leaderboard_students }: Rows<typeof tables>, ranked: string, students: number): void {
  leaderboard_students.set({ ranked, students: (leaderboard_students.get({ ranked })?.students ?? 0) + students })
}

/** Longer than a late answer can take. */
const DAYS_KEPT = 7

const daysAfter = (last: CalendarDay, days: Readonly<Record<CalendarDay, readonly string[]>>) =>
  Object.fromEntries(Object.entries(days).filter(([day]) => day > last))

function isFirst(user_id: string, { questionId, module, date }: RankedAnswer, { leaderboard_days }: Rows<typeof tables>): boolean {
  const days = leaderboard_days.get({ user_id, module })?.days ?? {}
  const answered = days[date] ?? []
  if (answered.includes(questionId)) return false
  const kept = date in days ? days : daysAfter(addDays(date, -DAYS_KEPT), days)
  leaderboard_days.set({ user_id, module, days: { ...kept, [date]: [...answered, questionId] } })
  return true
}

function count(user_id: string, answer: RankedAnswer, rows: Rows<typeof tables>): void {
  const { leaderboard, leaderboard_weeks, leaderboard_modules } = rows
  const { module } = answer
  const person = leaderboard.get({ user_id }) ?? newcomer(user_id)
  const { is_shown } = person
  leaderboard.set(withAnswer(person, answer))
  if (person.total_answered === 0 && is_shown) addToTotal(rows, 1)
  const week = weekOf(answer.date)
  const inWeek = leaderboard_weeks.get({ week, user_id })
  leaderboard_weeks.set(withAnswer(inWeek ?? newRow(tables.leaderboard_weeks, { week, user_id, is_shown }), answer))
  if (!inWeek && is_shown) addToStudents(rows, week, 1)
  const inModule = leaderboard_modules.get({ module, user_id })
  leaderboard_modules.set(withAnswer(inModule ?? newRow(tables.leaderboard_modules, { module, user_id, is_shown }), answer))
  if (!inModule && is_shown) addToStudents(rows, module, 1)
}

function mark(user_id: string, answer: RankedAnswer, { leaderboard, leaderboard_weeks, leaderboard_modules }: Rows<typeof tables>): void {
  const marked = <Row extends Counts>(row: Row): Row => ({ ...withAnswer(row, answer), total_answered: row.total_answered })
  const person = leaderboard.get({ user_id })
  if (person) leaderboard.set(marked(person))
  const inWeek = leaderboard_weeks.get({ week: weekOf(answer.date), user_id })
  if (inWeek) leaderboard_weeks.set(marked(inWeek))
  const inModule = leaderboard_modules.get({ module: answer.module, user_id })
  if (inModule) leaderboard_modules.set(marked(inModule))
}

/** Past weeks are not shown and stay; account days differ from UTC by at most one. */
function show(user_id: string, is_shown: boolean, now: CalendarDay, rows: Rows<typeof tables>): void {
  const { leaderboard, leaderboard_weeks, leaderboard_modules } = rows
  const person = leaderboard.get({ user_id }) ?? newcomer(user_id)
  if (person.is_shown === is_shown) return
  const students = is_shown ? 1 : -1
  leaderboard.set({ ...person, is_shown })
  if (person.total_answered > 0) addToTotal(rows, students)
  for (const week of new Set([weekOf(addDays(now, -1)), weekOf(addDays(now, 1))])) {
    const inWeek = leaderboard_weeks.get({ week, user_id })
    if (!inWeek) continue
    leaderboard_weeks.set({ ...inWeek, is_shown })
    addToStudents(rows, week, students)
  }
  for (const module of moduleNames) {
    const inModule = leaderboard_modules.get({ module, user_id })
    if (!inModule) continue
    leaderboard_modules.set({ ...inModule, is_shown })
    addToStudents(rows, module, students)
  }
}

/** The first answer of a day to a question counts; in timed sessions and practice exams when they end. */
export const leaderboard = defineReadModel({
  name: 'study/leaderboard',
  version: 9,
  tables,
  on: {
    AccountRegistered: ({ data }, { leaderboard }) => call(data, leaderboard),
    EmailVerified: ({ data }, { leaderboard }) => {
      // Null keeps the profile of the first registration.
      if (data.timeZone !== null) call(data, leaderboard)
    },
    ProfileChanged: ({ data }, { leaderboard }) => call(data, leaderboard),
    AccountErased: ({ data }, { leaderboard }) => call({ ...data, firstName: null, lastName: null }, leaderboard),
    TierChanged: ({ data }, { leaderboard }) => {
      const row = leaderboard.get({ user_id: data.userId }) ?? newcomer(data.userId)
      leaderboard.set({ ...row, subscription_tier: data.to })
    },
    SettingsChanged: ({ data, metadata }, rows) => show(data.userId, data.showOnLeaderboard, metadata.occurredAt.slice(0, 10), rows),
    AnswerSubmitted: ({ data }, rows) => {
      const { userId, studySessionId, date, questionId, module, isScored, isCorrect } = data
      const answer = { date, questionId, module, isScored, isCorrect }
      if (!isFirst(userId, answer, rows)) return
      const heldIn = isHeldBack(data) ? studySessionId : null
      count(userId, heldIn === null ? answer : { ...answer, isScored: false }, rows)
      if (heldIn === null || !isScored) return
      const { held } = rows.leaderboard_sessions.get({ id: heldIn }) ?? { held: [] }
      rows.leaderboard_sessions.set({ id: heldIn, held: [...held, answer] })
    },
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) if (isFirst(data.userId, answer.data, rows)) count(data.userId, answer.data, rows)
    },
    StudySessionCompleted: ({ data }, rows) => {
      const key = { id: data.studySessionId }
      const session = rows.leaderboard_sessions.get(key)
      if (!session) return
      for (const answer of session.held) mark(data.userId, answer, rows)
      rows.leaderboard_sessions.delete(key)
    },
  },
})
