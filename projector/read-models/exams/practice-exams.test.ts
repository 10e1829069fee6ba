import type { Fact, FactOf } from '@medicready/domain/events'
import type { ExamChoice, GivenItem } from '@medicready/domain/exams/exam'
import { CUT } from '@medicready/domain/exams/shown/score'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { practiceExams } from './practice-exams.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [userId, examId] = [id(1), id(2)]
const exam = { userId, examId, date: '2026-03-01' }

const item = (questionId: string, is: Pick<GivenItem, 'category' | 'difficulty'> & Partial<GivenItem>): GivenItem => ({
  questionId,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  discrimination: 1,
  isPilot: false,
  ...is,
})
const airway = item(id(3), { category: 'Airway', difficulty: -0.9 })
const trial = item(id(4), { category: 'Airway', difficulty: 0.1, isPilot: true })
const first = item(id(5), { category: 'Trauma', difficulty: 0.2, set: { id: 'trauma-set-01', part: 1, of: 2 } })
const second = item(id(6), { category: 'Trauma', difficulty: 0.7, set: { id: 'trauma-set-01', part: 2, of: 2 } })
const choice = (...items: readonly GivenItem[]): ExamChoice => ({ items: [...items], deficit: 0.4, among: 20, rank: 3 })

const started: Fact = {
  type: 'ExamStarted',
  data: {
    ...exam,
    examType: 'module_specific',
    targetModules: ['Trauma'],
    blueprint: 'module',
    startedAt: '2026-03-01T12:00:00.000Z',
    seconds: 3_600,
    minItems: 20,
    maxItems: 40,
    pilots: 1,
    stopping: 'curtailment',
    cut: CUT,
    balance: 'module',
    shares: [{ category: 'Trauma', percent: 100 }],
    sets: null,
    poolId: id(7),
    calibrationId: null,
    passedOver: [],
    seed: examId,
    first: choice(airway),
  },
}
const answered = (
  { questionId, questionVersion, module, set, category, difficulty, isPilot }: GivenItem,
  after: Pick<FactOf<'ExamAnswered'>['data'], 'order' | 'isCorrect' | 'ability' | 'standardError' | 'next'>,
): Fact => ({
  type: 'ExamAnswered',
  data: {
    ...exam,
    ...{ questionId, questionVersion, module, set, category, difficulty },
    answer: { kind: 'multiple_choice', option: after.isCorrect ? 'a' : 'b' },
    isScored: !isPilot,
    answeredAt: `2026-03-01T12:01:0${after.order}.000Z`,
    timeSpentSeconds: 30,
    ...after,
  },
})
const answers = [
  answered(airway, { order: 1, isCorrect: true, ability: CUT + 1, standardError: 0.9, next: choice(trial) }),
  answered(trial, { order: 2, isCorrect: false, ability: CUT + 1, standardError: 0.9, next: choice(first, second) }),
  answered(first, { order: 3, isCorrect: true, ability: CUT + 1.5, standardError: 0.8, next: null }),
]
const completed: Fact = {
  type: 'ExamCompleted',
  data: {
    ...exam,
    examType: 'module_specific',
    blueprint: 'module',
    endedBy: 'timeout',
    outcome: 'undetermined',
    passedAt95Confidence: false,
    score: 91,
    ability: CUT + 1.5,
    standardError: 0.8,
    answered: 3,
    scored: 2,
    correct: 2,
    timeSpentSeconds: 90,
    answers: [],
  },
}

test('an exam begins with its first item, and with a neutral level and estimate', () =>
  given(practiceExams, [started]).leaves({
    practice_exams: [
      {
        id: examId,
        user_id: userId,
        is_completed: false,
        total_questions: 40,
        started_at: '2026-03-01T12:00:00.000Z',
        deadline: '2026-03-01T13:00:00.000Z',
        completed_at: null,
        score: null,
        score_estimate: 50,
        ability_level: null,
        current_difficulty: 'medium',
        questions_answered: 0,
        domain_counts: {},
        domain_correct: {},
        avg_correct_difficulty: null,
      },
    ],
    practice_exam_questions: [
      {
        exam_id: examId,
        order_in_exam: 1,
        user_id: userId,
        question_id: airway.questionId,
        category: 'Airway',
        difficulty: -0.9,
        question_difficulty: 'easy',
        deficit: 0.4,
        among: 20,
        rank: 3,
        selected_answer: null,
        is_correct: null,
        answered_at: null,
        ability: null,
      },
    ],
  }))

test('answers count by category, except those to pilots, and a set is given as a whole', () =>
  given(practiceExams, [started, ...answers]).leaves({
    practice_exams: [
      {
        is_completed: false,
        score: null,
        score_estimate: 91,
        ability_level: CUT + 1.5,
        standard_error: 0.8,
        // From the second part, which is to be answered.
        current_difficulty: 'hard',
        questions_answered: 3,
        correct_answers: 2,
        domain_counts: { Airway: 1, Trauma: 1 },
        domain_correct: { Airway: 1, Trauma: 1 },
        avg_correct_difficulty: 1.5,
        time_spent_seconds: 90,
        time_spent_minutes: 2,
      },
    ],
    practice_exam_questions: [
      {
        order_in_exam: 1,
        selected_answer: { kind: 'multiple_choice', option: 'a' },
        is_correct: true,
        time_spent_seconds: 30,
        answered_at: '2026-03-01T12:01:01.000Z',
        ability: CUT + 1,
        standard_error: 0.9,
      },
      { order_in_exam: 2, question_id: trial.questionId, is_pilot: true, is_correct: false },
      { order_in_exam: 3, question_id: first.questionId, set: first.set, is_correct: true },
      { order_in_exam: 4, question_id: second.questionId, set: second.set, selected_answer: null },
    ],
  }))

test('a completed exam shows how it ended, and unanswered items stay unanswered', () =>
  given(practiceExams, [started, ...answers, completed]).leaves({
    practice_exams: [
      {
        is_completed: true,
        completed_at: '2026-03-01T12:00:04.000Z',
        ended_by: 'timeout',
        outcome: 'undetermined',
        passed_at_95_confidence: false,
        score: 91,
        score_estimate: 91,
        questions_answered: 3,
      },
    ],
    practice_exam_questions: [{}, {}, {}, { order_in_exam: 4, selected_answer: null, is_correct: null }],
  }))

test('an abandoned exam shows when it was given up, and has no score', () =>
  given(practiceExams, [
    started,
    ...answers,
    { type: 'ExamGivenUp', data: { ...exam, examType: 'module_specific', blueprint: 'module', answered: 3, seen: [] } },
  ]).leaves({
    practice_exams: [{ is_completed: false, given_up_at: expect.any(String), completed_at: null, score: null, questions_answered: 3 }],
    practice_exam_questions: [{}, {}, {}, {}],
  }))

test('an exam that was booked but never started has no row', () =>
  given(practiceExams, [
    { type: 'ExamBooked', data: { userId, examId, bookedAt: '2026-03-01T12:00:00.000Z', until: '2026-03-01T13:00:00.000Z' } },
  ]).leaves({ practice_exams: [], practice_exam_questions: [] }))

test('the counts during an exam always equal those at its completion', async () => {
  let exams = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
      const entries = [...asLogEntries(history({ seed, students: 20, days: 8, questionsPerModule: 5 }))]
      const { practice_exams, practice_exam_questions } = await given(practiceExams, entries).rows()
      exams += practice_exams.length
      const items = Map.groupBy(practice_exam_questions, ({ exam_id }) => exam_id)
      const completions = new Map(
        entries.flatMap((entry) => (entry.fact.type === 'ExamCompleted' ? [[entry.fact.data.examId, entry.fact.data] as const] : [])),
      )
      expect(practice_exams.filter((row) => row.is_completed)).toHaveLength(completions.size)
      const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0)
      for (const row of practice_exams) {
        const answered = (items.get(row.id) ?? []).filter(({ answered_at }) => answered_at !== null)
        const scored = answered.filter(({ is_pilot }) => !is_pilot)
        const right = scored.filter(({ is_correct }) => is_correct)
        const counted = { answered: row.questions_answered, scored: sum(row.domain_counts), correct: sum(row.domain_correct) }
        expect(counted).toEqual({ answered: answered.length, scored: scored.length, correct: right.length })
        const completed = completions.get(row.id)
        if (completed) expect(completed).toMatchObject({ ...counted, score: row.score, timeSpentSeconds: row.time_spent_seconds })
      }
    }),
    { numRuns: 10 },
  )
  expect(exams).toBeGreaterThan(0)
})
