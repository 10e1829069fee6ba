import type { CalibratedItem, CalibrationEvent } from '@medicready/domain/exams/calibration-facts'
import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/modules'
import type { Chance } from './chance.ts'

const ITEMS_OF_TWO_PARTS = 4
const MOST_ITEMS = 20

export function calibrationOf(
  date: string,
  night: number,
  questions: ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>,
  chance: Chance,
): CalibrationEvent[] {
  const ofModule = (questions.get(chance.pick(moduleNames)) ?? []).slice(0, MOST_ITEMS)
  const items = ofModule
    .map((question) => calibrated(question, night, chance))
    .sort((one, other) => one.questionId.localeCompare(other.questionId))
  const half = items.length < ITEMS_OF_TWO_PARTS ? items.length : Math.ceil(items.length / 2)
  const parts = [items.slice(0, half), items.slice(half)].filter(({ length }) => length > 0)
  const run = { calibrationId: chance.uuid(), on: date, of: parts.length, answers: 60 * (night + 1), learners: 30 + night, shift: 0.1 }
  return parts.map((some, index) => ({ type: 'ItemsCalibrated', data: { ...run, part: index + 1, items: some } }))
}

function calibrated({ questionId, questionVersion }: DeliveredQuestion, night: number, chance: Chance): CalibratedItem {
  const answers = 20 + 15 * night + chance.below(20)
  const right = chance.below(answers)
  const delta = thousandths(4 * chance.number() - 2)
  const compared = {
    by: 'first_language',
    focal: 'spanish',
    reference: 'english',
    focalAnswers: 100 + night,
    referenceAnswers: 300 + night,
    delta,
    standardError: 0.4,
    p: 0.02,
    class: Math.abs(delta) < 1 ? 'A' : Math.abs(delta) < 1.7 ? 'B' : 'C',
  } as const
  return {
    questionId,
    questionVersion,
    difficulty: thousandths(4 * chance.number() - 2),
    discrimination: 1,
    standardError: thousandths(2 / Math.sqrt(answers)),
    answers,
    infit: thousandths(0.7 + 0.6 * chance.number()),
    outfit: thousandths(0.7 + 0.6 * chance.number()),
    pointBiserial: chance.happens(0.1) ? null : thousandths(0.6 * chance.number()),
    observed: [{ ability: 0.1, answers, right }],
    comparisons: chance.happens(0.3) ? [compared] : [],
  }
}

const thousandths = (value: number): number => Math.round(1_000 * value) / 1_000 + 0
