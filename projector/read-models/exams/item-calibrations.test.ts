import type { CalibratedItem, CalibrationEvent } from '@medicready/domain/exams/calibration-facts'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { itemCalibrations } from './item-calibrations.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const item = (changes: Partial<CalibratedItem> = {}): CalibratedItem => ({
  questionId: id(1),
  questionVersion: 1,
  difficulty: 0.2,
  discrimination: 1,
  standardError: 0.4,
  answers: 30,
  infit: 1,
  outfit: 1,
  pointBiserial: 0.3,
  observed: [{ ability: 0, answers: 30, right: 14 }],
  comparisons: [],
  ...changes,
})
const calibrated = (night: number, items: CalibratedItem[], part = 1, of = 1): CalibrationEvent => ({
  type: 'ItemsCalibrated',
  data: { calibrationId: id(night), on: `2026-03-0${night}`, part, of, answers: 100 * night, learners: 10, shift: 0.1, items },
})

test('each version of a question has the values of the latest calibration', () =>
  given(itemCalibrations, [
    calibrated(1, [item(), item({ questionVersion: 2, difficulty: -1 })]),
    calibrated(2, [item({ difficulty: 0.5 })]),
  ]).leaves({
    item_calibrations: [
      { question_version: 1, difficulty: 0.5, calibration_id: id(2), calibrated_on: '2026-03-02' },
      { question_version: 2, difficulty: -1, calibration_id: id(1), calibrated_on: '2026-03-01' },
    ],
    calibrations: [
      { calibration_id: id(1), answers: 100, is_whole: true },
      { calibration_id: id(2), answers: 200, is_whole: true },
    ],
  }))

test('a calibration is complete once its last part is recorded', () =>
  given(itemCalibrations, [calibrated(1, [item()], 1, 2)]).leaves({ calibrations: [{ calibration_id: id(1), is_whole: false }] }))

test('an item is later compared with its first well-known difficulty', () =>
  given(itemCalibrations, [
    calibrated(1, [item()]),
    calibrated(2, [item({ answers: 60, standardError: 0.3, difficulty: 0.4 })]),
    calibrated(3, [item({ answers: 200, standardError: 0.15, difficulty: 1 })]),
  ]).leaves({ item_calibrations: [{ difficulty: 1, settled_difficulty: 0.4, settled_standard_error: 0.3 }] }))
