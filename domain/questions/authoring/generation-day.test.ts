import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../../core/decider.ts'
import { type GenerationDayEvent, generationDayAggregate, reserveGeneration, settleGeneration, spentOn } from './generation-day.ts'

const date = '2026-03-01'
const attemptId = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const budget = { calls: 10, cost: 1_000 }

const reservation = (command: { attemptId?: string; calls?: number; cost?: number } = {}) => ({
  date,
  attemptId,
  module: 'Trauma' as const,
  subTopic: 'Burns',
  difficulty: 'easy' as const,
  bloomsLevel: 'apply' as const,
  kind: 'multiple_choice' as const,
  model: 'a model',
  promptVersion: '1',
  calls: 6,
  cost: 400,
  ...command,
})
const reserved = (command = {}): GenerationDayEvent => ({ type: 'GenerationReserved', data: reservation(command) })
const accepted = (spent = { calls: 2, cost: 100 }, of = attemptId) =>
  ({ type: 'GenerationAccepted', data: { date, attemptId: of, questionId: other, ...spent } }) as const
const rejected = (spent = { calls: 1, cost: 50 }, of = attemptId) =>
  ({ type: 'GenerationRejected', data: { date, attemptId: of, reason: 'lint', ...spent } }) as const
const state = (...events: GenerationDayEvent[]) => fold(generationDayAggregate, events)

describe('reserving', () => {
  test('reserves what is left of the budget', () => {
    expect(reserveGeneration({ ...reservation(), budget })(state())).toEqual([reserved()])
  })

  test('can use up the budget exactly', () => {
    const command = { ...reservation({ attemptId: other, calls: 4, cost: 600 }), budget }
    expect(reserveGeneration(command)(state(reserved()))).toHaveLength(1)
  })

  test.each([
    { calls: 5, cost: 0 },
    { calls: 1, cost: 601 },
  ])('refuses one more call or one more millionth of a dollar: %j', (more) => {
    expect(reserveGeneration({ ...reservation({ attemptId: other, ...more }), budget })(state(reserved()))).toEqual([])
  })

  test('reserves for a set like for a question', () => {
    const command = { ...reservation({ calls: 10 }), kind: 'scenario_set' as const }
    expect(reserveGeneration({ ...command, budget })(state())).toEqual([{ type: 'GenerationReserved', data: command }])
  })

  test('reserves once per attempt', () => {
    expect(reserveGeneration({ ...reservation({ calls: 1, cost: 0 }), budget })(state(reserved()))).toEqual([])
  })

  test('a budget of zero allows nothing', () => {
    expect(reserveGeneration({ ...reservation(), budget: { calls: 0, cost: 0 } })(state())).toEqual([])
  })
})

describe('settling', () => {
  test('replaces the reserved amount with the spent one', () => {
    const settled = settleGeneration(accepted())(state(reserved()))
    expect(settled).toEqual([accepted()])
    expect(spentOn(state(reserved(), ...settled))).toEqual({ calls: 2, cost: 100 })
  })

  test('releases what was not needed', () => {
    const command = { ...reservation({ attemptId: other, calls: 8, cost: 900 }), budget }
    expect(reserveGeneration(command)(state(reserved()))).toEqual([])
    expect(reserveGeneration(command)(state(reserved(), accepted()))).toHaveLength(1)
  })

  test('happens once: the first outcome stands', () => {
    expect(settleGeneration(rejected())(state(reserved(), accepted()))).toEqual([])
    expect(settleGeneration(accepted())(state(reserved(), rejected()))).toEqual([])
  })

  test('needs a reservation', () => {
    expect(settleGeneration(accepted())(state())).toEqual([])
  })
})

test('a day never exceeds its budget, whatever is reserved, settled, repeated, or interrupted', () => {
  const ids = Array.from({ length: 6 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)
  const spending = fc.record({ calls: fc.integer({ min: 1, max: 6 }), cost: fc.integer({ min: 0, max: 500 }) })
  const steps = fc.array(
    fc.record({ of: fc.constantFrom(...ids), spending, part: fc.double({ min: 0, max: 1, noNaN: true }), settles: fc.boolean() }),
  )
  fc.assert(
    fc.property(steps, (sequence) => {
      let events: GenerationDayEvent[] = []
      for (const { of, spending: most, part, settles } of sequence) {
        const now = state(...events)
        const attempt = now.attempts.get(of)
        const spent = { calls: Math.floor((attempt?.calls ?? 0) * part), cost: Math.floor((attempt?.cost ?? 0) * part) }
        const decided = settles
          ? settleGeneration(rejected(spent, of))(now)
          : reserveGeneration({ ...reservation({ attemptId: of, ...most }), budget })(now)
        events = [...events, ...decided]
        const { calls, cost } = spentOn(state(...events))
        expect(calls).toBeLessThanOrEqual(budget.calls)
        expect(cost).toBeLessThanOrEqual(budget.cost)
      }
    }),
  )
})
