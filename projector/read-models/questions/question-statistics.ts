import { type GivenAnswer, givenAnswers } from '@medicready/domain/exams/given-answers'
import { chosenBy, type ItemAnswer } from '@medicready/domain/questions/item'
import { defineReadModel, type RowOf, type Rows, table, typed } from '../definition.ts'

/**
 * No one thinks longer than this about a question: what is above counts as this much, so that one forgotten screen does
 * not move the mean.
 */
export const LONGEST_COUNTED_SECONDS = 600
/** A learner's score on the rest says something once it rests on so many answers. */
export const REST_MIN_ANSWERS = 5
/** Fewer learners with a rest score give a discrimination that is mostly chance. */
export const DISCRIMINATION_MIN_ANSWERS = 20
/** Rest scores are whole ten-thousandths: sums of whole numbers are exact, and the same in whatever order. */
export const REST_SCALE = 10_000

const question_statistics = table({
  key: ['question_id', 'version'],
  columns: {
    question_id: 'uuid',
    version: 'integer',
    answers: 'integer',
    correct_answers: 'integer',
    total_time_seconds: 'integer',
    /** How many made each choice of the version, by the choice's id. */
    options: typed<Readonly<Record<string, number>>>('jsonb'),
    /**
     * -1 to 1, to four decimals; null while there are too few rest scores, or while all of them or all answers are the
     * same.
     */
    discrimination: 'double precision?',
    /**
     * What the discrimination is computed from: how many answers came with a rest score, how many of them were right,
     * and the sums of those scores.
     */
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
    /** The newest version that was answered. */
    version: 'integer',
    /** What of the learner's score comes from this question. */
    scored: 'integer',
    scored_correct: 'integer',
  },
  private: true,
})

/**
 * The answers that count, one by one and without whose they are: what stands behind the figures of a version, and what
 * they were on an earlier day. Written once, so that a million of them cost little.
 */
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
    /** The ids of the choices. */
    chosen: typed<readonly string[]>('jsonb'),
  },
  indexes: ['(question_id, version, at, id, is_correct)'],
  appendOnly: true,
})

const tables = { question_statistics, learner_scores, first_answers, version_answers }

type Statistics = RowOf<typeof question_statistics>

const noAnswers = (question_id: string, version: number): Statistics => ({
  question_id,
  version,
  answers: 0,
  correct_answers: 0,
  total_time_seconds: 0,
  options: {},
  discrimination: null,
  rest_scores: 0,
  rest_scores_correct: 0,
  rest_sum: 0,
  rest_sum_correct: 0,
  rest_sum_of_squares: 0,
})

type Sums = Pick<Statistics, 'rest_scores' | 'rest_scores_correct' | 'rest_sum' | 'rest_sum_correct' | 'rest_sum_of_squares'>

/**
 * The point-biserial correlation of an item with the rest: r = (M₁ − M₀) / s · √(p·q), where M₁ and M₀ are the mean
 * rest scores of those who answered rightly and wrongly, s is the standard deviation of all rest scores, and p and q
 * are the shares of right and wrong answers (Lord & Novick, Statistical Theories of Mental Test Scores, 1968, 15.5). It
 * is Pearson's r with an item score of 0 or 1, and is computed here in that form from running sums. The item itself is
 * not part of the score (Henrysson, Psychometrika 28, 1963): otherwise it would correlate with itself.
 */
export function discriminationOf(sums: Sums): number | null {
  const { rest_scores: n, rest_scores_correct: right, rest_sum, rest_sum_correct, rest_sum_of_squares } = sums
  if (n < DISCRIMINATION_MIN_ANSWERS) return null
  const spread = right * (n - right) * (n * rest_sum_of_squares - rest_sum * rest_sum)
  if (spread <= 0) return null
  return Math.round((10_000 * (n * rest_sum_correct - right * rest_sum)) / Math.sqrt(spread)) / 10_000
}

/** So many different choices are told apart; further ones, as of numbers that were typed, are counted together. */
export const MAX_COUNTED_CHOICES = 100
const OTHER_CHOICES = 'other'

/** Counts the chosen option; nothing was chosen where time ran out. */
function withChoices(options: Statistics['options'], answer: ItemAnswer | null): Statistics['options'] {
  if (answer === null) return options
  const counts = new Map(Object.entries(options))
  for (const id of chosenBy(answer)) {
    const counted = counts.has(id) || counts.size < MAX_COUNTED_CHOICES ? id : OTHER_CHOICES
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function count({ id, data, metadata }: GivenAnswer, rows: Rows<typeof tables>, is_of_exam: boolean): void {
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

  const score = learner_scores.get({ user_id: userId }) ?? { user_id: userId, answered: 0, correct: 0 }
  const others = score.answered - own.answered
  const rest = others >= REST_MIN_ANSWERS ? Math.round((REST_SCALE * (score.correct - own.correct)) / others) : null
  if (data.isScored) learner_scores.set({ user_id: userId, answered: score.answered + 1, correct: score.correct + correct })

  const known = question_statistics.get({ question_id: questionId, version }) ?? noAnswers(questionId, version)
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

/**
 * How each version of a question does. Only a person's first answer to a version counts: who has read the explanation
 * answers something else than the question. A learner's score is the share of right first answers so far, of those that
 * are scored; the rest score of an answer is that score without the question itself, as it stood before the answer.
 * The answers of a practice exam come with its completion, those to pilots among them: it is their trial.
 */
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
