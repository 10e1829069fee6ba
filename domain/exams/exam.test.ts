import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { numbersFrom } from '../core/seeded-numbers.ts'
import { moduleNames } from '../questions/shown/modules.ts'
import { given } from '../testing/given.ts'
import { deadlineOf, type ExamEvent, type ExamState, examAggregate, goesOn, itemsOf, itemToAnswer } from './exam.ts'
import { answerItem, completeExam, type ExamPlan, giveUpExam, startExam } from './exam-commands.ts'
import { sharesOf } from './exam-plan.ts'
import type { PoolItem } from './pool.ts'
import { preparePool } from './prepared-pool.ts'
import { replayExam } from './replay.ts'
import { type BlueprintName, blueprintNames, blueprints, examDomains } from './shown/blueprints.ts'
import { CUT, outcomeOf, PASSING_SCORE, scoreOf } from './shown/score.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const examId = '00000000-0000-4000-8000-0000000000e1'
const poolId = '00000000-0000-4000-8000-0000000000f0'
const date = '2026-03-01'
const noon = '2026-03-01T12:00:00.000Z'
const secondsAfter = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000).toISOString()

/** A bank of 400: every twentieth item begins a set of three, and every ninth is a pilot. */
const pool = preparePool(
  Array.from({ length: 400 }, (_, n): PoolItem => {
    const inSet = n % 20 < 3
    return {
      questionId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      questionVersion: 1,
      module: moduleNames[Math.floor(n / 20) % moduleNames.length] ?? 'Trauma',
      set: inSet ? { id: `set-${Math.floor(n / 20)}`, part: (n % 20) + 1, of: 3 } : null,
      domain: examDomains[Math.floor(n / 20) % examDomains.length] ?? 'Trauma',
      isJudgment: n % 3 === 0,
      difficulty: ((n * 37) % 400) / 100 - 2,
      discrimination: 1,
      standardError: 0.6,
      isPilot: !inSet && n % 9 === 0,
    }
  }),
)

const planOf = (blueprint: BlueprintName, seed = examId): ExamPlan => {
  const { examType, minItems, maxItems, minutes, pilots, stopping, balance, sets } = blueprints[blueprint]
  return {
    ...{ userId, examId, date, examType, blueprint, minItems, maxItems, pilots, stopping, balance, sets, poolId, seed },
    targetModules: [],
    startedAt: noon,
    seconds: minutes * 60,
    cut: CUT,
    shares: sharesOf(blueprint, moduleNames.slice(0, 4)),
    calibrationId: null,
    passedOver: [3, 4, 5],
  }
}

const answer = { kind: 'multiple_choice', option: 'a' } as const
const markedAs = (questionId: string, isCorrect: boolean, seconds: number) =>
  answerItem({ questionId, answer, isCorrect, date, answeredAt: secondsAfter(seconds), timeSpentSeconds: 20 }, pool)

const started = (blueprint: BlueprintName, seed?: string) => startExam(planOf(blueprint, seed), pool)(examAggregate.initial)

/** Answers this many items, or all, one every twenty seconds. `isRight` decides by position. */
function sat(first: readonly ExamEvent[], isRight: (order: number) => boolean, count = Number.POSITIVE_INFINITY): ExamEvent[] {
  const events = [...first]
  let state = fold(examAggregate, events)
  for (let order = 1; order <= count; order++) {
    const item = itemToAnswer(state)
    if (!item) break
    const decided = markedAs(item.questionId, isRight(order), order * 20)(state)
    events.push(...decided)
    state = fold(examAggregate, decided, state)
  }
  return events
}

/** Right about as often as a learner of an ability is on an average item, by a seed. */
const ofAbility = (ability: number, seed: string) => {
  const next = numbersFrom(seed)
  return () => next() / 2 ** 32 < 1 / (1 + Math.exp(-ability))
}
const completedOf = ({ completed }: ExamState) => {
  if (!completed) throw new Error('The exam goes on.')
  return completed
}

describe('starting', () => {
  test('gives the planned first choice, once', () => {
    const [event] = started('national_registry')
    expect(event).toMatchObject({ type: 'ExamStarted', data: { ...planOf('national_registry'), first: { rank: expect.any(Number) } } })
    given(examAggregate, started('national_registry'))
      .when(startExam(planOf('module'), pool))
      .emits([])
  })

  test('is refused if there is nothing to give', () => {
    given(examAggregate, [])
      .when(startExam(planOf('module'), preparePool([])))
      .refuses('examPoolTooSmall')
  })
})

describe('answering', () => {
  const first = started('module')
  const item = itemToAnswer(fold(examAggregate, first))
  const questionId = item?.questionId ?? ''

  test('accepts one answer to the given item, with its consequences', () => {
    const state = fold(examAggregate, first)
    const [answered, ...others] = markedAs(questionId, true, 15.2)(state)
    expect(others).toEqual([])
    expect(answered).toMatchObject({
      type: 'ExamAnswered',
      data: { questionId, order: 1, isCorrect: true, isScored: true, answeredAt: secondsAfter(15.2), timeSpentSeconds: 16 },
    })
    const after = fold(examAggregate, [...first, answered as ExamEvent])
    expect(itemsOf(after).length).toBeGreaterThan(1)
    expect(itemToAnswer(after)?.questionId).toBe(itemsOf(after)[1]?.questionId)
  })

  test('again changes nothing, even after the exam has ended', () => {
    given(
      examAggregate,
      sat(first, () => true, 1),
    )
      .when(markedAs(questionId, false, 40))
      .emits([])
    given(
      examAggregate,
      sat(first, () => true),
    )
      .when(markedAs(questionId, false, 2_000))
      .emits([])
  })

  test('is refused for any other item, and without a running exam', () => {
    const other = pool.items.find((one) => one.questionId !== questionId)?.questionId ?? ''
    given(examAggregate, first)
      .when(markedAs(other, true, 20))
      .refuses('questionNotFound')
    given(examAggregate, [])
      .when(markedAs(questionId, true, 20))
      .refuses('examNotFound')
    const ended = sat(first, () => true)
    const never = pool.items.find((one) => !itemsOf(fold(examAggregate, ended)).some((given) => given.questionId === one.questionId))
    given(examAggregate, ended)
      .when(markedAs(never?.questionId ?? '', true, 2_000))
      .refuses('examEnded')
  })

  test('counts until the last moment; after that, the exam ends without the answer', () => {
    const { seconds } = planOf('module')
    expect(markedAs(questionId, true, seconds)(fold(examAggregate, first))).toMatchObject([{ type: 'ExamAnswered' }])
    const late = markedAs(questionId, true, seconds + 0.001)(fold(examAggregate, first))
    expect(late).toMatchObject([{ type: 'ExamCompleted', data: { endedBy: 'timeout', answered: 0, answers: [], score: 0 } }])
  })
})

describe('the clock', () => {
  const three = sat(started('module'), () => true, 3)
  const complete = (seconds: number) => completeExam({ now: secondsAfter(seconds), date })
  const { seconds } = planOf('module')

  test('ends an exam once its time is up, and not before', () => {
    given(examAggregate, []).when(complete(seconds)).refuses('examNotFound')
    given(examAggregate, three)
      .when(complete(seconds - 0.001))
      .refuses('examTimeLeft')
    const ended = complete(seconds)(fold(examAggregate, three))
    expect(ended).toMatchObject([
      { data: { endedBy: 'timeout', outcome: 'undetermined', passedAt95Confidence: false, answered: 3, correct: 3 } },
    ])
    given(examAggregate, [...three, ...ended])
      .when(complete(seconds + 60))
      .emits([])
    expect([
      goesOn(fold(examAggregate, three), secondsAfter(seconds - 1)),
      goesOn(fold(examAggregate, three), secondsAfter(seconds)),
    ]).toEqual([true, false])
    expect(goesOn(fold(examAggregate, [...three, ...ended]), noon)).toBe(false)
    expect(deadlineOf(planOf('module'))).toBe(secondsAfter(3_600))
  })

  test('items missing from the shortest exam count as wrong, so three answers cannot pass', () => {
    const [ended] = complete(seconds)(fold(examAggregate, three))
    const full = scoreOf(fold(examAggregate, three).answers[2]?.ability ?? 0, CUT)
    expect(full).toBeGreaterThan(PASSING_SCORE)
    expect(ended).toMatchObject({ data: { score: Math.floor((full * 3) / 20) } })
  })
})

describe('giving up', () => {
  const three = sat(started('module'), () => true, 3)
  const { seconds } = planOf('module')
  const giveUp = (after: number) => giveUpExam({ now: secondsAfter(after), date })
  const [givenUp] = giveUp(100)(fold(examAggregate, three))

  test('ends an exam once, without a score, and keeps what was shown', () => {
    const seen = itemsOf(fold(examAggregate, three))
      .slice(0, 4)
      .map(({ questionId }) => questionId)
    expect(givenUp).toMatchObject({ type: 'ExamGivenUp', data: { answered: 3, seen: seen.map((questionId) => ({ questionId })) } })
    const after = [...three, givenUp as ExamEvent]
    given(examAggregate, after).when(giveUp(200)).emits([])
    given(examAggregate, after)
      .when(markedAs(seen[3] ?? '', true, 200))
      .refuses('examEnded')
    given(examAggregate, after)
      .when(completeExam({ now: secondsAfter(seconds), date }))
      .emits([])
    expect([itemToAnswer(fold(examAggregate, after)), goesOn(fold(examAggregate, after), noon)]).toEqual([null, false])
    expect(replayExam(after, pool, ({ isCorrect }) => isCorrect)).toEqual({ facts: after.length, differences: [] })
  })

  test('is refused without an exam or after its completion, and completes one whose time is up', () => {
    given(examAggregate, []).when(giveUp(100)).refuses('examNotFound')
    given(
      examAggregate,
      sat(started('module'), () => true),
    )
      .when(giveUp(2_000))
      .refuses('examEnded')
    expect(giveUp(seconds)(fold(examAggregate, three))).toMatchObject([
      { type: 'ExamCompleted', data: { endedBy: 'timeout', answered: 3 } },
    ])
  })
})

describe('whatever is answered', () => {
  const anExam = fc.record({
    blueprint: fc.constantFrom(...blueprintNames),
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    ability: fc.double({ min: -3, max: 3, noNaN: true }),
  })

  test('an exam stays within its length limits, repeats nothing, and has an outcome', () => {
    fc.assert(
      fc.property(anExam, ({ blueprint, seed, ability }) => {
        const state = fold(examAggregate, sat(started(blueprint, seed), ofAbility(ability, seed)))
        const completed = completedOf(state)
        const { minItems, maxItems, stopping, pilots } = blueprints[blueprint]
        expect(state.answers.length).toBeGreaterThanOrEqual(minItems)
        expect(state.answers.length).toBeLessThanOrEqual(maxItems)
        expect(new Set(state.answers.map(({ questionId }) => questionId)).size).toBe(state.answers.length)
        expect(itemsOf(state)).toHaveLength(state.answers.length)
        expect(completed).toMatchObject({ answered: state.answers.length, scored: state.answers.length - pilots })
        expect(completed.answers.map(({ order }) => order)).toEqual(state.answers.map((_, index) => index + 1))
        expect(completed.correct).toBe(state.answers.filter(({ isCorrect, isScored }) => isCorrect && isScored).length)
        if (stopping === 'confidence') expect(completed.endedBy).not.toBe('curtailment')
        const outcome = outcomeOf(completed, CUT)
        if (completed.endedBy === 'confidence') expect(completed.outcome).not.toBe('undetermined')
        if (completed.endedBy === 'curtailment') expect(completed).toMatchObject({ outcome: 'undetermined', passedAt95Confidence: false })
        expect(completed).toMatchObject({ outcome, passedAt95Confidence: outcome === 'pass', score: scoreOf(completed.ability, CUT) })
        if (outcome === 'pass') expect(completed.score).toBeGreaterThanOrEqual(PASSING_SCORE)
        if (outcome === 'fail') expect(completed.score).toBeLessThan(PASSING_SCORE)
      }),
      { numRuns: 150 },
    )
  })

  test('replaying 1,000 exams gives the same facts, byte for byte', () => {
    const names = blueprintNames.filter((name) => !name.startsWith('national'))
    for (let n = 0; n < 1_000; n++) {
      // One in ten is long, and one in seven is abandoned and ended by its clock.
      const blueprint = n % 10 === 0 ? (blueprintNames[n % 20 === 0 ? 0 : 1] ?? 'module') : (names[1 + (n % 2)] ?? 'module')
      const isLeft = n % 7 === 0
      const events = sat(started(blueprint, `exam ${n}`), ofAbility((n % 9) / 2 - 2, `${n}`), isLeft ? n % 15 : undefined)
      if (isLeft) events.push(...completeExam({ now: secondsAfter(100_000), date })(fold(examAggregate, events)))
      const fromLog = JSON.parse(JSON.stringify(events)) as ExamEvent[]
      expect(replayExam(fromLog, pool, ({ isCorrect }) => isCorrect)).toEqual({ facts: events.length, differences: [] })
    }
  })
})

describe('deciding again', () => {
  const events = sat(started('weak_areas'), (order) => order % 3 > 0)

  test('says which fact differs, and in which field', () => {
    const forged = events.map(
      (event, index): ExamEvent =>
        index === 4 && event.type === 'ExamAnswered' ? { ...event, data: { ...event.data, ability: 3 } } : event,
    )
    const { ability } = fold(examAggregate, events).answers[3] ?? {}
    expect(replayExam(forged, pool, ({ isCorrect }) => isCorrect).differences).toEqual([
      { fact: 5, type: 'ExamAnswered', field: 'ability', recorded: 3, repeated: ability },
    ])
  })

  test('notices a changed mark, an early end, and a different pool', () => {
    const last = fold(examAggregate, events).answers.at(-1)
    const marks = replayExam(events, pool, ({ isCorrect, order }) => (order === 1 ? !isCorrect : isCorrect))
    expect(marks.differences).toContainEqual({ fact: 2, type: 'ExamAnswered', field: 'isCorrect', recorded: true, repeated: false })
    expect(marks.differences.every(({ fact }) => fact === 2)).toBe(true)
    const early = [...events.slice(0, 6), ...events.slice(-1)]
    expect(replayExam(early, pool, ({ isCorrect }) => isCorrect).differences.map(({ fact }) => fact)).toContain(7)
    const harder = preparePool(pool.items.map((item) => ({ ...item, difficulty: item.difficulty + 1 })))
    expect(replayExam(events, harder, ({ isCorrect }) => isCorrect).differences.length).toBeGreaterThan(last?.order ?? 0)
  })
})
