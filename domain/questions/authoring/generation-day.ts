import { z } from 'zod'
import type { Aggregate, Decide } from '../../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, type Upcaster } from '../../core/event.ts'
import { withEntry } from '../../core/growing.ts'
import { moduleNames } from '../shown/modules.ts'
import { bloomsLevels, difficulties } from '../shown/terms.ts'

/** Hot spots are limited to leads: the model cannot know positions in other pictures. */
export const generatedKinds = [
  'multiple_choice',
  'multiple_response',
  'build_list',
  'drag_drop',
  'options_table',
  'hot_spot',
  'fill_in_blank',
] as const
export type GeneratedKind = (typeof generatedKinds)[number]

export const wantedKinds = [...generatedKinds, 'scenario_set'] as const
export type WantedKind = (typeof wantedKinds)[number]

export const GENERATED_SET_PARTS = 3

// `generation-<date>`: one day's (UTC) budget. Calls are reserved before they are made, so no crash exceeds it.

/** Parts of a set are kept or discarded together. */
export const rejectionReasons = [
  'malformed',
  'refused',
  'lint',
  'near_duplicate',
  'blind_reader_disagrees',
  'blind_reader_defends_another',
  /** The key was found from the options without the stem. */
  'guessable_without_stem',
  'call_failed',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

const wanted = {
  module: z.enum(moduleNames),
  subTopic: z.string(),
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
  kind: z.enum(wantedKinds),
}
const attempt = { date: z.iso.date(), attemptId: z.uuid() }

/** Millionths of a US dollar, so that sums are exact. */
const microDollars = z.int().min(0)

/** Version 1 only asked for single choice. */
const ofSingleChoice: Upcaster = (data) => ({ ...data, kind: 'multiple_choice' })

export const generationDayEvents = defineEvents({
  GenerationReserved: eventWith(
    {
      ...attempt,
      ...wanted,
      model: z.string(),
      promptVersion: z.string(),
      /** Upper bounds. */
      calls: z.int().min(1),
      cost: microDollars,
    },
    { upcasters: [ofSingleChoice] },
  ),
  GenerationAccepted: eventWith({
    ...attempt,
    /** Of a set, its first part. */
    questionId: z.uuid(),
    calls: z.int().min(0),
    cost: microDollars,
  }),
  /** A revision of a question passed the checks; an educator decides on it. */
  GenerationProposed: eventWith({ ...attempt, questionId: z.uuid(), calls: z.int().min(0), cost: microDollars }),
  GenerationRejected: eventWith({
    ...attempt,
    reason: z.enum(rejectionReasons),
    calls: z.int().min(0),
    cost: microDollars,
  }),
})
export type GenerationDayEvent = EventOf<(typeof generationDayEvents)[number]>

interface Spending {
  readonly calls: number
  readonly cost: number
  readonly outcome: 'accepted' | 'rejected' | null
}

export interface GenerationDayState {
  /** Reserved amounts; actual spending once settled. */
  readonly attempts: ReadonlyMap<string, Spending>
}

const outcomes = {
  GenerationReserved: null,
  GenerationAccepted: 'accepted',
  GenerationProposed: 'accepted',
  GenerationRejected: 'rejected',
} as const

export const generationDayAggregate: Aggregate<GenerationDayState, GenerationDayEvent> = {
  category: 'generation',
  initial: { attempts: new Map() },
  evolve: (state, { type, data }) => ({
    attempts: withEntry(state.attempts, data.attemptId, { calls: data.calls, cost: data.cost, outcome: outcomes[type] }),
  }),
}

export const spentOn = (state: GenerationDayState): { calls: number; cost: number } => {
  let [calls, cost] = [0, 0]
  for (const attempt of state.attempts.values()) {
    calls += attempt.calls
    cost += attempt.cost
  }
  return { calls, cost }
}

type Reservation = DataOf<GenerationDayEvent, 'GenerationReserved'>

/** Decides nothing if the budget does not allow it. */
export const reserveGeneration =
  (
    command: Reservation & { readonly budget: { readonly calls: number; readonly cost: number } },
  ): Decide<GenerationDayState, GenerationDayEvent> =>
  (state) => {
    const { budget, ...reservation } = command
    if (state.attempts.has(reservation.attemptId)) return []
    const spent = spentOn(state)
    if (spent.calls + reservation.calls > budget.calls || spent.cost + reservation.cost > budget.cost) return []
    return [{ type: 'GenerationReserved', data: reservation }]
  }

export const settleGeneration =
  (settled: Exclude<GenerationDayEvent, { type: 'GenerationReserved' }>): Decide<GenerationDayState, GenerationDayEvent> =>
  (state) => {
    const attempt = state.attempts.get(settled.data.attemptId)
    return attempt?.outcome === null ? [settled] : []
  }
