import { z } from 'zod'
import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS, type ScenarioPart } from './content/content.ts'
import { moduleNames } from './shown/modules.ts'

/** Why a question was chosen, recorded with its delivery. For a set, on its first part. */

export const causes = [
  /** From the learner's weakest module. */
  'new_weakest',
  /** From a module without answers. */
  'new_unstudied',
  'new',
  'due',
  /** Revised with its guideline since the last answer. */
  'changed',
  'missed',
  'flagged',
  /** Right with confidence 1 or 2. */
  'guessed',
  'slow',
  'quiz',
  'same_topic',
  'plan',
  'longest_unseen',
] as const
export type SelectionCause = (typeof causes)[number]

export const SelectionReason = z.object({
  cause: z.enum(causes),
  lastSeen: z.iso.date().nullable(),
  /** Predicted recall, 0 to 1; null without a card. */
  recall: z.number().min(0).max(1).nullable(),
  missed: z.int().min(0),
})
export type SelectionReason = z.infer<typeof SelectionReason>

export const because = (cause: SelectionCause): SelectionReason => ({ cause, lastSeen: null, recall: null, missed: 0 })

export const givenQuestion = { questionId: z.uuid(), questionVersion: z.int().min(1), module: z.enum(moduleNames) }

export const PlaceInSet = z.object({
  id: z.string(),
  part: z.int().min(1).max(MAX_SCENARIO_PARTS),
  of: z.int().min(MIN_SCENARIO_PARTS).max(MAX_SCENARIO_PARTS),
})
export type PlaceInSet = z.infer<typeof PlaceInSet>

export const placeInSet = ({ scenario }: { readonly scenario: ScenarioPart | null }): PlaceInSet | null =>
  scenario && { id: scenario.set, part: scenario.part, of: scenario.of }

export const DeliveredQuestion = z.object({
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  /** Seed of the shown order; null for the authored order. */
  shuffle: z.int().min(0).nullable(),
  /** Null if unknown, or if it was answered without being drawn. */
  why: SelectionReason.nullable(),
})
export type DeliveredQuestion = z.infer<typeof DeliveredQuestion>

export const asItStands = { shuffle: null, why: null } as const

/** Delivered as a whole or not at all: a question, or all parts of a set in order. */
export type Portion = readonly DeliveredQuestion[]

/** Leaves out sets with missing or repeated parts, since parts are never given alone. */
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
