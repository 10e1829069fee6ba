import { chosenBy, type ItemAnswer } from '@medicready/domain/questions/content/item'
import { type AnswerFact, givenAnswers } from '@medicready/domain/study/given-answers'
import { defineReadModel, newRow, type RowOf, type Rows, table, typed } from '../definition.ts'

/** Caps times, so that one abandoned screen does not move the mean. */
export const LONGEST_COUNTED_SECONDS = 600
/** Minimum answers for a meaningful rest score. */
export const REST_MIN_ANSWERS = 5
/** With fewer, the discrimination is mostly chance. */
export const DISCRIMINATION_MIN_ANSWERS = 20
/** Rest scores are integers, so that sums are exact in any order. */
export const REST_SCALE = 10_000

const question_statistics = table({
  key: ['question_id', 'version'],
  columns: {
    question_id: 'uuid',
    version: 'integer',
    answers: 'integer',
    correct_answers: 'integer',
    total_time_seconds: 'integer',
    options: typed<Readonly<Record<string, number>>>('coded jsonb'),
    /** -1 to 1, four decimals; null with too few rest scores or without variance. */
    discrimination: 'double precision?',
    /** Sums for the discrimination. */
    rest_scores: 'integer',
    rest_scores_correct: 'integer',
    rest_sum: 'double precision',
    rest_sum_correct: 'double precision',
    rest_sum_of_squares: 'double precision',
  },
})

const learner_scores = table({
  key: ['user_id'],
  columns: { user_id: 'uuid', answered: 'integer', correct: 'integer' },
  private: true,
})

const first_answers = table({
  key: ['user_id', 'question_id'],
  columns: {
    user_id: 'uuid',
    question_id: 'uuid',
    version: 'integer',
    scored: 'integer',
    scored_correct: 'integer',
  },
  private: true,
})

/** Single answers without names, for drill-down and earlier days. Append-only, so a million cost little. */
const version_answers = table({
  key: ['id'],
  columns: {
    id: 'uuid',
    question_id: 'uuid',
    version: 'integer',
    at: 'timestamptz',
    is_of_exam: 'boolean',
    is_correct: 'boolean',
    time_seconds: 'integer',
    rest_score: 'integer?',
    chosen: typed<readonly string[]>('jsonb'),
  },
  indexes: ['(question_id, version, at, id, is_correct)'],
  appendOnly: true,
})

const tables = { question_statistics, learner_scores, first_answers, version_answers }

type Statistics = RowOf<typeof question_statistics>

type Sums = Pick<Statistics, 'rest_scores' | 'rest_scores_correct' | 'rest_sum' | 'rest_sum_correct' | 'rest_sum_of_squares'>

/**
 * Point-biserial correlation r = (M₁ − M₀) / s · √(p·q) with the rest score (Lord & Novick, 1968, 15.5), computed as
 * Pearson's r from running sums. The item itself is excluded (Henrysson, Psychometrika 28, 1963).
 */
export function discriminationOf(sums: Sums): number | null {
  const { rest_scores: n, rest_scores_correct: right, rest_sum, rest_sum_correct, rest_sum_of_squares } = sums
  if (n < DISCRIMINATION_MIN_ANSWERS) return null
  const spread = right * (n - right) * (n * rest_sum_of_squares - rest_sum * rest_sum)
  if (spread <= 0) return null
  return Math.round((10_000 * (n * rest_sum_correct - right * rest_sum)) / Math.sqrt(spread)) / 10_000
}

/** Further distinct choices, such as typed numbers, are counted together. */
export const MAX_COUNTED_CHOICES = 100
const OTHER_CHOICES = 'other'

function withChoices(options: Statistics['options'], answer: ItemAnswer | null): Statistics['options'] {
  if (answer === null) return options
  const counts = new Map(Object.entries(options))
  for (const id of chosenBy(answer)) {
    const counted = counts.has(id) || counts.size < MAX_COUNTED_CHOICES ? id : OTHER_CHOICES
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function count({ id, data, metadata }: AnswerFact, rows: Rows<typeof tables>, is_of_exam: boolean): void {
  const { question_statistics, learner_scores, first_answers } = rows
  const { userId, questionId, questionVersion: version } = data
  const before = first_answers.get({ user_id: userId, question_id: questionId })
  if (before !== null && before.version >= version) return
  const correct = data.isCorrect ? 1 : 0
  const scored = data.isScored ? 1 : 0
  const own = { answered: before?.scored ?? 0, correct: before?.scored_correct ?? 0 }
  first_answers.set({
    user_id: userId,
    question_id: questionId,
    version,
    scored: own.answered + scored,
    scored_correct: own.correct + scored * correct,
  })

  const score = learner_scores.get({ user_id: userId }) ?? newRow(tables.learner_scores, { user_id: userId })
  const others = score.answered - own.answered
  const rest = others >= REST_MIN_ANSWERS ? Math.round((REST_SCALE * (score.correct - own.correct)) / others) : null
  if (data.isScored) learner_scores.set({ user_id: userId, answered: score.answered + 1, correct: score.correct + correct })

  const key = { question_id: questionId, version }
  const known = question_statistics.get(key) ?? newRow(tables.question_statistics, { ...key, options: {} })
  const sums = rest === null ? known : withRestScore(known, rest, correct)
  const time_seconds = Math.min(data.timeSpentSeconds, LONGEST_COUNTED_SECONDS)
  question_statistics.set({
    ...known,
    ...sums,
    answers: known.answers + 1,
    correct_answers: known.correct_answers + correct,
    total_time_seconds: known.total_time_seconds + time_seconds,
    options: withChoices(known.options, data.answer),
    discrimination: rest === null ? known.discrimination : discriminationOf(sums),
  })
  rows.version_answers.set({
    id,
    question_id: questionId,
    version,
    at: metadata.occurredAt,
    is_of_exam,
    is_correct: data.isCorrect,
    time_seconds,
    rest_score: rest,
    chosen: data.answer === null ? [] : chosenBy(data.answer),
  })
}

const withRestScore = (known: Sums, rest: number, correct: 0 | 1): Sums => ({
  rest_scores: known.rest_scores + 1,
  rest_scores_correct: known.rest_scores_correct + correct,
  rest_sum: known.rest_sum + rest,
  rest_sum_correct: known.rest_sum_correct + correct * rest,
  rest_sum_of_squares: known.rest_sum_of_squares + rest * rest,
})

/** A person's first answer per version; later ones know the explanation. Exam answers count at completion. */
export const questionStatistics = defineReadModel({
  name: 'questions/question-statistics',
  version: 5,
  tables,
  on: {
    AnswerSubmitted: (fact, rows) => count(fact, rows, false),
    ExamCompleted: ({ data }, rows) => {
      for (const answer of givenAnswers(data)) count(answer, rows, true)
    },
  },
})
