import type { ExamQuestion, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { describe, expect, it } from 'vitest'
import { afterAnswer, dueIn, type ExamAnswered, earlierParts, elsewhereWords, laterOf, readAs, type TakenExam } from './exam-progress.ts'

const idOf = (order: number) => `7b0f0c1e-52d6-4d3a-8b11-${String(order).padStart(12, '0')}`

/** From the third on they are parts of a case. */
const question = (order: number): ExamQuestion => ({
  order,
  id: idOf(order),
  module: 'Trauma',
  difficulty: 'medium',
  question: 'What first?',
  optionA: 'Assess',
  optionB: 'Transport',
  optionC: null,
  optionD: null,
  asked: {
    id: idOf(order),
    version: 1,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What first?',
    picture: null,
    scenario: order < 3 ? null : { part: order - 2, of: 3, patient: 'A fall.' },
    choices: ['Assess', 'Transport'],
    item: {
      kind: 'multiple_choice',
      options: [
        { id: 'a', text: 'Assess' },
        { id: 'b', text: 'Transport' },
      ],
    },
    difficulty: 'easy',
    bloomsLevel: 'apply',
  },
})

const exam: PracticeExam = {
  id: 'b8a4f0f6-8f0f-4a86-9d65-2f1a6f7e9a01',
  userId: '7a4a6b6e-3f0d-4a55-9a5e-0d5f3ad2a111',
  examType: 'full_exam',
  blueprint: 'national_registry',
  isCompleted: false,
  score: null,
  totalQuestions: 150,
  minItems: 80,
  questionsAnswered: 0,
  correctAnswers: null,
  timeSpentMinutes: 0,
  startedAt: '2026-03-01T12:00:00.000Z',
  deadline: '2026-03-01T14:30:00.000Z',
  completedAt: null,
  givenUpAt: null,
  endedBy: null,
  outcome: null,
  passedAt95Confidence: false,
  abilityLevel: null,
  standardError: null,
  targetModules: [],
  scoreEstimate: 50,
  currentDifficulty: 'medium',
  domainCounts: {},
  domainCorrect: null,
  avgCorrectDifficulty: null,
}

const begun: TakenExam = {
  exam,
  questions: [{ ...question(1), isAnswered: false, given: null, result: null, isPilot: null, timeSpentSeconds: null }],
  skew: 0,
}

const b = { kind: 'multiple_choice', option: 'b' } as const
const answered = (order: number, more: Partial<ExamAnswered> = {}): ExamAnswered => ({
  examCompleted: false,
  nextQuestion: question(order + 1),
  answer: b,
  scoreEstimate: 63,
  currentDifficulty: 'hard',
  totalQuestions: 150,
  questionsAnswered: order,
  ...more,
})

const answeredUpTo = (order: number): TakenExam =>
  Array.from({ length: order }, (_, index) => index + 1).reduce((taken, each) => afterAnswer(taken, idOf(each), answered(each)), begun)

describe('an exam in progress', () => {
  it('has one open question, which comes with the previous answer', () => {
    expect(dueIn(begun)?.order).toBe(1)
    const second = answeredUpTo(1)
    expect(dueIn(second)?.order).toBe(2)
    expect(second.questions[0]).toMatchObject({ isAnswered: true, given: { selectedAnswer: 'B. Transport', answer: b } })
    expect(second.exam).toMatchObject({ questionsAnswered: 1, scoreEstimate: 63, currentDifficulty: 'hard' })
  })

  it('counts the same answer twice once', () => {
    const once = answeredUpTo(1)
    expect(afterAnswer(once, idOf(1), answered(1, { answer: { ...b, option: 'a' } }))).toEqual(once)
  })

  it('has no open question once it has ended', () => {
    const ended = afterAnswer(begun, idOf(1), answered(1, { nextQuestion: null, examCompleted: true }))
    expect(dueIn(ended)).toBeUndefined()
  })

  it('shows the parts of a set that were answered before this one, and no other questions', () => {
    const taken = answeredUpTo(4)
    expect(earlierParts(answeredUpTo(1), question(2))).toEqual([])
    expect(earlierParts(taken, question(3))).toEqual([])
    expect(earlierParts(taken, question(5)).map(({ question: { id }, selectedAnswer, result }) => [id, selectedAnswer, result])).toEqual([
      [idOf(3), 'B. Transport', null],
      [idOf(4), 'B. Transport', null],
    ])
  })

  it('says so if another screen answered first, and nothing if this one did', () => {
    expect(elsewhereWords(question(1), b, answered(1))).toBeNull()
    expect(elsewhereWords(question(1), b, answered(1, { nextQuestion: null, examCompleted: true }))).toBeNull()
    const goesOn = /The first answer counts. This is your current question.$/
    expect(elsewhereWords(question(1), { ...b, option: 'a' }, answered(1))?.description).toMatch(goesOn)
    expect(elsewhereWords(question(1), b, answered(4))?.description).toMatch(goesOn)
    expect(elsewhereWords(question(1), b, answered(4, { nextQuestion: null, examCompleted: true }))?.description).toMatch(
      /Your exam has ended there.$/,
    )
  })

  it('brings a device that is behind up to date', () => {
    const behind = afterAnswer(answeredUpTo(1), idOf(2), answered(5))
    expect(dueIn(behind)?.order).toBe(6)
    const latest = answeredUpTo(5)
    expect(laterOf(behind, readAs(exam, latest.questions, 0)).questions).toBe(latest.questions)
    // Answers given before the read arrived stay.
    const further = afterAnswer(behind, idOf(6), answered(6))
    expect(laterOf(further, readAs(exam, latest.questions, 0))).toEqual(further)
  })

  it('ignores an outdated read, but takes its clock', () => {
    const [first, second] = [answeredUpTo(1), answeredUpTo(2)]
    expect(laterOf(second, { ...first, skew: 5_000 })).toEqual({ ...second, skew: 5_000 })
    expect(laterOf(first, second)).toBe(second)
    expect(laterOf(null, first)).toBe(first)
    const ended = { ...first, exam: { ...exam, isCompleted: true } }
    expect(laterOf(second, ended)).toBe(ended)
  })
})
