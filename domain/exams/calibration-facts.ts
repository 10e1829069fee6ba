import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { LEAST_OF_A_GROUP } from './differential-functioning.ts'

// `calibration-<day>`: item statistics of that night, without persons. Exams pin the calibration they use.

/** The most items per event that stay within the append limit, with all possible comparisons. */
export const MOST_CALIBRATED_AN_EVENT = 150

export const ObservedPoint = z.object({
  /** Mean in logits, estimated without this item. */
  ability: z.number(),
  answers: z.int().min(1),
  right: z.int().min(0),
})
export type ObservedPoint = z.infer<typeof ObservedPoint>

const groupings = ['first_language', 'paramedic_program'] as const

/** Two groups with at least 100 answers each, compared at equal ability. */
export const GroupComparison = z.object({
  by: z.enum(groupings),
  focal: z.string(),
  /** Null: all others who stated theirs. */
  reference: z.string().nullable(),
  focalAnswers: z.int().min(LEAST_OF_A_GROUP),
  referenceAnswers: z.int().min(LEAST_OF_A_GROUP),
  /** ETS delta scale: negative means harder for the focal group. */
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
  /** Logits; the respondents' mean ability is 0. */
  difficulty: z.number(),
  /** 1 until it has 500 first answers. */
  discrimination: z.number().positive(),
  standardError: z.number().positive(),
  /** First answers by distinct learners. */
  answers: z.int().min(1),
  /** Mean squares; 1 when answers are as random as the model expects. */
  infit: z.number().min(0),
  outfit: z.number().min(0),
  /** Null when there is no variance. */
  pointBiserial: z.number().min(-1).max(1).nullable(),
  observed: z.array(ObservedPoint),
  comparisons: z.array(GroupComparison),
})
export type CalibratedItem = z.infer<typeof CalibratedItem>

export const calibrationEvents = defineEvents({
  ItemsCalibrated: eventWith({
    /** Derived from the results, so equal results have the same ID. */
    calibrationId: z.uuid(),
    on: z.iso.date(),
    part: z.int().min(1),
    of: z.int().min(1),
    answers: z.int().min(1),
    learners: z.int().min(1),
    /** How much harder items are than their priors say; also applied to items without answers. */
    shift: z.number(),
    items: z.array(CalibratedItem).min(1).max(MOST_CALIBRATED_AN_EVENT),
  }),
})
export type CalibrationEvent = EventOf<(typeof calibrationEvents)[number]>
type Calibrated = CalibrationEvent['data']

export interface CalibrationState {
  readonly calibrationId: string | null
  readonly parts: number
  readonly of: number
}

export const calibrationAggregate: Aggregate<CalibrationState, CalibrationEvent> = {
  category: 'calibration',
  initial: { calibrationId: null, parts: 0, of: 0 },
  evolve: (_, { data: { calibrationId, part, of } }) => ({ calibrationId, parts: part, of }),
}

export const isUnfinished = ({ parts, of }: CalibrationState): boolean => parts < of

/** Each part once, in order. An unfinished calibration may be replaced by a newer one; parts are never mixed. */
export const recordCalibration =
  (part: Calibrated): Decide<CalibrationState, CalibrationEvent> =>
  (state) => {
    if (state.of > 0 && !isUnfinished(state)) return []
    const next = part.calibrationId === state.calibrationId ? state.parts + 1 : 1
    return part.part === next ? [{ type: 'ItemsCalibrated', data: part }] : []
  }

export function partsOf(run: Omit<Calibrated, 'part' | 'of'>): Calibrated[] {
  const of = Math.ceil(run.items.length / MOST_CALIBRATED_AN_EVENT)
  return Array.from({ length: of }, (_, index) => ({
    ...run,
    part: index + 1,
    of,
    items: run.items.slice(index * MOST_CALIBRATED_AN_EVENT, (index + 1) * MOST_CALIBRATED_AN_EVENT),
  }))
}
