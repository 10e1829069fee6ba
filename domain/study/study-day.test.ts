import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNLIMITED } from '../billing/tiers.ts'
import { fold, streamName } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { given } from '../testing/given.ts'
import {
  type Answer,
  answerKey,
  assignDailyQuestions,
  type DeliveredQuestion,
  flagForReview,
  type StudyDayEvent,
  type StudyDayState,
  studyDay,
  studyDayId,
  submitAnswer,
} from './study-day.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const date = '2026-03-01'
const question = (n: number): DeliveredQuestion => ({
  questionId: `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`,
  questionVersion: 1,
  module: 'Trauma',
})
const candidates = Array.from({ length: 12 }, (_, n) => question(n))
const assigned = (...questions: DeliveredQuestion[]): StudyDayEvent => ({
  type: 'DailyQuestionsAssigned',
  data: { userId, date, questions },
})
const drawn = (...questions: DeliveredQuestion[]): StudyDayEvent => ({
  type: 'QuestionsDrawn',
  data: { userId, date, questions, mode: null, studySessionId: null },
})
const answer = (n: number, option = 'a'): Answer => ({
  userId,
  date,
  ...question(n),
  answer: { kind: 'multiple_choice', option },
  isCorrect: option === 'a',
  isScored: true,
  mode: null,
  studySessionId: null,
  timeSpentSeconds: 20,
  confidence: null,
  flaggedForReview: false,
})
const submitted = (n: number): StudyDayEvent => ({ type: 'AnswerSubmitted', data: answer(n) })

const assign = (dailyLimit: number, count: number) => assignDailyQuestions({ userId, date, dailyLimit, candidates, count })
const submit = (dailyLimit: number, n: number, option = 'a') => submitAnswer({ ...answer(n, option), dailyLimit })

test('daily questions are the best candidates, as many as were asked for', () => {
  given(studyDay, [])
    .when(assign(5, 3))
    .emits([assigned(question(0), question(1), question(2))])
})

test('a request for more than what is left gets what is left', () => {
  given(studyDay, [])
    .when(assign(1, 5))
    .emits([assigned(question(0))])
  given(studyDay, [drawn(question(0), question(1))])
    .when(assign(5, 5))
    .emits([assigned(question(2), question(3), question(4))])
})

test('at nothing left it is refused', () => {
  given(studyDay, [assigned(question(0))])
    .when(assign(1, 1))
    .refuses('dailyLimitReached')
})

test('assigning again adds only what is missing', () => {
  given(studyDay, [assigned(question(0), question(1))])
    .when(assign(UNLIMITED, 2))
    .emits([])
  given(studyDay, [assigned(question(0), question(1))])
    .when(assign(UNLIMITED, 3))
    .emits([assigned(question(2))])
})

test('without candidates there is nothing to assign', () => {
  given(studyDay, [])
    .when(assignDailyQuestions({ userId, date, dailyLimit: 5, candidates: [], count: 5 }))
    .emits([])
})

test('a delivered question is answered without counting again', () => {
  given(studyDay, [assigned(question(0))])
    .when(submit(1, 0))
    .emits([submitted(0)])
})

test('the first answer of the day stands', () => {
  given(studyDay, [assigned(question(0)), submitted(0)])
    .when(submit(1, 0, 'b'))
    .emits([])
})

test('answering a question that was never drawn counts as drawing it', () => {
  given(studyDay, [])
    .when(submit(1, 7))
    .emits([drawn(question(7)), submitted(7)])
  given(studyDay, [assigned(question(0))])
    .when(submit(1, 7))
    .refuses('dailyLimitReached')
})

test('a question is answered once in each study session, and once outside all sessions', () => {
  const session = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9c001'
  const inSession = { ...answer(0), studySessionId: session, dailyLimit: UNLIMITED }
  const { dailyLimit: _, ...data } = inSession
  const answered = [assigned(question(0), question(1)), submitted(0)]
  given(studyDay, answered)
    .when(submitAnswer(inSession))
    .emits([{ type: 'AnswerSubmitted', data }])
  given(studyDay, [...answered, { type: 'AnswerSubmitted', data }])
    .when(submitAnswer(inSession))
    .emits([])
  given(studyDay, answered)
    .when(submit(UNLIMITED, 1))
    .emits([submitted(1)])
})

test('each question is remembered with what it was delivered for; a daily one stays a daily one', () => {
  const forPractice: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(0), question(2)], mode: 'practice', studySessionId: null },
  }
  const { delivered, daily } = fold(studyDay, [assigned(question(0), question(1)), forPractice, drawn(question(3))])
  expect(daily).toEqual([question(0).questionId, question(1).questionId])
  expect([...delivered.values()]).toEqual([
    { ...question(0), mode: 'daily' },
    { ...question(1), mode: 'daily' },
    { ...question(2), mode: 'practice' },
    { ...question(3), mode: null },
  ])
})

test('a day is a stream of its own for each learner and date', () => {
  expect(streamName(studyDay, studyDayId(userId, date))).toBe(`studyDay-${userId}_2026-03-01`)
})

test('a question of the day is flagged once, be it with its answer or after it', () => {
  const { questionId } = question(0)
  const flag = flagForReview({ userId, date, questionId })
  const flagged: StudyDayEvent = { type: 'QuestionFlaggedForReview', data: { userId, date, questionId } }
  given(studyDay, [assigned(question(0)), submitted(0)])
    .when(flag)
    .emits([flagged])
  given(studyDay, [assigned(question(0)), flagged])
    .when(flag)
    .emits([])
  given(studyDay, [assigned(question(0)), { type: 'AnswerSubmitted', data: { ...answer(0), flaggedForReview: true } }])
    .when(flag)
    .emits([])
  given(studyDay, [assigned(question(1))])
    .when(flag)
    .refuses('questionNotFound')
})

const command = fc.oneof(
  fc.record({ kind: fc.constant('assign' as const), count: fc.integer({ min: 1, max: 10 }), offset: fc.nat(11) }),
  fc.record({ kind: fc.constant('answer' as const), n: fc.nat(11), option: fc.constantFrom('a', 'b') }),
)

test('no sequence of commands exceeds the limit, and sending any command twice decides once', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 5, UNLIMITED), fc.array(command, { maxLength: 40 }), (dailyLimit, commands) => {
      const events: StudyDayEvent[] = []
      const state = (): StudyDayState => fold(studyDay, events)
      for (const next of commands) {
        const decide =
          next.kind === 'assign'
            ? assignDailyQuestions({ userId, date, dailyLimit, candidates: candidates.slice(next.offset), count: next.count })
            : submit(dailyLimit, next.n, next.option)
        try {
          events.push(...decide(state()))
        } catch (error) {
          expect(error).toEqual(new Rejection('dailyLimitReached'))
          continue
        }
        const repeated = attempt(() => decide(state()))
        if (next.kind === 'answer') expect(repeated).toEqual([])
        else if (repeated instanceof Rejection) expect(state().delivered.size).toBe(dailyLimit)
        else expect(repeated).toEqual([])
      }
      const delivered = events.flatMap((event) => ('questions' in event.data ? event.data.questions.map((given) => given.questionId) : []))
      expect(new Set(delivered).size).toBe(delivered.length)
      if (dailyLimit !== UNLIMITED) expect(delivered.length).toBeLessThanOrEqual(dailyLimit)
      const answers = events.flatMap((event) => (event.type === 'AnswerSubmitted' ? [answerKey(event.data)] : []))
      expect(new Set(answers).size).toBe(answers.length)
    }),
    { numRuns: 300 },
  )
})

function attempt<T>(run: () => T): T | Rejection {
  try {
    return run()
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}
