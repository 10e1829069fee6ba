import { weekOf } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { medianSeconds } from '@medicready/domain/study/analytics/spent-times'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given, type RowsOf } from '../../testing/given.ts'
import { analytics } from './analytics.ts'
import { ALL, type Counts, type Group, groupAt, groups, placeOf } from './analytics-counts.ts'

const idOf = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const ana = idOf(1, 1)
const sessionId = idOf(3, 1)
const questionId = idOf(2, 1)

type AddedContent = Parameters<typeof questionContent>[0]
const added = (number = 1, content: AddedContent = {}): Fact => ({
  type: 'QuestionAdded',
  data: {
    questionId: idOf(2, number),
    version: 1,
    source: 'curated',
    bankId: `trauma-${String(number).padStart(3, '0')}`,
    generation: null,
    content: questionContent(content),
  },
})
const answered = (answer: Partial<FactOf<'AnswerSubmitted'>['data']> = {}): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId: ana,
    date: '2026-03-02',
    questionId,
    questionVersion: 1,
    module: 'Trauma',
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect: true,
    isScored: true,
    mode: 'practice',
    studySessionId: null,
    timeSpentSeconds: 20,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    ...answer,
  },
})

type AnalyticsRows = RowsOf<typeof analytics>
const rowsOf = (...facts: Fact[]): Promise<AnalyticsRows> => given(analytics, [added(), ...facts]).rows()
const of = (group: Partial<Group>): Group => ({ answered: 0, scoredAnswers: 0, correctAnswers: 0, seconds: 0, noted: null, ...group })
const inGroup = (counts: Counts | undefined, dimension: string, value: string): Group =>
  groupAt(
    counts ?? [],
    groups.findIndex((group) => group.dimension === dimension && group.value === value),
  )
const times = (count: number, fact: Fact): Fact[] => new Array<Fact>(count).fill(fact)

describe('an answer', () => {
  test('counts for its learner in total and in every dimension of its question', async () => {
    const content = { difficulty: 'hard', tags: { ...questionContent().tags, judgmentStep: 'take action' } } as const
    const { learner_figures, learner_modules, question_figures } = await given(analytics, [
      added(1, content),
      answered(),
      answered({ isCorrect: false, timeSpentSeconds: 40 }),
    ]).rows()
    const both = of({ answered: 2, scoredAnswers: 2, correctAnswers: 1, seconds: 60 })
    const counts = learner_figures[0]?.counts
    for (const [dimension, value] of [
      ['all', ''],
      ['domain', 'Trauma'],
      ['judgmentStep', 'take action'],
      ['kind', 'multiple_choice'],
      ['difficulty', 'hard'],
    ] as const)
      expect(inGroup(counts, dimension, value)).toEqual(both)
    expect(inGroup(counts, 'difficulty', 'easy')).toEqual(of({}))
    expect(
      learner_modules.map(({ module, counts, topics }) => [module, groupAt(counts), groupAt(counts, placeOf('Shock', topics))]),
    ).toEqual([['Trauma', both, both]])
    expect(question_figures).toMatchObject([{ answered: 2, scored: 2, correct: 1, seconds: 60 }])
  })

  test('to a pilot counts for totals, but neither as right nor as wrong', async () => {
    const rows = await rowsOf(answered({ isScored: false, confidence: 5, isCorrect: false, timeSpentSeconds: 100 }))
    expect(groupAt(rows.learner_figures[0]?.counts ?? [], ALL)).toEqual(of({ answered: 1, seconds: 100 }))
    expect(rows.question_figures).toMatchObject([{ answered: 1, scored: 0, correct: 0, times: [] }])
    expect(rows.learner_figures).toMatchObject([{ own_times: [], confidence: new Array(10).fill(0) }])
    expect([rows.learner_weeks, rows.learner_questions, rows.accuracy_distributions]).toEqual([[], [], []])
  })

  test('to an earlier version counts by the content of that version', async () => {
    const revised: Fact = {
      type: 'QuestionRevised',
      data: { questionId, version: 2, cause: 'bank', content: questionContent({ difficulty: 'easy' }) },
    }
    const { learner_figures, question_figures } = await rowsOf(revised, answered())
    expect(inGroup(learner_figures[0]?.counts, 'difficulty', 'moderate').scoredAnswers).toBe(1)
    expect(question_figures.map(({ version, answered }) => [version, answered])).toEqual([
      [1, 1],
      [2, 0],
    ])
  })

  test('that took unusually long counts as ten minutes', async () => {
    const { learner_figures } = await rowsOf(answered({ timeSpentSeconds: 86_400 }))
    expect(groupAt(learner_figures[0]?.counts ?? [], ALL).seconds).toBe(600)
  })
})

describe('the rank among all learners', () => {
  test('is recorded after ten scored answers and then every five, in each group', async () => {
    const nine = await rowsOf(...times(9, answered()))
    expect(nine.accuracy_distributions).toEqual([])
    const ten = await rowsOf(...times(9, answered()), answered({ isCorrect: false }))
    const at = (percent: number) => new Array(101).fill(0).with(percent, 1)
    expect(ten.accuracy_distributions.map(({ dimension, value }) => [dimension, value])).toEqual([
      ['all', ''],
      ['difficulty', 'moderate'],
      ['domain', 'Trauma'],
      ['kind', 'multiple_choice'],
      ['module', 'Trauma'],
      ['topic', 'Trauma / Shock'],
    ])
    expect(new Set(ten.accuracy_distributions.map(({ learners }) => JSON.stringify(learners)))).toEqual(new Set([JSON.stringify(at(90))]))
    const fifteen = await rowsOf(...times(9, answered()), ...times(6, answered({ isCorrect: false })))
    expect(new Set(fifteen.accuracy_distributions.map(({ learners }) => JSON.stringify(learners)))).toEqual(
      new Set([JSON.stringify(at(60))]),
    )
  })
})

describe('the time of other learners', () => {
  test('is the median for the question at that time, once ten have answered', async () => {
    const others = Array.from({ length: 10 }, (_, number) => answered({ userId: idOf(1, 10 + number), timeSpentSeconds: 31 }))
    const { learner_figures } = await rowsOf(...others, answered({ timeSpentSeconds: 200 }))
    const [own] = learner_figures
    expect(medianSeconds(own?.own_times ?? [])).toBe(210)
    expect(medianSeconds(own?.others_times ?? [])).toBe(32.5)
    expect(learner_figures.slice(1).map(({ others_times }) => others_times)).toEqual(new Array(10).fill([]))
  })
})

test('a week contains the scored answers of its days by difficulty', async () => {
  expect(['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09', '1970-01-01'].map(weekOf)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-02',
    '2026-03-09',
    '1969-12-29',
  ])
  const { learner_weeks } = await given(analytics, [
    added(1),
    added(2, { difficulty: 'hard' }),
    answered(),
    answered({ questionId: idOf(2, 2), date: '2026-03-08', isCorrect: false }),
    answered({ date: '2026-03-09' }),
  ]).rows()
  expect(learner_weeks.map(({ week, counts }) => [week, counts])).toEqual([
    ['2026-03-02', [0, 0, 1, 1, 1, 0]],
    ['2026-03-09', [0, 0, 1, 1, 0, 0]],
  ])
})

test('confidence is counted by level, with the right answers', async () => {
  const { learner_figures } = await rowsOf(
    answered({ confidence: 1 }),
    answered({ confidence: 5 }),
    answered({ confidence: 5, isCorrect: false }),
  )
  expect(learner_figures[0]?.confidence).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 2, 1])
})

describe('a question missed with confidence', () => {
  const sureAndWrong = async (...facts: Fact[]) =>
    (await rowsOf(...facts)).learner_questions.map(({ sure_and_wrong_at, confidence }) => sure_and_wrong_at && confidence)
  const missed = answered({ isCorrect: false, confidence: 4 })

  test('is kept from a confidence of 4', async () => {
    expect(await sureAndWrong(missed)).toEqual([4])
    expect(await sureAndWrong(answered({ isCorrect: false, confidence: 3 }))).toEqual([null])
    expect(await sureAndWrong(answered({ confidence: 5 }))).toEqual([null])
  })

  test('stays while it is missed, and is removed when it is answered right', async () => {
    expect(await sureAndWrong(missed, answered({ isCorrect: false, confidence: 1 }))).toEqual([4])
    expect(await sureAndWrong(missed, answered({ isCorrect: false, confidence: 5 }))).toEqual([5])
    expect(await sureAndWrong(missed, answered())).toEqual([null])
  })
})

test('a question counts as slow if it was last answered right in more than its time', async () => {
  const isSlow = async (...facts: Fact[]) => (await rowsOf(...facts)).learner_questions.map((question) => question.is_slow)
  expect(await isSlow(answered({ timeSpentSeconds: 91 }))).toEqual([true])
  expect(await isSlow(answered({ timeSpentSeconds: 90 }))).toEqual([false])
  expect(await isSlow(answered({ timeSpentSeconds: 91 }), answered({ timeSpentSeconds: 20 }))).toEqual([false])
  expect(await isSlow(answered({ timeSpentSeconds: 91, isCorrect: false }))).toEqual([false])
})

describe('forgetting', () => {
  const bins = async (...facts: Fact[]) => {
    const numbers = (await rowsOf(...facts)).learner_figures[0]?.forgetting ?? []
    return numbers.flatMap((_, at) => (at % 3 === 0 && (numbers[at] ?? 0) > 0 ? [[at / 3, ...numbers.slice(at, at + 3)]] : []))
  }

  test('counts an answer by the days since the last answer to the same question', async () => {
    expect(await bins(answered())).toEqual([])
    expect(await bins(answered(), answered())).toEqual([[0, 1, 1, 0]])
    expect(
      await bins(answered(), answered({ date: '2026-03-05', isCorrect: false }), answered({ date: '2026-03-08' }), answered()),
    ).toEqual([[2, 2, 1, 6]])
    expect(await bins(answered(), answered({ questionId: idOf(2, 2), date: '2026-03-05' }))).toEqual([])
  })
})

describe('a timed session', () => {
  const question = { questionId, questionVersion: 1, module: 'Trauma', set: null, ...asItStands } as const
  const session = { userId: ana, studySessionId: sessionId, date: '2026-03-02', mode: 'timed_exam' } as const
  const drawn: Fact = { type: 'QuestionsDrawn', data: { ...session, questions: [question] } }
  /** A daily question that is drawn for the session stays a daily question. */
  const inSession = (isCorrect: boolean) => answered({ studySessionId: sessionId, mode: 'daily', isCorrect, confidence: 5 })
  const completed: Fact = {
    type: 'StudySessionCompleted',
    data: { ...session, totalQuestions: 1, answered: 1, scored: 1, correct: 1, timeSpentSeconds: 20, endedBy: 'learner' },
  }
  const shown = ({ held_answers: _, ...rows }: AnalyticsRows) => rows

  test('shows nothing until it has ended', async () => {
    const nothing = shown(await rowsOf(drawn))
    expect(shown(await rowsOf(drawn, inSession(true)))).toEqual(nothing)
    expect(shown(await rowsOf(drawn, inSession(false), inSession(false)))).toEqual(nothing)
  })

  test('counts at its end, as if it was answered then', async () => {
    const instantly = shown(await rowsOf(answered({ mode: 'daily' }), answered()))
    expect(shown(await rowsOf(drawn, answered({ studySessionId: sessionId }), answered({ studySessionId: sessionId }), completed))).toEqual(
      instantly,
    )
  })

  test('counts once, including answers that arrive while it ends', async () => {
    const { learner_figures } = await rowsOf(drawn, inSession(true), completed, completed, inSession(false))
    expect(groupAt(learner_figures[0]?.counts ?? [], ALL)).toMatchObject({ scoredAnswers: 2, correctAnswers: 1 })
  })

  test('differs from other sessions, whose answers count at once', async () => {
    const practice: Fact = { type: 'QuestionsDrawn', data: { ...session, mode: 'practice', questions: [question] } }
    const { learner_figures } = await rowsOf(practice, inSession(true))
    expect(groupAt(learner_figures[0]?.counts ?? [], ALL).scoredAnswers).toBe(1)
  })
})

test('the order in which learners answer does not change the totals', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.boolean(), fc.boolean()), { maxLength: 40 }), async (answers) => {
      const facts = answers.map(([learner, isCorrect, isScored]) => answered({ userId: idOf(1, learner), isCorrect, isScored }))
      const byLearner = facts.toSorted((one, other) =>
        one.type === 'AnswerSubmitted' && other.type === 'AnswerSubmitted' ? (one.data.userId < other.data.userId ? -1 : 1) : 0,
      )
      const together = ({ question_figures, accuracy_distributions }: AnalyticsRows) => ({
        question_figures,
        accuracy_distributions: accuracy_distributions.filter(({ learners }) => learners.some((count) => count > 0)),
      })
      expect(together(await rowsOf(...byLearner))).toEqual(together(await rowsOf(...facts)))
    }),
    { numRuns: 30 },
  ))
