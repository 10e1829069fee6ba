import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { activityOn, dayOf, monthOf } from '@medicready/domain/admin/activity'
import { EMPTY_SET, withNumbers } from '@medicready/domain/admin/number-set'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import { defineReadModel, newRow, type RowOf, type Rows, table, typed, update } from '../definition.ts'

/** Sorts rows without a day last. */
export const BEFORE_ALL_DAYS = '0001-01-01'

export const learningTables = {
  /** No personal data: rows stay after erasure. */
  students: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      joined_at: 'timestamptz',
      role: typed<UserRole>('text'),
      subscription_tier: typed<Tier>('text'),
      email_verified: 'boolean',
      is_erased: 'boolean',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      accuracy: 'double precision?',
      right_questions: 'integer',
      sessions: 'integer',
      last_active_on: 'date?',
      first_answered_at: 'timestamptz?',
    },
    indexes: [
      '(joined_at, user_id)',
      `((coalesce(last_active_on, DATE '${BEFORE_ALL_DAYS}')), user_id)`,
      '((coalesce(accuracy, -1)), user_id)',
      '(right_questions, user_id)',
      '(sessions, user_id)',
      '(first_answered_at, user_id) WHERE first_answered_at IS NOT NULL',
      // Non-students are few.
      "(role) WHERE role <> 'student'",
    ],
  }),
  /** Kept apart because its trigram index is costly to update. */
  student_people: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      name: 'text',
      email: 'text',
      phone: 'text?',
      search: 'text',
    },
    indexes: ['(search, user_id)', 'USING gin (search public.gin_trgm_ops)'],
  }),
  student_tiers: table({
    key: ['user_id', 'since'],
    columns: { user_id: 'uuid', since: 'timestamptz', tier: typed<Tier>('text') },
  }),
  student_days: table({
    key: ['user_id', 'day'],
    columns: {
      user_id: 'uuid',
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      newly_right: 'integer',
      next_on: 'date?',
    },
    indexes: ['(day, user_id)'],
  }),
  learning_days: table({
    key: ['day'],
    columns: {
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      active: 'integer',
      first_in_week: 'integer',
      first_in_month: 'integer',
      first_ever: 'integer',
      /** Change of the number who answered in the last 14 days. */
      active_change: 'integer',
    },
  }),
  learning_cohorts: table({
    key: ['cohort', 'day'],
    columns: { /** `YYYY-MM` */ cohort: 'coded text', day: 'date', active: 'integer' },
  }),
  cohort_sizes: table({ key: ['cohort', 'day'], columns: { cohort: 'coded text', day: 'date', registered: 'integer' } }),
  student_right_questions: table({ key: ['user_id'], columns: { user_id: 'uuid', numbers: 'text' }, private: true }),
  /** The nil question's row holds the count. */
  numbered_questions: table({ key: ['question_id'], columns: { question_id: 'uuid', number: 'integer' }, private: true }),
}

type LearningRows = Rows<typeof learningTables>

type Student = RowOf<typeof learningTables.students>

interface Answers {
  readonly userId: string
  readonly at: string
  readonly answered: number
  readonly scored: number
  readonly correct: number
  readonly right: readonly string[]
}

const registered = (user_id: string, joined_at: string): Student =>
  newRow(learningTables.students, { user_id, joined_at, role: 'student', subscription_tier: 'free' })

const dayIn = ({ learning_days }: LearningRows, day: CalendarDay): RowOf<typeof learningTables.learning_days> =>
  learning_days.get({ day }) ?? newRow(learningTables.learning_days, { day })

const changeStudent = (user_id: string, { students }: LearningRows, changes: Partial<Student>): void =>
  update(students, { user_id }, changes)

const changePerson = (
  user_id: string,
  { student_people }: LearningRows,
  changes: { readonly name?: string; readonly email?: string; readonly phone?: string | null },
): void =>
  update(student_people, { user_id }, (person) => {
    const { name, email } = { ...person, ...changes }
    return { ...changes, search: `${name}\n${email}`.toLowerCase() }
  })

const fullName = ({ firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null }): string =>
  [firstName, lastName].filter((name) => name !== null && name !== '').join(' ')

/** Hot path: runs for every answer. */
function count(answers: Answers, rows: LearningRows): void {
  const { userId: user_id, at, answered, scored, correct } = answers
  const day = dayOf(at)
  const student = rows.students.get({ user_id }) ?? registered(user_id, at)
  const newlyRight = learnedRight(answers, rows)
  const isNewDay = countForStudentDay(answers, day, student.last_active_on, newlyRight, rows)
  const allScored = student.scored + scored
  const allCorrect = student.correct + correct
  rows.students.set({
    ...student,
    answered: student.answered + answered,
    scored: allScored,
    correct: allCorrect,
    accuracy: allScored === 0 ? null : (100 * allCorrect) / allScored,
    right_questions: student.right_questions + newlyRight,
    last_active_on: isNewDay ? day : student.last_active_on,
    first_answered_at: student.first_answered_at ?? at,
  })
  const total = dayIn(rows, day)
  rows.learning_days.set({
    ...total,
    answered: total.answered + answered,
    scored: total.scored + scored,
    correct: total.correct + correct,
    first_ever: total.first_ever + (student.first_answered_at === null ? 1 : 0),
  })
  if (isNewDay) beActive(student, day, rows)
}

function learnedRight({ userId: user_id, right }: Answers, { student_right_questions, numbered_questions }: LearningRows): number {
  if (right.length === 0) return 0
  const numbers = right.flatMap((question_id) => numbered_questions.get({ question_id })?.number ?? [])
  const before = student_right_questions.get({ user_id })?.numbers ?? EMPTY_SET
  const { set, added } = withNumbers(before, numbers)
  if (added > 0) student_right_questions.set({ user_id, numbers: set })
  return added
}

/** A late answer on an otherwise inactive day counts in the sums but makes no one active. */
function countForStudentDay(
  { userId: user_id, answered, scored, correct }: Answers,
  day: CalendarDay,
  last: CalendarDay | null,
  newlyRight: number,
  { student_days }: LearningRows,
): boolean {
  const before = student_days.get({ user_id, day })
  if (before) {
    student_days.set({
      ...before,
      answered: before.answered + answered,
      scored: before.scored + scored,
      correct: before.correct + correct,
      newly_right: before.newly_right + newlyRight,
    })
    return false
  }
  const isLate = last !== null && day < last
  student_days.set({ user_id, day, answered, scored, correct, newly_right: newlyRight, next_on: isLate ? day : null })
  if (isLate) return false
  const lastDay = last === null ? null : student_days.get({ user_id, day: last })
  if (lastDay) student_days.set({ ...lastDay, next_on: day })
  return true
}

function beActive({ last_active_on, joined_at }: Student, day: CalendarDay, rows: LearningRows): void {
  const { changes, isFirstInWeek, isFirstInMonth } = activityOn(day, last_active_on)
  const today = dayIn(rows, day)
  rows.learning_days.set({
    ...today,
    active: today.active + 1,
    first_in_week: today.first_in_week + (isFirstInWeek ? 1 : 0),
    first_in_month: today.first_in_month + (isFirstInMonth ? 1 : 0),
  })
  for (const { day, by } of changes) {
    const changed = dayIn(rows, day)
    rows.learning_days.set({ ...changed, active_change: changed.active_change + by })
  }
  if (!isFirstInMonth) return
  const cohort = monthOf(dayOf(joined_at))
  const active = rows.learning_cohorts.get({ cohort, day })?.active ?? 0
  rows.learning_cohorts.set({ cohort, day, active: active + 1 })
}

function countExam({ data }: RecordedFact<'ExamCompleted'>, rows: LearningRows): void {
  const days = Map.groupBy(countedAnswers(data), ({ metadata }) => dayOf(metadata.occurredAt))
  for (const given of days.values()) {
    const right = given.filter((answer) => answer.data.isCorrect).map((answer) => answer.data.questionId)
    const at = given.at(-1)?.metadata.occurredAt ?? ''
    count({ userId: data.userId, at, answered: given.length, scored: given.length, correct: right.length, right }, rows)
  }
}

const NO_QUESTION = '00000000-0000-0000-0000-000000000000'

/** Timed answers count as they come, since learners do not see these figures; exams at their end. */
export const learning = defineReadModel({
  name: 'admin/learning',
  version: 3,
  tables: learningTables,
  on: {
    AccountRegistered: ({ data, metadata }, rows) => {
      const { userId: user_id, email } = data
      const { occurredAt } = metadata
      rows.students.set(registered(user_id, occurredAt))
      rows.student_people.set({ user_id, name: '', email: '', phone: null, search: '' })
      changePerson(user_id, rows, { name: fullName(data), email: email ?? '' })
      const day = dayOf(occurredAt)
      const key = { cohort: monthOf(day), day }
      rows.cohort_sizes.set({ ...key, registered: (rows.cohort_sizes.get(key)?.registered ?? 0) + 1 })
    },
    EmailVerified: ({ data }, rows) => {
      changeStudent(data.userId, rows, { email_verified: true })
      // The verified link may carry another profile.
      if (data.timeZone !== null) changePerson(data.userId, rows, { name: fullName(data) })
    },
    ProfileChanged: ({ data }, rows) => changePerson(data.userId, rows, { name: fullName(data), phone: data.phone }),
    EmailChanged: ({ data }, rows) => changePerson(data.userId, rows, { email: data.email ?? '' }),
    RoleGranted: ({ data }, rows) => changeStudent(data.userId, rows, { role: data.role }),
    RoleRevoked: ({ data }, rows) => changeStudent(data.userId, rows, { role: 'student' }),
    TierChanged: ({ data: { userId: user_id, to: tier }, metadata }, rows) => {
      changeStudent(user_id, rows, { subscription_tier: tier })
      rows.student_tiers.set({ user_id, since: metadata.occurredAt, tier })
    },
    AccountErased: ({ data: { userId: user_id } }, rows) => {
      changeStudent(user_id, rows, { is_erased: true })
      if (rows.student_people.get({ user_id })) rows.student_people.set({ user_id, name: '', email: '', phone: null, search: '' })
    },
    QuestionAdded: ({ data: { questionId: question_id } }, { numbered_questions }) => {
      const number = numbered_questions.get({ question_id: NO_QUESTION })?.number ?? 0
      numbered_questions.set({ question_id, number })
      numbered_questions.set({ question_id: NO_QUESTION, number: number + 1 })
    },
    AnswerSubmitted: ({ data, metadata }, rows) => {
      const isRight = data.isScored && data.isCorrect
      count(
        {
          userId: data.userId,
          at: metadata.occurredAt,
          answered: 1,
          scored: data.isScored ? 1 : 0,
          correct: isRight ? 1 : 0,
          right: isRight ? [data.questionId] : [],
        },
        rows,
      )
    },
    ExamCompleted: countExam,
    TutoringSessionCompleted: ({ data: { userId: user_id } }, { students }) =>
      update(students, { user_id }, ({ sessions }) => ({ sessions: sessions + 1 })),
  },
})
