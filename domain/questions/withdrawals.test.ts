import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { moduleNames, modules } from './shown/modules.ts'
import { MOST_WITHDRAWN_PERCENT } from './shown/review-rules.ts'
import { admitWithdrawal, releaseWithdrawal, type WithdrawalEvent, withdrawalsAggregate, withdrawalsId } from './withdrawals.ts'

const module = 'Trauma'
const idOf = (n: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`
const withdrawal = (n: number) => ({ module, questionId: idOf(n) }) as const
const admitted = (n: number): WithdrawalEvent => ({ type: 'WithdrawalAdmitted', data: withdrawal(n) })
const released = (n: number): WithdrawalEvent => ({ type: 'WithdrawalReleased', data: withdrawal(n) })
const stopped = (n: number, withdrawn: number, questions: number): WithdrawalEvent => ({
  type: 'WithdrawalsStopped',
  data: { ...withdrawal(n), withdrawn, questions },
})
const admit = (n: number, activeQuestions: number) => admitWithdrawal({ ...withdrawal(n), activeQuestions })

test('withdrawals stop at two percent of a module, including those already withdrawn', () => {
  expect(MOST_WITHDRAWN_PERCENT).toBe(2)
  given(withdrawalsAggregate, [admitted(1)])
    .when(admit(2, 99))
    .emits([admitted(2)])
  given(withdrawalsAggregate, [admitted(1)])
    .when(admit(2, 98))
    .emits([stopped(2, 1, 99)])
  given(withdrawalsAggregate, [admitted(1), admitted(2)])
    .when(admit(3, 147))
    .emits([stopped(3, 2, 149)])
})

test('one question can be withdrawn, however few there are', () => {
  for (const questions of [0, 1, 12])
    given(withdrawalsAggregate, [])
      .when(admit(1, questions))
      .emits([admitted(1)])
  given(withdrawalsAggregate, [admitted(1)])
    .when(admit(2, 11))
    .emits([stopped(2, 1, 12)])
})

test('a question takes one place and releases it', () => {
  given(withdrawalsAggregate, [admitted(1)])
    .when(admit(1, 11))
    .emits([])
  given(withdrawalsAggregate, [admitted(1)])
    .when(releaseWithdrawal(withdrawal(1)))
    .emits([released(1)])
  given(withdrawalsAggregate, [admitted(1), released(1)])
    .when(releaseWithdrawal(withdrawal(1)))
    .emits([])
  given(withdrawalsAggregate, [admitted(1), released(1)])
    .when(admit(2, 11))
    .emits([admitted(2)])
})

test('the stop is reported once, until a place is free or the module grows', () => {
  const standing = [admitted(1), stopped(2, 1, 12)]
  given(withdrawalsAggregate, standing).when(admit(2, 11)).emits([])
  given(withdrawalsAggregate, standing).when(admit(3, 11)).emits([])
  given(withdrawalsAggregate, [...standing, released(1), admitted(3)])
    .when(admit(2, 11))
    .emits([stopped(2, 1, 12)])
  given(withdrawalsAggregate, [...standing, admitted(3)])
    .when(admit(2, 98))
    .emits([stopped(2, 2, 100)])
})

test('no sequence of requests and decisions exceeds the places of a module', () => {
  const step = fc.record({ n: fc.nat(30), isDecided: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.array(step, { maxLength: 80 }), (questions, steps) => {
      const events: WithdrawalEvent[] = []
      for (const { n, isDecided } of steps) {
        const state = fold(withdrawalsAggregate, events)
        const decide = isDecided ? releaseWithdrawal(withdrawal(n)) : admit(n, questions - state.withdrawn.size)
        events.push(...decide(state))
        const { size } = fold(withdrawalsAggregate, events).withdrawn
        expect(size <= 1 || size / questions <= MOST_WITHDRAWN_PERCENT / 100).toBe(true)
      }
    }),
  )
})

test('each module has a stream of its own', () => {
  expect(moduleNames.map(withdrawalsId)).toEqual(modules.map(({ slug }) => slug))
})
