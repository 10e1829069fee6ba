import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNLIMITED } from '../billing/shown/tiers.ts'
import { fold } from '../core/decider.ts'
import { asItStands, type DeliveredQuestion } from '../questions/delivered-question.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { drawForSession, type StudyDayEvent, studyDayAggregate, submitAnswer } from './study-day.ts'
import { completeSession, isHeldBack, isOpen, type StudySessionEvent, startSession, studySessionAggregate } from './study-session.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const studySessionId = '00000000-0000-4000-8000-0000000000aa'
const date = '2026-03-01'
const question = (n: number): DeliveredQuestion => ({
  questionId: `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  ...asItStands,
})
const questions = (...numbers: number[]) => numbers.map(question)
const drawn = (...numbers: number[]): StudyDayEvent => ({
  type: 'QuestionsDrawn',
  data: { userId, date, questions: questions(...numbers), mode: 'tutor_mode', studySessionId },
})
const answer = (n: number, more: { isCorrect?: boolean; isScored?: boolean } = {}) => {
  const { questionId, questionVersion, module } = question(n)
  return {
    userId,
    date,
    questionId,
    questionVersion,
    module,
    answer: { kind: 'multiple_choice', option: 'a' } as const,
    isCorrect: true,
    isScored: true,
    mode: 'tutor_mode' as const,
    studySessionId,
    timeSpentSeconds: 20,
    confidence: 3,
    flaggedForReview: false,
    givenAt: null,
    ...more,
  }
}
const answered = (...given: Parameters<typeof answer>): StudyDayEvent => ({ type: 'AnswerSubmitted', data: answer(...given) })

describe('drawing for a session', () => {
  const draw = (dailyLimit: number, ...numbers: number[]) =>
    drawForSession({ userId, date, mode: 'tutor_mode', studySessionId, dailyLimit, count: 3, candidates: questions(...numbers) })

  test('delivers what is left of the limit; questions already delivered that day cost nothing', () => {
    given(studyDayAggregate, [])
      .when(draw(2, 1, 2, 3))
      .emits([drawn(1, 2)])
    const daily: StudyDayEvent = { type: 'DailyQuestionsAssigned', data: { userId, date, questions: questions(7, 8) } }
    given(studyDayAggregate, [daily])
      .when(draw(2, 1, 7, 8))
      .emits([drawn(7, 8)])
    given(studyDayAggregate, [daily])
      .when(draw(3, 1, 7, 2))
      .emits([drawn(1, 7)])
  })

  test('happens once, and is refused if nothing is left of the limit', () => {
    given(studyDayAggregate, [drawn(1, 2)])
      .when(draw(UNLIMITED, 3))
      .emits([])
    const other: StudyDayEvent = { type: 'DailyQuestionsAssigned', data: { userId, date, questions: questions(7) } }
    expect(() => draw(1, 1)(fold(studyDayAggregate, [other]))).toThrow(new Rejection('dailyLimitReached'))
    given(studyDayAggregate, []).when(draw(1)).emits([])
    const part = (n: number) => ({ ...question(n), set: { id: 'trauma-set-01', part: n, of: 4 } })
    const tooLarge = {
      userId,
      date,
      mode: 'tutor_mode',
      studySessionId,
      dailyLimit: 1,
      count: 3,
      candidates: [1, 2, 3, 4].map(part),
    } as const
    given(studyDayAggregate, []).when(drawForSession(tooLarge)).emits([])
    expect(() => drawForSession({ ...tooLarge, count: 4 })(fold(studyDayAggregate, []))).toThrow(new Rejection('dailyLimitReached'))
  })

  test('accepts answers only to its own questions', () => {
    const day = fold(studyDayAggregate, [drawn(1), { type: 'DailyQuestionsAssigned', data: { userId, date, questions: questions(2) } }])
    const submit = (n: number) => submitAnswer({ ...answer(n), dailyLimit: UNLIMITED, set: null })(day)
    expect(submit(1)).toEqual([answered(1)])
    expect(() => submit(2)).toThrow(new Rejection('questionNotFound'))
  })
})

describe('a session', () => {
  const started: StudySessionEvent = {
    type: 'StudySessionStarted',
    data: { userId, studySessionId, date, mode: 'tutor_mode', questions: questions(1, 2, 3), secondsPerQuestion: null, quiz: null },
  }
  const completed = (endedBy: 'learner' | 'expired'): StudySessionEvent => ({
    type: 'StudySessionCompleted',
    data: {
      userId,
      studySessionId,
      date,
      mode: 'tutor_mode',
      totalQuestions: 3,
      answered: 2,
      scored: 1,
      correct: 1,
      timeSpentSeconds: 40,
      endedBy,
    },
  })
  const day = fold(studyDayAggregate, [drawn(1, 2, 3), answered(1), answered(2, { isScored: false })])

  test('is started once and completed once, with the totals of its day', () => {
    given(studySessionAggregate, [])
      .when(startSession(started.data as Parameters<typeof startSession>[0]))
      .emits([started])
    given(studySessionAggregate, [started])
      .when(startSession(started.data as Parameters<typeof startSession>[0]))
      .emits([])
    given(studySessionAggregate, [started])
      .when(completeSession({ day, endedBy: 'learner' }))
      .emits([completed('learner')])
    given(studySessionAggregate, [started, completed('learner')])
      .when(completeSession({ day, endedBy: 'expired' }))
      .emits([])
    given(studySessionAggregate, [])
      .when(completeSession({ day, endedBy: 'expired' }))
      .emits([])
  })

  test('is started and completed once each, in any sequence of commands', () => {
    const commands = [
      startSession(started.data as Parameters<typeof startSession>[0]),
      completeSession({ day, endedBy: 'learner' }),
      completeSession({ day: fold(studyDayAggregate, [drawn(1, 2, 3)]), endedBy: 'expired' }),
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands)), (asked) => {
        const events: StudySessionEvent[] = []
        for (const decide of asked) events.push(...decide(fold(studySessionAggregate, events)))
        expect(['StudySessionStarted', 'StudySessionCompleted'].slice(0, events.length)).toEqual(events.map(({ type }) => type))
      }),
    )
  })

  test('withholds right answers only in a timed exam', () => {
    expect(isHeldBack({ mode: 'timed_exam', studySessionId })).toBe(true)
    expect([isHeldBack({ mode: 'timed_exam', studySessionId: null }), isHeldBack({ mode: 'practice', studySessionId })]).toEqual([
      false,
      false,
    ])
  })

  test('is open in between', () => {
    expect(isOpen(fold(studySessionAggregate, []))).toBe(false)
    expect(isOpen(fold(studySessionAggregate, [started]))).toBe(true)
    expect(isOpen(fold(studySessionAggregate, [started, completed('expired')]))).toBe(false)
  })
})
