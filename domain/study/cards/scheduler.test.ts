import { describe, expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { ratingOf } from '../grade.ts'
import { DEFAULT_PARAMETERS, defaultModel, MemoryModel } from './memory.ts'
import { firstHeldOut, fitScheduler, logLossOf, type ReviewHistory, type SchedulerEvent, schedulerAggregate } from './scheduler.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const fitted = DEFAULT_PARAMETERS.map((parameter) => parameter * 1.1)
const better = { fitted: 0.3, before: 0.35 }
const worse = { fitted: 0.36, before: 0.35 }
const fact = (parameters: readonly number[], isKept: boolean, reviews: number, logLoss = better): SchedulerEvent => ({
  type: 'SchedulerFitted',
  data: { userId, parameters: [...parameters], isKept, reviews, logLoss },
})

describe('a fit', () => {
  const fit = (reviews: number, logLoss = better) => fitScheduler({ userId, fitted, reviews, logLoss })

  test('is kept if it predicts the held-out reviews better', () => {
    given(schedulerAggregate, [])
      .when(fit(400))
      .emits([fact(fitted, true, 400)])
    given(schedulerAggregate, [])
      .when(fit(400, worse))
      .emits([fact(DEFAULT_PARAMETERS, false, 400, worse)])
    given(schedulerAggregate, [fact(fitted, true, 400)])
      .when(fitScheduler({ userId, fitted: [...DEFAULT_PARAMETERS], reviews: 600, logLoss: worse }))
      .emits([fact(fitted, false, 600, worse)])
  })

  test('happens from 400 reviews on, and again after 200 more', () => {
    given(schedulerAggregate, []).when(fit(399)).emits([])
    given(schedulerAggregate, [fact(fitted, true, 400)])
      .when(fit(599))
      .emits([])
  })
})

test('the latest fifth of the reviews is held out', () => {
  const on = (day: number) => ({ on: `2026-03-${String(day).padStart(2, '0')}`, grade: 'good', elapsedDays: 1 }) as const
  expect(
    firstHeldOut([
      [on(1), on(2), on(3), on(4)],
      [on(5), on(6), on(7), on(8), on(9), on(10)],
    ]),
  ).toBe('2026-03-09')
  expect(firstHeldOut([])).toBe('')
})

test('a model with good predictions has a lower loss', () => {
  const history = (grade: 'good' | 'again'): ReviewHistory => [
    { on: '2026-03-01', grade: 'good', elapsedDays: 0 },
    { on: '2026-03-03', grade, elapsedDays: 2 },
  ]
  // After two days nine in ten know it, by FSRS-6's defaults.
  expect(logLossOf([history('good')], defaultModel, '2026-03-01')).toBeCloseTo(-Math.log(0.9), 1)
  expect(logLossOf([history('again')], defaultModel, '2026-03-01')).toBeCloseTo(-Math.log(0.1), 0)
  expect(logLossOf([history('good')], defaultModel, '2026-03-04')).toBe(0)
  const [again, hard, , ...others] = DEFAULT_PARAMETERS
  const forgetful = new MemoryModel([again ?? 0, hard ?? 0, 0.5, ...others])
  expect(logLossOf([history('again')], forgetful, '2026-03-01')).toBeLessThan(logLossOf([history('again')], defaultModel, '2026-03-01'))
})

test('grades are counted as FSRS does', () => {
  expect((['again', 'hard', 'good', 'easy'] as const).map(ratingOf)).toEqual([1, 2, 3, 4])
})
