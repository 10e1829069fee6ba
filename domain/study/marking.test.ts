import { describe, expect, test } from 'vitest'
import { UNLIMITED } from '../billing/shown/tiers.ts'
import { fold } from '../core/decider.ts'
import { multipleChoice } from '../questions/content/item.ts'
import { questionContent } from '../questions/content/testing/question-content.ts'
import { asItStands, type DeliveredQuestion } from '../questions/delivered-question.ts'
import { type QuestionEvent, type QuestionState, questionAggregate } from '../questions/question.ts'
import { Rejection } from '../refusals/rejection.ts'
import { belongsToYesterday, isEnoughToMark, isUnanswered, markAnswer } from './marking.ts'
import { type StudyDayEvent, studyDayAggregate } from './study-day.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const questionId = '0c2a8a43-4a5d-4f4e-a6f8-7f1d0a5be101'
const date = '2026-03-01'

const contentWith = (right: string, wrong: string) =>
  questionContent({
    item: multipleChoice(right, [
      { text: wrong, rationale: 'No.' },
      { text: 'Wait', rationale: 'No.' },
      { text: 'Leave', rationale: 'No.' },
    ]),
  })
const added = (source: 'curated' | 'ai' = 'curated'): QuestionEvent => ({
  type: 'QuestionAdded',
  data: { questionId, version: 1, source, bankId: null, generation: null, content: contentWith('Press', 'Pack') },
})
const turned: QuestionEvent = {
  type: 'QuestionRevised',
  data: { questionId, version: 2, cause: 'review', content: contentWith('Pack', 'Press') },
}
const promoted: QuestionEvent = { type: 'QuestionPromoted', data: { questionId, version: 1, answers: 60, discrimination: 0.3 } }
const retired: QuestionEvent = { type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'gone' } }
const question = (...events: QuestionEvent[]): QuestionState => fold(questionAggregate, events)

const answered = { questionId, questionVersion: 1, module: 'Trauma' } as const
const delivered = { ...answered, set: null, ...asItStands }
const assigned: StudyDayEvent = { type: 'DailyQuestionsAssigned', data: { userId, date, questions: [delivered] } }
const drawnFor = (mode: 'practice' | null): StudyDayEvent => ({
  type: 'QuestionsDrawn',
  data: { userId, date, questions: [delivered], mode, studySessionId: null },
})
const day = (...events: StudyDayEvent[]) => fold(studyDayAggregate, events)
const submitted = (of: Pick<DeliveredQuestion, 'questionId' | 'questionVersion' | 'module'> = answered): StudyDayEvent => ({
  type: 'AnswerSubmitted',
  data: {
    ...of,
    userId,
    date,
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect: true,
    isScored: true,
    mode: 'daily',
    studySessionId: null,
    timeSpentSeconds: 1,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
  },
})

const given = {
  userId,
  date,
  questionId,
  studySessionId: null,
  selectedAnswer: 'Press',
  answer: null,
  timeSpentSeconds: 30,
  confidence: null,
  flaggedForReview: false,
  givenAt: null,
  dailyLimit: 1,
}

test('an answer is marked by the delivered version, whatever the question says now', () => {
  const marked = markAnswer(given, day(assigned), question(added(), turned))
  expect(marked).toMatchObject({ questionVersion: 1, module: 'Trauma', isCorrect: true, answer: { kind: 'multiple_choice' } })
  expect(marked).not.toHaveProperty('selectedAnswer')
  expect(markAnswer({ ...given, selectedAnswer: 'Pack' }, day(assigned), question(added(), turned)).isCorrect).toBe(false)
})

test('without a delivery, it is marked by the current version, within the limit', () => {
  expect(markAnswer(given, day(), question(added(), turned))).toMatchObject({ questionVersion: 2, isCorrect: false, dailyLimit: 1 })
  expect(markAnswer(given, day(assigned), question(added())).dailyLimit).toBe(UNLIMITED)
})

test('a delivered question can be answered after it was retired; another retired one is not found', () => {
  expect(markAnswer(given, day(assigned), question(added(), retired)).isCorrect).toBe(true)
  for (const state of [question(added(), retired), question()])
    expect(() => markAnswer(given, day(), state)).toThrow(new Rejection('questionNotFound'))
  expect(() => markAnswer(given, day(assigned), question())).toThrow(new Rejection('questionNotFound'))
})

test('only one of the choices is an answer', () => {
  for (const selectedAnswer of ['press', '', 'Something else'])
    expect(() => markAnswer({ ...given, selectedAnswer }, day(assigned), question(added()))).toThrow(new Rejection('answerNotAChoice'))
})

test('a closed part reveals no choices, and neither does one that was not delivered with its set', () => {
  const scenario = { set: 'trauma-set-01', part: 2, of: 3, patient: 'A man of 40 lies in the road.' }
  const part: QuestionEvent = {
    type: 'QuestionAdded',
    data: {
      questionId,
      version: 1,
      source: 'curated',
      bankId: null,
      generation: null,
      content: { ...contentWith('Press', 'Pack'), scenario },
    },
  }
  const inSet = (n: number) => ({ id: scenario.set, part: n, of: 3 })
  const first = { ...answered, questionId: '0c2a8a43-4a5d-4f4e-a6f8-7f1d0a5be102' }
  const twoParts: StudyDayEvent = {
    type: 'DailyQuestionsAssigned',
    data: {
      userId,
      date,
      questions: [
        { ...first, set: inSet(1), ...asItStands },
        { ...answered, set: inSet(2), ...asItStands },
      ],
    },
  }
  for (const selectedAnswer of ['Press', 'Something else'])
    for (const state of [day(twoParts), day()])
      expect(() => markAnswer({ ...given, selectedAnswer }, state, question(part))).toThrow(new Rejection('partClosed'))
  const opened = day(twoParts, submitted(first))
  expect(markAnswer(given, opened, question(part))).toMatchObject({ isCorrect: true, set: inSet(2) })
  expect(() => markAnswer({ ...given, selectedAnswer: 'Something else' }, opened, question(part))).toThrow(
    new Rejection('answerNotAChoice'),
  )
  // It became part of a set after it was delivered as a single question.
  expect(markAnswer(given, day(assigned), question(part))).toMatchObject({ isCorrect: true, set: null })
})

test('it counts unless the question is a pilot', () => {
  const isScored = (...events: QuestionEvent[]) => markAnswer(given, day(assigned), question(...events)).isScored
  expect([isScored(added()), isScored(added('ai')), isScored(added('ai'), promoted)]).toEqual([true, false, true])
})

test('its mode is the one that the question was delivered for', () => {
  const modeOn = (...events: StudyDayEvent[]) => markAnswer(given, day(...events), question(added())).mode
  expect(modeOn(assigned)).toBe('daily')
  expect(modeOn(drawnFor('practice'))).toBe('practice')
  expect(modeOn(drawnFor(null))).toBeNull()
  expect(modeOn()).toBeNull()
  expect(modeOn(assigned, drawnFor('practice'))).toBe('daily')
  expect(modeOn(drawnFor('practice'), assigned)).toBe('daily')
})

test('a remembered state is enough to mark by, unless the question was not delivered, lacks the version, or is a pilot', () => {
  const one = day(assigned).delivered.get(questionId)
  expect(isEnoughToMark(question(added()), one)).toBe(true)
  expect(isEnoughToMark(question(added('ai'), promoted), one)).toBe(true)
  expect(isEnoughToMark(question(added('ai')), one)).toBe(false)
  expect(isEnoughToMark(question(added()), undefined)).toBe(false)
  expect(isEnoughToMark(question(added()), one && { ...one, questionVersion: 2 })).toBe(false)
  expect(isEnoughToMark(question(), one)).toBe(false)
})

test('a question belongs to the day before while it waits there and today has not delivered it', () => {
  const belongs = (today: StudyDayEvent[], yesterday: StudyDayEvent[]) =>
    belongsToYesterday(questionId, { today: day(...today), yesterday: day(...yesterday) }, isUnanswered(questionId))
  expect(belongs([], [assigned])).toBe(true)
  expect(belongs([], [])).toBe(false)
  expect(belongs([assigned], [assigned])).toBe(false)
  expect(belongs([], [assigned, submitted()])).toBe(false)
  expect(belongsToYesterday(questionId, { today: day(), yesterday: day(assigned, submitted()) }, () => true)).toBe(true)
})

describe('in a study session', () => {
  const studySessionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a0aa'
  const drawnIn = (mode: 'tutor_mode' | 'timed_exam', questionVersion = 1): StudyDayEvent => ({
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [{ ...delivered, questionVersion }], mode, studySessionId },
  })
  const inSession = { ...given, studySessionId }
  const nothing = { ...inSession, selectedAnswer: null }

  test('mode and version are those of the session, whatever else was delivered that day', () => {
    const twice = day(drawnIn('tutor_mode', 2), assigned)
    expect(markAnswer(inSession, twice, question(added(), turned))).toMatchObject({
      questionVersion: 2,
      mode: 'tutor_mode',
      studySessionId,
    })
    expect(markAnswer(given, twice, question(added(), turned))).toMatchObject({ questionVersion: 1, mode: 'daily', studySessionId: null })
  })

  test('only its own questions can be answered', () => {
    for (const state of [day(), day(assigned)])
      expect(() => markAnswer(inSession, state, question(added()))).toThrow(new Rejection('questionNotFound'))
  })

  test('a missing answer is wrong in a timed exam, and refused anywhere else', () => {
    expect(markAnswer(nothing, day(drawnIn('timed_exam')), question(added()))).toMatchObject({
      answer: null,
      isCorrect: false,
      isScored: true,
    })
    for (const [asked, state] of [
      [nothing, day(drawnIn('tutor_mode'))],
      [{ ...nothing, studySessionId: null }, day(drawnIn('timed_exam'))],
    ] as const)
      expect(() => markAnswer(asked, state, question(added()))).toThrow(new Rejection('answerRequired'))
  })
})
