import { defineProjection, type RowOf, table } from '../projection.ts'
import { noteAdded, notePromoted, pilotTable, scoredNow } from './pilots.ts'

/** Longer than this nobody thinks about a question: what is above counts as this much, so that one forgotten screen does not move the mean. */
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
    /** `{ <choice>: <how many chose it> }` */
    choices: 'jsonb',
    /** -1 to 1, to four decimals; null while there are too few rest scores, or while all of them or all answers are the same. */
    discrimination: 'double precision?',
    /** What the discrimination is computed from: how many answers came with a rest score, how many of them were right, and the sums of those scores. */
    rest_scores: 'integer',
    rest_scores_correct: 'integer',
    rest_sum: 'double precision',
    rest_sum_correct: 'double precision',
    rest_sum_of_squares: 'double precision',
  },
})

const learner_scores = table({ key: ['user_id'], columns: { user_id: 'uuid', answered: 'integer', correct: 'integer' } })

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
})

type Statistics = RowOf<typeof question_statistics>

const noAnswers = (question_id: string, version: number): Statistics => ({
  question_id,
  version,
  answers: 0,
  correct_answers: 0,
  total_time_seconds: 0,
  choices: {},
  discrimination: null,
  rest_scores: 0,
  rest_scores_correct: 0,
  rest_sum: 0,
  rest_sum_correct: 0,
  rest_sum_of_squares: 0,
})

type Sums = Pick<Statistics, 'rest_scores' | 'rest_scores_correct' | 'rest_sum' | 'rest_sum_correct' | 'rest_sum_of_squares'>

/**
 * The point-biserial correlation of an item with the rest: r = (M₁ − M₀) / s · √(p·q), where M₁ and M₀ are the mean rest scores of those who answered
 * rightly and wrongly, s is the standard deviation of all rest scores, and p and q are the shares of right and wrong answers (Lord & Novick, Statistical
 * Theories of Mental Test Scores, 1968, 15.5). It is Pearson's r with an item score of 0 or 1, and is computed here in that form from running sums. The item
 * itself is not part of the score (Henrysson, Psychometrika 28, 1963): otherwise it would correlate with itself.
 */
export function discriminationOf(sums: Sums): number | null {
  const { rest_scores: n, rest_scores_correct: right, rest_sum, rest_sum_correct, rest_sum_of_squares } = sums
  if (n < DISCRIMINATION_MIN_ANSWERS) return null
  const spread = right * (n - right) * (n * rest_sum_of_squares - rest_sum * rest_sum)
  if (spread <= 0) return null
  return Math.round((10_000 * (n * rest_sum_correct - right * rest_sum)) / Math.sqrt(spread)) / 10_000
}

const countOf = (choices: unknown, choice: string): number =>
  Object.hasOwn(choices as object, choice) ? ((choices as Record<string, number>)[choice] ?? 0) : 0

/**
 * How each version of a question does. Only a person's first answer to a version counts: who has read the explanation answers something else than the
 * question. A learner's score is the share of right first answers so far, without pilots, which count in no score; the rest score of an answer is that score
 * without the question itself, as it stood before the answer.
 */
export const questionStatistics = defineProjection({
  name: 'questions/question-statistics',
  version: 1,
  tables: {
    question_statistics,
    learner_scores,
    first_answers,
    pilot_questions: pilotTable,
  },
  on: {
    QuestionAdded: ({ data }, rows) => noteAdded(rows.pilot_questions, data),
    QuestionPromoted: ({ data }, rows) => notePromoted(rows.pilot_questions, data),
    AnswerSubmitted: ({ data }, rows) => {
      const { userId, questionId, questionVersion: version } = data
      const correct = data.isCorrect ? 1 : 0
      let isFirst = false
      const scored = scoredNow(rows.pilot_questions, questionId)
      let own = { answered: 0, correct: 0 }
      let rest: number | null = null
      rows.first_answers.update({ user_id: userId, question_id: questionId }, (before) => {
        isFirst = before === null || before.version < version
        if (!isFirst) return before
        own = { answered: before?.scored ?? 0, correct: before?.scored_correct ?? 0 }
        return {
          user_id: userId,
          question_id: questionId,
          version,
          scored: own.answered + scored,
          scored_correct: own.correct + scored * correct,
        }
      })
      rows.learner_scores.update({ user_id: userId }, (before) => {
        if (!isFirst) return before
        const answered = (before?.answered ?? 0) - own.answered
        if (before && answered >= REST_MIN_ANSWERS) rest = Math.round((REST_SCALE * (before.correct - own.correct)) / answered)
        if (scored === 0) return before
        return { user_id: userId, answered: (before?.answered ?? 0) + 1, correct: (before?.correct ?? 0) + correct }
      })
      rows.question_statistics.update({ question_id: questionId, version }, (before) => {
        if (!isFirst) return before
        const known = before ?? noAnswers(questionId, version)
        const sums = rest === null ? known : withRestScore(known, rest, correct)
        return {
          ...known,
          ...sums,
          answers: known.answers + 1,
          correct_answers: known.correct_answers + correct,
          total_time_seconds: known.total_time_seconds + Math.min(data.timeSpentSeconds, LONGEST_COUNTED_SECONDS),
          choices: { ...(known.choices as object), [data.selectedAnswer]: countOf(known.choices, data.selectedAnswer) + 1 },
          discrimination: rest === null ? known.discrimination : discriminationOf(sums),
        }
      })
    },
  },
})

const withRestScore = (known: Sums, rest: number, correct: 0 | 1): Sums => ({
  rest_scores: known.rest_scores + 1,
  rest_scores_correct: known.rest_scores_correct + correct,
  rest_sum: known.rest_sum + rest,
  rest_sum_correct: known.rest_sum_correct + correct * rest,
  rest_sum_of_squares: known.rest_sum_of_squares + rest * rest,
})
