import type { Fact, FactOf } from '@medicready/domain/events'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { passPredicted } from '@medicready/domain/readiness/testing/readiness-facts'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { readiness } from './readiness.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [userId, examId, sittingId, laterSitting] = [id(1), id(2), id(3), id(4)]

const ofExam = passPredicted({ userId, of: { kind: 'practice_exam', examId } })
const ofSitting = passPredicted({ userId, of: { kind: 'national_exam', sittingId } })
const ofLater = passPredicted({ userId, of: { kind: 'national_exam', sittingId: laterSitting }, on: '2026-05-01' })
const completed = (data: Partial<FactOf<'ExamCompleted'>['data']>): Fact => ({
  type: 'ExamCompleted',
  data: {
    userId,
    examId,
    date: '2026-03-01',
    examType: 'full_exam',
    blueprint: 'national_registry',
    endedBy: 'confidence',
    outcome: 'pass',
    passedAt95Confidence: true,
    score: 78,
    ability: 0.1,
    standardError: 0.2,
    answered: 92,
    scored: 92,
    correct: 60,
    timeSpentSeconds: 4_000,
    answers: [],
    ...data,
  },
})
const reported = (outcome: FactOf<'ExamOutcomeReported'>['data']['outcome'], of = sittingId): Fact => ({
  type: 'ExamOutcomeReported',
  data: { userId, sittingId: of, outcome, through: 'mail' },
})
const asked = (of = sittingId): Fact => ({
  type: 'ExamOutcomeAsked',
  data: { userId, sittingId: of, expiresAt: '2026-04-04T00:00:00.000Z' },
})

test('a prediction for a mock exam waits for its outcome', () =>
  given(readiness, [ofExam]).leaves({
    practice_exam_predictions: [{ exam_id: examId, user_id: userId, chance: 0.71, low: 0.58, high: 0.82, outcome: null }],
    national_exam_predictions: [],
    readiness_learners: [],
  }))

test.each<[string, 'passed' | 'failed' | 'left', Partial<FactOf<'ExamCompleted'>['data']>]>([
  ['passed', 'passed', { score: 70 }],
  ['failed', 'failed', { score: 69 }],
  ['failed by its time, with as many answers as it must have', 'failed', { score: 60, answered: 80, endedBy: 'timeout' }],
  ['left before that', 'left', { score: 90, answered: 79, endedBy: 'timeout' }],
])('an exam that was %s is told as %s', (_, outcome, data) => {
  expect(blueprints.national_registry.minItems).toBe(80)
  return given(readiness, [ofExam, completed(data)]).leaves({ practice_exam_predictions: [{ exam_id: examId, chance: 0.71, outcome }] })
})

test('predictions made after the end of an exam do not count, and exams without a prediction have no row', async () => {
  await given(readiness, [completed({}), ofExam]).leaves({ practice_exam_predictions: [{ outcome: null }] })
  await given(readiness, [completed({})]).leaves({ practice_exam_predictions: [] })
})

test('the latest report about the real exam counts', () =>
  given(readiness, [ofSitting, asked(), reported('failed'), reported('passed')]).leaves({
    national_exam_predictions: [{ sitting_id: sittingId, outcome: 'passed', reports: 2 }],
    readiness_learners: [{ user_id: userId, blueprint: null, sitting_id: sittingId, exam_date: '2026-03-01', outcome: 'passed' }],
  }))

test('a learner is asked about the latest exam date; a report about an earlier one counts for that one', () =>
  given(readiness, [ofSitting, asked(), ofLater, reported('failed'), asked(id(9))]).leaves({
    national_exam_predictions: [
      { sitting_id: sittingId, outcome: 'failed' },
      { sitting_id: laterSitting, outcome: null, reports: 0 },
    ],
    readiness_learners: [{ sitting_id: laterSitting, exam_date: '2026-05-01', asked_at: null, outcome: null }],
  }))

test('the exam profile is kept through other changes', () =>
  given(readiness, [{ type: 'ExamProfileChosen', data: { userId, blueprint: 'national_registry_2024' } }, ofSitting, asked()]).leaves({
    readiness_learners: [{ blueprint: 'national_registry_2024', sitting_id: sittingId, asked_at: expect.any(String) }],
  }))

test("an erased user's exam date is removed, and the prediction stays without it", () =>
  given(readiness, [ofExam, ofSitting, reported('passed'), { type: 'AccountErased', data: { userId } }]).leaves({
    readiness_learners: [],
    practice_exam_predictions: [{ exam_id: examId }],
    national_exam_predictions: [{ sitting_id: sittingId, outcome: 'passed' }],
  }))
