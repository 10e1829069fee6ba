import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import {
  type CalibratedItem,
  calibrationAggregate,
  isUnfinished,
  MOST_CALIBRATED_AN_EVENT,
  partsOf,
  recordCalibration,
} from './calibration-facts.ts'

const item = (questionVersion: number): CalibratedItem => ({
  questionId: '00000000-0000-4000-8000-000000000001',
  questionVersion,
  difficulty: 0,
  discrimination: 1,
  standardError: 0.3,
  answers: 50,
  infit: 1,
  outfit: 1,
  pointBiserial: 0.2,
  observed: [],
  comparisons: [],
})
const another = '00000000-0000-4000-8000-000000000003'
const run = {
  calibrationId: '00000000-0000-4000-8000-000000000002',
  on: '2026-03-01',
  answers: 500,
  learners: 50,
  shift: 0,
  items: Array.from({ length: 2 * MOST_CALIBRATED_AN_EVENT + 1 }, (_, index) => item(index + 1)),
}

test('a calibration is recorded in parts, none larger than an append may be', () => {
  const parts = partsOf(run)
  expect(parts.map(({ part, of, items }) => [part, of, items.length])).toEqual([
    [1, 3, MOST_CALIBRATED_AN_EVENT],
    [2, 3, MOST_CALIBRATED_AN_EVENT],
    [3, 3, 1],
  ])
  expect(parts.flatMap(({ items }) => items)).toEqual(run.items)
})

test('each part is recorded once, in order, and never mixed with another run', () => {
  const [first, second, third] = partsOf(run)
  if (!first || !second || !third) throw new Error('There are three.')
  const none = calibrationAggregate.initial
  expect(recordCalibration(second)(none)).toEqual([])
  const after = fold(calibrationAggregate, recordCalibration(first)(none))
  expect(recordCalibration(first)(after)).toEqual([])
  expect(recordCalibration({ ...second, calibrationId: another })(after)).toEqual([])
  const afterTwo = fold(calibrationAggregate, [...recordCalibration(first)(none), ...recordCalibration(second)(after)])
  expect(isUnfinished(afterTwo)).toBe(true)
  const whole = calibrationAggregate.evolve(afterTwo, { type: 'ItemsCalibrated', data: third })
  expect(isUnfinished(whole)).toBe(false)
  for (const calibrationId of [run.calibrationId, another]) expect(recordCalibration({ ...first, calibrationId })(whole)).toEqual([])
})

test('a new run replaces an unfinished one, which never continues', () => {
  const [first, second] = partsOf(run)
  if (!first || !second) throw new Error('There are three.')
  const after = fold(calibrationAggregate, [
    ...recordCalibration(first)(calibrationAggregate.initial),
    { type: 'ItemsCalibrated', data: second },
  ])
  const anew = recordCalibration({ ...first, calibrationId: another })(after)
  expect(anew).toMatchObject([{ data: { calibrationId: another, part: 1 } }])
  const [begun] = anew
  if (!begun) throw new Error('It has begun.')
  const now = calibrationAggregate.evolve(after, begun)
  expect(recordCalibration(second)(now)).toEqual([])
  expect(recordCalibration({ ...second, calibrationId: another })(now)).toHaveLength(1)
})
