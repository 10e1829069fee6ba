import { z } from 'zod'
import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS, type ScenarioPart } from '../questions/content.ts'
import { moduleNames } from './modules.ts'
import { Why } from './why.ts'

/** Questions as they are given: by themselves, or all parts of a set together. */

/** What is given, and answered. */
export const givenQuestion = { questionId: z.uuid(), questionVersion: z.int().min(1), module: z.enum(moduleNames) }

/** The place of a question in the set that it is given with. */
export const PlaceInSet = z.object({
  /** The name of the set, such as `trauma-set-01`. */
  id: z.string(),
  /** Counted from 1. */
  part: z.int().min(1).max(MAX_SCENARIO_PARTS),
  of: z.int().min(MIN_SCENARIO_PARTS).max(MAX_SCENARIO_PARTS),
})
export type PlaceInSet = z.infer<typeof PlaceInSet>

/** Where a question stands that says so of itself. */
export const placeInSet = ({ scenario }: { readonly scenario: ScenarioPart | null }): PlaceInSet | null =>
  scenario && { id: scenario.set, part: scenario.part, of: scenario.of }

export const DeliveredQuestion = z.object({
  ...givenQuestion,
  /** Null for a question that is given by itself. */
  set: PlaceInSet.nullable(),
  /** Seeds the order in which its parts are shown, so that no place is learned; null where they stand in their own. */
  shuffle: z.int().min(0).nullable(),
  /** Null where nothing was noted, and for a question that was answered without having been drawn. */
  why: Why.nullable(),
})
export type DeliveredQuestion = z.infer<typeof DeliveredQuestion>

/** In its own order, for no cause that was noted. */
export const asItStands = { shuffle: null, why: null } as const

/** What is given as a whole or not at all: a question by itself, or all parts of a set in their order. */
export type Portion = readonly DeliveredQuestion[]

/**
 * Groups questions into what is given as a whole, each set where the first of its parts stands. A set of which a part
 * is missing, or stands twice, is left out: its parts are never given by themselves.
 */
export function portionsOf(questions: readonly DeliveredQuestion[]): Portion[] {
  const sets = Map.groupBy(questions, ({ set }) => set?.id)
  return questions.flatMap((question) => {
    if (question.set === null) return [[question]]
    const parts = sets.get(question.set.id) ?? []
    return parts[0] === question && isWhole(parts) ? [parts.toSorted(byPart)] : []
  })
}

const partOf = ({ set }: DeliveredQuestion): number => set?.part ?? 1
const byPart = (one: DeliveredQuestion, other: DeliveredQuestion): number => partOf(one) - partOf(other)
const isWhole = (parts: Portion): boolean =>
  parts.every(({ set }) => set?.of === parts.length) && new Set(parts.map(partOf)).size === parts.length
