import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { LEAST_OF_A_GROUP } from './differential-functioning.ts'

/**
 * `calibration-<day>`: what the answers of learners tell of the items, as it was computed at the night of that day.
 * Exams pin the calibration that their difficulties are of. Nothing in it tells of a person.
 */

/** The most items of one event, and of one append, which the log takes with all comparisons that an item can have. */
export const MOST_CALIBRATED_AN_EVENT = 150

/** Learners of like ability, and how many of them gave the item's right answer. */
export const ObservedPoint = z.object({
  /** Their mean, in logits, told without this item. */
  ability: z.number(),
  answers: z.int().min(1),
  right: z.int().min(0),
})
export type ObservedPoint = z.infer<typeof ObservedPoint>

/** What learners may tell, by which groups of them are compared. */
const groupings = ['first_language', 'paramedic_program'] as const

/** Two groups of learners, each with 100 answers or more, compared with others who are as able. */
export const GroupComparison = z.object({
  by: z.enum(groupings),
  /** A first language, or the name of a program. */
  focal: z.string(),
  /** Null for all others who told theirs. */
  reference: z.string().nullable(),
  focalAnswers: z.int().min(LEAST_OF_A_GROUP),
  referenceAnswers: z.int().min(LEAST_OF_A_GROUP),
  /** On the delta scale of the Educational Testing Service: below 0 the item is harder for the focal group. */
  delta: z.number(),
  standardError: z.number().positive(),
  p: z.number().min(0).max(1),
  /** Negligible, slight to moderate, moderate to large. */
  class: z.enum(['A', 'B', 'C']),
})
export type GroupComparison = z.infer<typeof GroupComparison>

export const CalibratedItem = z.object({
  questionId: z.uuid(),
  questionVersion: z.int().min(1),
  /** In logits; the mean ability of those who answered is 0. */
  difficulty: z.number(),
  /** 1 until it has 500 first answers. */
  discrimination: z.number().positive(),
  /** Of the difficulty. */
  standardError: z.number().positive(),
  /** First answers, each of another learner. */
  answers: z.int().min(1),
  /** Mean squares of what is unexpected in the answers: 1 where they are as random as the model says. */
  infit: z.number().min(0),
  outfit: z.number().min(0),
  /** Correlation of right answers with ability, told without this item; null where one of both is always the same. */
  pointBiserial: z.number().min(-1).max(1).nullable(),
  /** From the least able to the most. */
  observed: z.array(ObservedPoint),
  comparisons: z.array(GroupComparison),
})
export type CalibratedItem = z.infer<typeof CalibratedItem>

export const ItemsCalibrated = defineEvent('ItemsCalibrated', {
  /** Derived from the results, so that equal results have the same ID. */
  calibrationId: z.uuid(),
  /** UTC */
  on: z.iso.date(),
  part: z.int().min(1),
  of: z.int().min(1),
  /** All that the calibration rests on. */
  answers: z.int().min(1),
  learners: z.int().min(1),
  /** By how much items are harder for these learners than priors say; to be expected of those without answers too. */
  shift: z.number(),
  /** In the order of their ids. */
  items: z.array(CalibratedItem).min(1).max(MOST_CALIBRATED_AN_EVENT),
})

export const calibrationEvents = [ItemsCalibrated] as const
export type CalibrationEvent = EventOf<(typeof calibrationEvents)[number]>
type Calibrated = CalibrationEvent['data']

export interface CalibrationState {
  /** The one that was begun last. */
  readonly calibrationId: string | null
  /** How many parts are there, and how many there will be; 0 before the first. */
  readonly parts: number
  readonly of: number
}

export const calibration: Aggregate<CalibrationState, CalibrationEvent> = {
  category: 'calibration',
  initial: { calibrationId: null, parts: 0, of: 0 },
  evolve: (_, { data: { calibrationId, part, of } }) => ({ calibrationId, parts: part, of }),
}

/** Whether a calibration was begun and is not ended. */
export const isUnfinished = ({ parts, of }: CalibrationState): boolean => parts < of

/**
 * Records one part, each once and in their order; once a day. In the place of a calibration that was not ended another
 * may begin, when answers have come in since: its parts are never mixed with those of the other.
 */
export const recordCalibration =
  (part: Calibrated): Decide<CalibrationState, CalibrationEvent> =>
  (state) => {
    if (state.of > 0 && !isUnfinished(state)) return []
    const next = part.calibrationId === state.calibrationId ? state.parts + 1 : 1
    return part.part === next ? [{ type: 'ItemsCalibrated', data: part }] : []
  }

/** The parts that a calibration is recorded in. */
export function partsOf(run: Omit<Calibrated, 'part' | 'of'>): Calibrated[] {
  const of = Math.ceil(run.items.length / MOST_CALIBRATED_AN_EVENT)
  return Array.from({ length: of }, (_, index) => ({
    ...run,
    part: index + 1,
    of,
    items: run.items.slice(index * MOST_CALIBRATED_AN_EVENT, (index + 1) * MOST_CALIBRATED_AN_EVENT),
  }))
}
