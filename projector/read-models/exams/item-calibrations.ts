import type { GroupComparison, ObservedPoint } from '@medicready/domain/exams/calibration-facts'
import { isSettled } from '@medicready/domain/questions/drift'
import { defineReadModel, rowFrom, table, typed } from '../definition.ts'

const calibratedItems = table({
  key: ['question_id', 'question_version'],
  columns: {
    question_id: 'uuid',
    question_version: 'integer',
    difficulty: 'double precision',
    discrimination: 'double precision',
    standard_error: 'double precision',
    answers: 'integer',
    infit: 'double precision',
    outfit: 'double precision',
    point_biserial: 'double precision?',
    observed: typed<readonly ObservedPoint[]>('coded jsonb'),
    comparisons: typed<readonly GroupComparison[]>('coded jsonb'),
    calibration_id: 'uuid',
    calibrated_on: 'date',
    settled_difficulty: 'double precision?',
    settled_standard_error: 'double precision?',
  },
})

const calibrations = table({
  key: ['calibration_id'],
  columns: {
    calibration_id: 'uuid',
    calibrated_on: 'date',
    answers: 'integer',
    learners: 'integer',
    shift: 'double precision',
    is_whole: 'boolean',
  },
})

export const itemCalibrations = defineReadModel({
  name: 'exams/item-calibrations',
  version: 2,
  tables: { item_calibrations: calibratedItems, calibrations },
  on: {
    ItemsCalibrated: ({ data }, { item_calibrations, calibrations }) => {
      const { calibrationId: calibration_id, on: calibrated_on, part, of, answers, learners, shift, items } = data
      calibrations.set({ calibration_id, calibrated_on, answers, learners, shift, is_whole: part === of })
      for (const item of items) {
        const { questionId: question_id, questionVersion: question_version, difficulty, standardError } = item
        const before = item_calibrations.get({ question_id, question_version })
        const settled = before?.settled_difficulty != null ? before : null
        const settlesNow = settled === null && isSettled(item)
        item_calibrations.set(
          rowFrom(calibratedItems, item, {
            calibration_id,
            calibrated_on,
            settled_difficulty: settlesNow ? difficulty : (settled?.settled_difficulty ?? null),
            settled_standard_error: settlesNow ? standardError : (settled?.settled_standard_error ?? null),
          }),
        )
      }
    },
  },
})
