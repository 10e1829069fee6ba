import type { Fact } from '@medicready/domain/events'
import type { CompletedAnswer } from '@medicready/domain/exams/exam'
import { answerInExam, choiceOf, examAnswered, examCompleted, examGivenUp, examStarted } from '@medicready/domain/exams/testing/exam-facts'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { type AnswerFact, givenAnswers } from '@medicready/domain/study/given-answers'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { readModels } from '../all.ts'
import type { ReadModel, Row } from '../definition.ts'
import { questionStatistics } from '../questions/question-statistics.ts'
import { achievementTallies } from './achievement-tallies.ts'
import { analytics } from './analytics.ts'
import { answerHistories } from './answer-histories.ts'
import { cards } from './cards.ts'
import { leaderboard } from './leaderboard.ts'
import { studyDays } from './study-days.ts'
import { studyStreaks } from './study-streaks.ts'
import { userProgress } from './user-progress.ts'
import { userResponses } from './user-responses.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [userId, examId] = [idOf(1), 'e0000000-0000-4000-8000-000000000001']
/** The last day of a week and the first of the next. */
const [sunday, monday] = ['2026-03-08', '2026-03-09']
const exam = { userId, examId, date: sunday }

/** Of an exam, in their order. */
const inOrder = (...answers: readonly (Partial<CompletedAnswer> & { question: number })[]): CompletedAnswer[] =>
  answers.map(({ question, ...answer }, index) =>
    answerInExam({ questionId: idOf(100 + question), date: sunday, order: index + 1, ...answer }),
  )

/** An open exam. */
function under(answers: readonly CompletedAnswer[]): Fact[] {
  const [first] = answers
  if (!first) return []
  const started = examStarted(exam, { first: choiceOf(first), poolId: idOf(2), startedAt: `${sunday}T11:00:00.000Z` })
  return [started, ...answers.map((answer) => examAnswered(exam, answer))]
}
const over = (answers: readonly CompletedAnswer[]): Fact[] => [...under(answers), examCompleted(exam, answers)]

const oneByOne = (answers: readonly CompletedAnswer[]): Fact[] =>
  givenAnswers(examCompleted(exam, answers).data).map(({ data }: AnswerFact) => answerSubmitted(data))

const bank: Fact[] = Array.from({ length: 12 }, (_, index) => ({
  type: 'QuestionAdded',
  data: {
    questionId: idOf(100 + index),
    version: 1,
    source: 'curated',
    bankId: `trauma-${String(index).padStart(3, '0')}`,
    generation: null,
    content: questionContent({ difficulty: index % 2 === 0 ? 'hard' : 'easy' }),
  },
}))

/** How and when an answer came, but not its result. */
const ofTheWay = [
  'id',
  'exam_id',
  'answered_at',
  'at',
  'is_of_exam',
  'reviewed_at',
  'created_at',
  'updated_at',
  'last_studied',
  'last_review_id',
]

/** All rows of a read model. */
async function figures(readModel: ReadModel, facts: readonly Fact[], tables = Object.keys(readModel.tables)): Promise<string[]> {
  const rows: Readonly<Record<string, readonly Row[]>> = await given(readModel, facts).rows()
  return tables.flatMap((table) =>
    (rows[table] ?? [])
      .map((row) => `${table} ${JSON.stringify(Object.entries(row).filter(([column]) => !ofTheWay.includes(column)))}`)
      .toSorted(),
  )
}

/** For study days, deliveries by a day or an exam differ, but the totals do not. */
const counting: readonly (readonly [ReadModel, string[]?])[] = [
  [userResponses],
  [userProgress],
  [leaderboard],
  [studyStreaks],
  [studyDays, ['study_days']],
  [answerHistories],
  [cards],
  [analytics],
  [achievementTallies],
  [questionStatistics],
]

const anyAnswer = fc.record({
  question: fc.nat(11),
  isCorrect: fc.boolean(),
  module: fc.constantFrom(...moduleNames),
  timeSpentSeconds: fc.integer({ min: 1, max: 300 }),
})
const anyAnswers = fc.uniqueArray(anyAnswer, { selector: ({ question }) => question, minLength: 1, maxLength: 12 })

test('an exam gives the same result as the same answers given one by one, whatever came before', () =>
  fc.assert(
    fc.asyncProperty(anyAnswers, anyAnswers, fc.nat(11), async (before, after, turn) => {
      const past = oneByOne(inOrder(...before.map((answer) => ({ ...answer, date: '2026-03-01' }))))
      // Some of them after midnight.
      const answers = inOrder(...after.map((answer, index) => ({ ...answer, date: index < turn ? sunday : monday })))
      for (const [readModel, tables] of counting) {
        const inExam = await figures(readModel, [...bank, ...past, ...over(answers)], tables)
        expect(inExam, readModel.name).toEqual(await figures(readModel, [...bank, ...past, ...oneByOne(answers)], tables))
      }
    }),
    { numRuns: 15 },
  ))

describe('during an exam', () => {
  const answers = inOrder({ question: 0 }, { question: 1 }, { question: 2, isScored: false })

  test('the streak and the study day include it, and no other counts do', async () => {
    const knowing: string[] = []
    for (const readModel of readModels.filter(({ name }) => /^(study|questions)\//.test(name)))
      if ((await figures(readModel, under(answers))).length > 0) knowing.push(readModel.name)
    expect(knowing).toEqual(['study/study-days', 'study/study-streaks', 'study/achievement-tallies'])
    await given(studyDays, under(answers)).leaves({
      study_days: [{ user_id: userId, date: sunday, delivered: 0, answered: 3, scored: 0, correct: 0 }],
      question_deliveries: [],
    })
    await given(studyStreaks, under(answers)).leaves({ study_streaks: [{ current_streak: 1, last_study_date: sunday }] })
    await given(achievementTallies, under(answers)).leaves({
      achievement_tallies: [{ tallies: { measures: { longestStreak: 1 }, fresh: '', scored: '' } as never }],
      reached_achievements: [],
    })
  })

  test('nothing depends on which answers were right or which items are pilots', async () => {
    const wrong = answers.map((answer) => ({ ...answer, isCorrect: !answer.isCorrect, isScored: !answer.isScored }))
    for (const [readModel] of counting)
      expect(await figures(readModel, under(wrong)), readModel.name).toEqual(await figures(readModel, under(answers)))
  })
})

test('pilots in an exam count only for the trial', async () => {
  const answers = inOrder({ question: 0 }, { question: 1, isScored: false }, { question: 2, isCorrect: false })
  const without = answers.filter(({ isScored }) => isScored)
  for (const readModel of [userResponses, userProgress, leaderboard, answerHistories, cards, analytics, achievementTallies])
    expect(await figures(readModel, [...bank, ...over(answers)]), readModel.name).toEqual(
      await figures(readModel, [...bank, ...over(without)]),
    )
  await given(studyDays, over(answers)).leaves({ study_days: [{ answered: 3, scored: 2, correct: 1 }] })
  const { question_statistics, learner_scores } = await given(questionStatistics, over(answers)).rows()
  expect(question_statistics.map(({ question_id, answers }) => [question_id, answers])).toEqual([0, 1, 2].map((n) => [idOf(100 + n), 1]))
  expect(learner_scores).toMatchObject([{ answered: 2, correct: 1 }])
})

test('each answer has its own ID, the same in every fold', async () => {
  const answers = inOrder(...Array.from({ length: 12 }, (_, question) => ({ question })))
  const { user_responses } = await given(userResponses, over(answers)).rows()
  const { spaced_repetition_reviews } = await given(cards, over(answers)).rows()
  expect(new Set(user_responses.map(({ id }) => id)).size).toBe(12)
  expect(spaced_repetition_reviews.map(({ id }) => id)).toEqual(user_responses.map(({ id }) => id))
  expect(user_responses[0]).toMatchObject({ exam_id: examId, mode: null, study_session_id: null, answered_on: sunday })
})

test('the longest possible exam folds like a short one', async () => {
  const answers = inOrder(...Array.from({ length: 150 }, (_, question) => ({ question, isCorrect: question % 3 > 0 })))
  for (const [readModel] of counting) await given(readModel, over(answers)).rows()
  await given(userProgress, over(answers)).leaves({ user_progress: [{ total_questions: 150, scored_answers: 150, correct_answers: 100 }] })
})

test('an exam that was given up counts like one that never ended', async () => {
  const answers = inOrder({ question: 0 }, { question: 1, isCorrect: false })
  for (const [readModel, tables] of counting)
    expect(await figures(readModel, [...bank, ...under(answers), examGivenUp(exam, answers)], tables), readModel.name).toEqual(
      await figures(readModel, [...bank, ...under(answers)], tables),
    )
})

describe('an exam that ended after later answers', () => {
  const answers = inOrder({ question: 0, isCorrect: false }, { question: 1, date: monday, answeredAt: `${monday}T00:01:00.000Z` })
  const since = answerSubmitted({ userId, date: monday, questionId: idOf(100) })
  const facts = [...under(answers), since, examCompleted(exam, answers)]

  test('does not change the latest answer', async () => {
    const { answer_histories } = await given(answerHistories, facts).rows()
    expect(answer_histories).toMatchObject([{ answered_on: monday, is_missed: false, missed: 1 }, { answered_on: monday }])
    const { spaced_repetition_cards } = await given(cards, facts).rows()
    expect(spaced_repetition_cards[0]).toMatchObject({ last_review_date: monday, total_reviews: 2 })
  })

  test('counts each answer in its own week and on its own day', async () => {
    await given(leaderboard, facts).leaves({
      leaderboard: [{ total_answered: 3, scored_answers: 3, correct_answers: 2 }],
      leaderboard_weeks: [
        { week: '2026-03-02', total_answered: 1, correct_answers: 0 },
        { week: monday, total_answered: 2, correct_answers: 2 },
      ],
    })
    await given(studyDays, facts).leaves({
      study_days: [
        { date: sunday, answered: 1, scored: 1, correct: 0 },
        { date: monday, answered: 2, scored: 2, correct: 2 },
      ],
    })
    await given(studyStreaks, facts).leaves({ study_streaks: [{ current_streak: 2, last_study_date: monday }] })
  })
})

describe('the questions of an exam', () => {
  const assigned = (date: string): Fact => ({
    type: 'DailyQuestionsAssigned',
    data: {
      userId,
      date,
      questions: [{ questionId: idOf(100), questionVersion: 2, module: 'Trauma', set: null, shuffle: 7, why: null }],
    },
  })
  const answers = inOrder({ question: 0, isCorrect: false })

  test('count as seen and answered once the exam has ended', () =>
    given(studyDays, over(answers)).leaves({
      question_deliveries: [
        { question_id: idOf(100), first_delivered_on: sunday, times: 1, exam_id: examId, answered_on: sunday, is_correct: false },
      ],
      study_days: [{ assigned: 0, delivered: 0 }],
    }))

  test("replace an earlier day's delivery, and are replaced by a later one", async () => {
    await given(studyDays, [assigned('2026-03-01'), ...over(answers)]).leaves({
      question_deliveries: [
        { first_delivered_on: '2026-03-01', last_delivered_on: sunday, times: 2, question_version: 1, exam_id: examId },
      ],
    })
    await given(studyDays, [...over(answers), assigned(monday)]).leaves({
      question_deliveries: [{ last_delivered_on: monday, times: 2, question_version: 2, exam_id: null, answered_on: sunday }],
    })
  })

  test('stay seen if the exam was given up, and keep their earlier answer', async () => {
    const givenUp = [...under(answers), examGivenUp(exam, answers)]
    const shown = { last_delivered_on: sunday, exam_id: examId, question_version: 1 }
    await given(studyDays, givenUp).leaves({
      question_deliveries: [{ ...shown, times: 1, answered_on: null, answer: null, is_correct: null }],
    })
    const before = [assigned('2026-03-01'), answerSubmitted({ userId, date: '2026-03-01', questionId: idOf(100) })]
    await given(studyDays, [...before, ...givenUp]).leaves({
      question_deliveries: [{ ...shown, times: 2, answered_on: '2026-03-01', is_correct: true }],
    })
  })

  test('are asked again if the day gives them after the exam', async () => {
    const anew = [...over(answers), assigned(sunday)]
    await given(studyDays, anew).leaves({
      question_deliveries: [{ times: 2, exam_id: null, answered_on: null, is_correct: null }],
      study_days: [{ assigned: 1, delivered: 1 }],
    })
    await given(studyDays, [...anew, answerSubmitted({ userId, date: sunday, questionId: idOf(100) })]).leaves({
      question_deliveries: [{ answered_on: sunday, is_correct: true }],
      daily_questions: [{ is_completed: true }],
    })
  })

  test('do not answer the day’s own question', () =>
    given(studyDays, [assigned(sunday), ...over(answers)]).leaves({
      question_deliveries: [{ last_delivered_on: sunday, times: 1, exam_id: null, answered_on: null }],
      daily_questions: [{ is_completed: false }],
    }))
})

test('achievements from an exam are reached on the day when it ends', () =>
  given(achievementTallies, [...bank, ...over(inOrder({ question: 0 }, { question: 1 }))]).leaves({
    achievement_tallies: [{ tallies: { measures: { answered: 2, longestStreak: 1 }, fresh: '11' } as never }],
    reached_achievements: [{ achievement_id: 'answered-1', reached_on: sunday }],
  }))
