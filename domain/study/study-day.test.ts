import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNLIMITED } from '../billing/shown/tiers.ts'
import { fold, streamName } from '../core/decider.ts'
import { asItStands, type DeliveredQuestion } from '../questions/delivered-question.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import {
  type Answer,
  answerKey,
  assignDailyQuestions,
  closeSession,
  drawForSession,
  flagForReview,
  isClosed,
  MOST_ANSWERS_A_DAY,
  MOST_SESSIONS_A_DAY,
  MOST_UNDRAWN_A_DAY,
  PATIENCE_SECONDS,
  partAfter,
  type StudyDayEvent,
  type StudyDayState,
  studyDayAggregate,
  studyDayId,
  submitAnswer,
} from './study-day.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const date = '2026-03-01'
const question = (n: number): DeliveredQuestion => ({
  questionId: `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  ...asItStands,
})
/** The parts of a set; their ids are counted from `first`. */
const setOf = (id: string, first: number, of: number): DeliveredQuestion[] =>
  Array.from({ length: of }, (_, index) => ({ ...question(first + index), set: { id, part: index + 1, of } }))
const candidates = Array.from({ length: 12 }, (_, n) => question(n))
const assigned = (...questions: DeliveredQuestion[]): StudyDayEvent => ({
  type: 'DailyQuestionsAssigned',
  data: { userId, date, questions },
})
const drawn = (...questions: DeliveredQuestion[]): StudyDayEvent => ({
  type: 'QuestionsDrawn',
  data: { userId, date, questions, mode: null, studySessionId: null },
})
const answered = ({ set: _, ...given }: DeliveredQuestion) => given
const answer = (n: number, option = 'a'): Answer => ({
  userId,
  date,
  ...answered(question(n)),
  answer: { kind: 'multiple_choice', option },
  isCorrect: option === 'a',
  isScored: true,
  mode: null,
  studySessionId: null,
  timeSpentSeconds: 20,
  confidence: null,
  flaggedForReview: false,
  givenAt: null,
})
const submitted = (n: number): StudyDayEvent => ({ type: 'AnswerSubmitted', data: answer(n) })

const assign = (dailyLimit: number, count: number) => assignDailyQuestions({ userId, date, dailyLimit, candidates, count })
const submit = (dailyLimit: number, n: number, option = 'a') => submitAnswer({ ...answer(n, option), dailyLimit, set: null })

test('daily questions are the best candidates, in the requested number', () => {
  given(studyDayAggregate, [])
    .when(assign(5, 3))
    .emits([assigned(question(0), question(1), question(2))])
})

test('a request for more than is left gets what is left', () => {
  given(studyDayAggregate, [])
    .when(assign(1, 5))
    .emits([assigned(question(0))])
  given(studyDayAggregate, [drawn(question(0), question(1))])
    .when(assign(5, 5))
    .emits([assigned(question(2), question(3), question(4))])
})

test('with nothing left, it is refused', () => {
  given(studyDayAggregate, [assigned(question(0))])
    .when(assign(1, 1))
    .refuses('dailyLimitReached')
})

test('assigning again adds only what is missing', () => {
  given(studyDayAggregate, [assigned(question(0), question(1))])
    .when(assign(UNLIMITED, 2))
    .emits([])
  given(studyDayAggregate, [assigned(question(0), question(1))])
    .when(assign(UNLIMITED, 3))
    .emits([assigned(question(2))])
})

test('without candidates, nothing is assigned', () => {
  given(studyDayAggregate, [])
    .when(assignDailyQuestions({ userId, date, dailyLimit: 5, candidates: [], count: 5 }))
    .emits([])
})

test('a delivered question is answered without counting again', () => {
  given(studyDayAggregate, [assigned(question(0))])
    .when(submit(1, 0))
    .emits([submitted(0)])
})

test('the first answer of the day stands', () => {
  given(studyDayAggregate, [assigned(question(0)), submitted(0)])
    .when(submit(1, 0, 'b'))
    .emits([])
})

test('answering a question that was never drawn counts as drawing it', () => {
  given(studyDayAggregate, [])
    .when(submit(1, 7))
    .emits([drawn(question(7)), submitted(7)])
  given(studyDayAggregate, [assigned(question(0))])
    .when(submit(1, 7))
    .refuses('dailyLimitReached')
})

test('a question is answered once per study session, and once outside of sessions', () => {
  const session = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9c001'
  const inSession = { ...answer(0), studySessionId: session, dailyLimit: UNLIMITED, set: null }
  const { dailyLimit: _, set: __, ...data } = inSession
  const drawnForIt: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId: data.userId, date: data.date, questions: [question(0)], mode: 'practice', studySessionId: session },
  }
  const events = [assigned(question(0), question(1)), submitted(0), drawnForIt]
  given(studyDayAggregate, events)
    .when(submitAnswer(inSession))
    .emits([{ type: 'AnswerSubmitted', data }])
  given(studyDayAggregate, [...events, { type: 'AnswerSubmitted', data }])
    .when(submitAnswer(inSession))
    .emits([])
  given(studyDayAggregate, events)
    .when(submit(UNLIMITED, 1))
    .emits([submitted(1)])
})

test('a question of a running timed exam is answered only in the exam, and everywhere once it has ended', () => {
  const exam = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9c002'
  const drawnForExam: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(0)], mode: 'timed_exam', studySessionId: exam },
  }
  const submitWith = (studySessionId: string | null) => submitAnswer({ ...answer(0), studySessionId, dailyLimit: UNLIMITED, set: null })
  const closed: StudyDayEvent = { type: 'StudySessionClosed', data: { userId, date, studySessionId: exam } }
  const inDay = given(studyDayAggregate, [assigned(question(0), question(1)), drawnForExam])
  inDay.when(submitWith(null)).refuses('questionInExam')
  inDay.when(submitWith(exam)).emits([{ type: 'AnswerSubmitted', data: { ...answer(0), studySessionId: exam } }])
  inDay.when(submit(UNLIMITED, 1)).emits([submitted(1)])
  const after = given(studyDayAggregate, [assigned(question(0), question(1)), drawnForExam, closed])
  after.when(submitWith(null)).emits([submitted(0)])
  after.when(submitWith(exam)).refuses('sessionEnded')
  // An answer from before the exam drew the question stands, whatever is sent.
  given(studyDayAggregate, [assigned(question(0)), submitted(0), drawnForExam])
    .when(submitWith(null))
    .emits([])
})

test('a session is closed to answers once; its answers stay', () => {
  const studySessionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9c003'
  const close = closeSession({ userId, date, studySessionId })
  const closed: StudyDayEvent = { type: 'StudySessionClosed', data: { userId, date, studySessionId } }
  const drawnForIt: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(0), question(1)], mode: 'practice', studySessionId },
  }
  const answeredInIt: StudyDayEvent = { type: 'AnswerSubmitted', data: { ...answer(0), studySessionId } }
  const submitInIt = (n: number) => submitAnswer({ ...answer(n), studySessionId, dailyLimit: UNLIMITED, set: null })
  given(studyDayAggregate, []).when(close).emits([])
  given(studyDayAggregate, [drawnForIt, answeredInIt]).when(close).emits([closed])
  const after = given(studyDayAggregate, [drawnForIt, answeredInIt, closed])
  after.when(close).emits([])
  after.when(submitInIt(0)).emits([])
  after.when(submitInIt(1)).refuses('sessionEnded')
})

describe('a set', () => {
  const [one, two, three] = setOf('trauma-set-01', 20, 3) as [DeliveredQuestion, DeliveredQuestion, DeliveredQuestion]
  const set = [one, two, three]
  const assignFrom = (candidates: readonly DeliveredQuestion[], count: number, dailyLimit = UNLIMITED) =>
    assignDailyQuestions({ userId, date, dailyLimit, candidates, count })
  const stateAfter = (...events: StudyDayEvent[]) => fold(studyDayAggregate, events)

  test('is delivered as a whole, in order, in the place of its first part', () => {
    given(studyDayAggregate, [])
      .when(assignFrom([question(0), three, one, question(1), two], 5))
      .emits([assigned(question(0), one, two, three, question(1))])
  })

  test('is skipped if it exceeds the requested number or the rest of the limit', () => {
    given(studyDayAggregate, [])
      .when(assignFrom([question(0), ...set, question(1)], 3))
      .emits([assigned(question(0), question(1))])
    given(studyDayAggregate, [drawn(question(2), question(3), question(4))])
      .when(assignFrom([...set, question(0)], 5, 5))
      .emits([assigned(question(0))])
    given(studyDayAggregate, [])
      .when(assignFrom([...set, question(0)], 1, 1))
      .emits([assigned(question(0))])
  })

  test('with a missing, repeated, or foreign part is not delivered at all', () => {
    for (const broken of [
      [one, three],
      [one, two, two, three],
      [one, two, three, ...setOf('trauma-set-01', 30, 4)],
    ])
      given(studyDayAggregate, [])
        .when(assignFrom([...broken, question(0)], 20))
        .emits([assigned(question(0))])
  })

  test('with a part that was already delivered that day is not delivered again', () => {
    given(studyDayAggregate, [assigned(...set)])
      .when(assignFrom([...set, question(0)], 5))
      .emits([assigned(question(0))])
  })

  test('unfolds: each part opens once the parts before it are answered, and its answer stands', () => {
    const submitPart = (n: number, option?: string) => submit(UNLIMITED, n, option)
    given(studyDayAggregate, [assigned(...set)])
      .when(submitPart(21))
      .refuses('partClosed')
    given(studyDayAggregate, [assigned(...set), submitted(20)])
      .when(submitPart(22))
      .refuses('partClosed')
    given(studyDayAggregate, [assigned(...set), submitted(20)])
      .when(submitPart(21))
      .emits([submitted(21)])
    given(studyDayAggregate, [assigned(...set), submitted(20), submitted(21)])
      .when(submitPart(20, 'b'))
      .emits([])
    const closedAfter = (...events: StudyDayEvent[]) =>
      [question(0), ...set].map(({ questionId }) => isClosed(stateAfter(assigned(question(0), ...set), ...events), questionId))
    expect(closedAfter()).toEqual([false, false, true, true])
    expect(closedAfter(submitted(20))).toEqual([false, false, false, true])
    expect(closedAfter(submitted(20), submitted(21))).toEqual([false, false, false, false])
  })

  test('is not drawn by answering one of its parts', () => {
    for (const part of set)
      given(studyDayAggregate, [])
        .when(submitAnswer({ ...answer(20), ...answered(part), set: part.set, dailyLimit: UNLIMITED }))
        .refuses('partClosed')
  })

  test('is flagged part by part, as far as its parts are open', () => {
    const flag = ({ questionId }: DeliveredQuestion) => flagForReview({ userId, date, questionId })
    given(studyDayAggregate, [assigned(...set)])
      .when(flag(two))
      .refuses('partClosed')
    given(studyDayAggregate, [assigned(...set), submitted(20)])
      .when(flag(two))
      .emits([{ type: 'QuestionFlaggedForReview', data: { userId, date, questionId: two.questionId } }])
  })

  test('knows its next part', () => {
    const day = stateAfter(assigned(question(0), ...set))
    const after = (of: DeliveredQuestion) => partAfter(day, of.questionId)?.questionId
    expect([question(0), ...set].map(after)).toEqual([undefined, two.questionId, three.questionId, undefined])
  })
})

test('each question keeps the mode it was delivered for; a daily one stays daily', () => {
  const forPractice: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(0), question(2)], mode: 'practice', studySessionId: null },
  }
  const { delivered, daily } = fold(studyDayAggregate, [assigned(question(0), question(1)), forPractice, drawn(question(3))])
  expect(daily).toEqual([question(0).questionId, question(1).questionId])
  expect([...delivered.values()]).toEqual([
    { ...question(0), mode: 'daily' },
    { ...question(1), mode: 'daily' },
    { ...question(2), mode: 'practice' },
    { ...question(3), mode: null },
  ])
})

test('a day is its own stream per learner and date', () => {
  expect(streamName(studyDayAggregate, studyDayId(userId, date))).toBe(`studyDay-${userId}_2026-03-01`)
})

test('a question of the day is flagged once, with its answer or after it', () => {
  const { questionId } = question(0)
  const flag = flagForReview({ userId, date, questionId })
  const flagged: StudyDayEvent = { type: 'QuestionFlaggedForReview', data: { userId, date, questionId } }
  given(studyDayAggregate, [assigned(question(0)), submitted(0)])
    .when(flag)
    .emits([flagged])
  given(studyDayAggregate, [assigned(question(0)), flagged])
    .when(flag)
    .emits([])
  given(studyDayAggregate, [assigned(question(0)), { type: 'AnswerSubmitted', data: { ...answer(0), flaggedForReview: true } }])
    .when(flag)
    .emits([])
  given(studyDayAggregate, [assigned(question(1))])
    .when(flag)
    .refuses('questionNotFound')
})

/** Single questions with two sets among them. */
const someInSets = [
  ...candidates.slice(0, 2),
  ...setOf('trauma-set-01', 2, 3),
  question(5),
  ...setOf('trauma-set-02', 6, 4),
  question(10),
  question(11),
]

const command = fc.oneof(
  fc.record({
    kind: fc.constant('assign' as const),
    count: fc.integer({ min: 1, max: 10 }),
    best: fc.oneof(
      fc.nat(11).map((offset) => someInSets.slice(offset)),
      fc.shuffledSubarray(someInSets),
    ),
  }),
  fc.record({ kind: fc.constant('answer' as const), n: fc.nat(11), option: fc.constantFrom('a', 'b') }),
)

test('no sequence of commands exceeds the limit, reveals a closed part, delivers a part without its set, or decides twice', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 5, UNLIMITED), fc.array(command, { maxLength: 40 }), (dailyLimit, commands) => {
      const events: StudyDayEvent[] = []
      const state = (): StudyDayState => fold(studyDayAggregate, events)
      for (const next of commands) {
        const set = next.kind === 'answer' ? (someInSets[next.n]?.set ?? null) : null
        const decide =
          next.kind === 'assign'
            ? assignDailyQuestions({ userId, date, dailyLimit, candidates: next.best, count: next.count })
            : submitAnswer({ ...answer(next.n, next.option), dailyLimit, set })
        try {
          events.push(...decide(state()))
        } catch (error) {
          expect([new Rejection('dailyLimitReached'), new Rejection('partClosed')]).toContainEqual(error)
          continue
        }
        const repeated = attempt(() => decide(state()))
        if (next.kind === 'answer') expect(repeated).toEqual([])
        else if (repeated instanceof Rejection) expect(state().delivered.size).toBe(dailyLimit)
        else expect(repeated).toEqual([])
      }
      const deliveries = events.flatMap((event) => ('questions' in event.data ? [event.data.questions] : []))
      const delivered = deliveries.flat().map(({ questionId }) => questionId)
      expect(new Set(delivered).size).toBe(delivered.length)
      if (dailyLimit !== UNLIMITED) expect(delivered.length).toBeLessThanOrEqual(dailyLimit)
      const answers = events.flatMap((event) => (event.type === 'AnswerSubmitted' ? [answerKey(event.data)] : []))
      expect(new Set(answers).size).toBe(answers.length)

      for (const questions of deliveries)
        for (const [index, { set }] of questions.entries())
          if (set?.part === 1) {
            const parts = questions.slice(index, index + set.of)
            expect(parts.map((part) => part.set)).toEqual(parts.map((_, part) => ({ ...set, part: part + 1 })))
          } else if (set) expect(questions[index - 1]?.set).toEqual({ ...set, part: set.part - 1 })
      const placeOf = (questionId: string) => answers.indexOf(answerKey({ questionId, studySessionId: null }))
      for (const { questionId, set } of deliveries.flat()) {
        const before = deliveries.flat().find((other) => set && other.set?.id === set.id && other.set.part === set.part - 1)
        if (before && placeOf(questionId) >= 0) {
          expect(placeOf(before.questionId)).toBeGreaterThanOrEqual(0)
          expect(placeOf(before.questionId)).toBeLessThan(placeOf(questionId))
        }
        expect(isClosed(state(), questionId)).toBe(
          before !== undefined && (placeOf(before.questionId) < 0 || isClosed(state(), before.questionId)),
        )
      }
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

describe('a timed exam', () => {
  const studySessionId = '00000000-0000-4000-8000-0000000000aa'
  const after = (seconds: number) => new Date(Date.parse('2026-03-01T12:00:00.000Z') + 1_000 * seconds).toISOString()
  const begun: StudyDayEvent = {
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(1), question(2)], mode: 'timed_exam', studySessionId, at: after(0) },
  }
  const sent = (n: number, seconds: number, timeSpentSeconds = 20) =>
    submitAnswer({
      ...{ ...answer(n), mode: 'timed_exam', studySessionId, at: after(seconds), timeSpentSeconds },
      ...{ dailyLimit: UNLIMITED, set: null, secondsPerQuestion: 90 },
    })
  const [first] = sent(1, 80)(fold(studyDayAggregate, [begun]))

  test('says when it began', () => {
    const draw = { userId, date, dailyLimit: UNLIMITED, candidates: [question(1)], count: 1, studySessionId, at: after(0) }
    expect(drawForSession({ ...draw, mode: 'timed_exam' })(fold(studyDayAggregate, []))).toMatchObject([{ data: { at: after(0) } }])
    expect(drawForSession({ ...draw, mode: 'practice' })(fold(studyDayAggregate, []))[0]?.data).not.toHaveProperty('at')
  })

  test.each([
    ['in time', 90, true],
    ['a moment late', 90 + PATIENCE_SECONDS, true],
    ['too late', 90 + PATIENCE_SECONDS + 1, false],
  ])('takes an answer that comes %s', (_, seconds, isTaken) => {
    const expected = isTaken ? { isCorrect: true, answer: answer(1).answer } : { isCorrect: false, answer: null }
    expect(sent(1, seconds)(fold(studyDayAggregate, [begun]))).toMatchObject([{ data: expected }])
    // The clock restarts with each answer.
    expect(first && sent(2, 80 + seconds)(fold(studyDayAggregate, [begun, first]))).toMatchObject([{ data: expected }])
  })

  test('counts no more seconds than a question allows', () => {
    expect(sent(1, 30, 5_000)(fold(studyDayAggregate, [begun]))).toMatchObject([{ data: { timeSpentSeconds: 90 + PATIENCE_SECONDS } }])
    expect(sent(1, 30, 20)(fold(studyDayAggregate, [begun]))).toMatchObject([{ data: { timeSpentSeconds: 20 } }])
  })

  test('that began before times were recorded accepts every answer', () => {
    const { at: _, ...data } = begun.data as Extract<StudyDayEvent, { type: 'QuestionsDrawn' }>['data']
    expect(sent(1, 500)(fold(studyDayAggregate, [{ type: 'QuestionsDrawn', data }]))).toMatchObject([{ data: { isCorrect: true } }])
  })
})

describe('a day filled by a program', () => {
  const sessionId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const begun = (n: number): StudyDayEvent => ({
    type: 'QuestionsDrawn',
    data: { userId, date, questions: [question(1)], mode: 'practice', studySessionId: sessionId(n) },
  })
  const inSession = (n: number) => ({ ...answer(1), studySessionId: sessionId(n) })

  test('has a limit on its sessions', () => {
    const begin = (n: number) =>
      drawForSession({ userId, date, dailyLimit: UNLIMITED, candidates, count: 5, mode: 'practice', studySessionId: sessionId(n) })
    const most = Array.from({ length: MOST_SESSIONS_A_DAY }, (_, n) => begun(n))
    expect(begin(MOST_SESSIONS_A_DAY)(fold(studyDayAggregate, most.slice(1)))).toHaveLength(1)
    given(studyDayAggregate, most).when(begin(MOST_SESSIONS_A_DAY)).refuses('studyLimitReached')
    given(studyDayAggregate, most).when(begin(0)).emits([])
  })

  test('has a limit on its answers, and recorded answers can be sent again', () => {
    const most = Array.from({ length: MOST_ANSWERS_A_DAY }, (_, n): StudyDayEvent[] => [
      begun(n),
      { type: 'AnswerSubmitted', data: inSession(n) },
    ]).flat()
    const next = MOST_ANSWERS_A_DAY
    const submit = (n: number) => submitAnswer({ ...inSession(n), dailyLimit: UNLIMITED, set: null })
    expect(submit(next)(fold(studyDayAggregate, [...most.slice(0, -1), begun(next)]))).toHaveLength(1)
    given(studyDayAggregate, [...most, begun(next)])
      .when(submit(next))
      .refuses('studyLimitReached')
    given(studyDayAggregate, most).when(submit(0)).emits([])
  })

  test('has a limit on answers to undrawn questions, whatever the tier', () => {
    const most = Array.from({ length: MOST_UNDRAWN_A_DAY }, (_, n) => drawn(question(n)))
    expect(submit(UNLIMITED, MOST_UNDRAWN_A_DAY)(fold(studyDayAggregate, most.slice(1)))).toHaveLength(2)
    given(studyDayAggregate, most).when(submit(UNLIMITED, MOST_UNDRAWN_A_DAY)).refuses('studyLimitReached')
  })
})
