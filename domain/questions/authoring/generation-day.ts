import { z } from 'zod'
import type { Aggregate, Decide } from '../../decider.ts'
import { defineEvent, type EventOf, type Upcaster } from '../../event.ts'
import { withEntry } from '../../growing.ts'
import { moduleNames } from '../../study/modules.ts'
import { bloomsLevels, difficulties } from '../terms.ts'
import { wantedKinds } from './generated-kinds.ts'

/**
 * `generation-<date>`: what was asked of the model on one day (UTC), what it cost, and what became of it. Enforces the
 * daily budget in calls and in money: a call is reserved before it is made, so that a crash can never spend more than
 * the budget.
 */

/** Why a generated question was discarded, or a set: its parts are kept or discarded together. */
export const rejectionReasons = [
  'malformed',
  'refused',
  'lint',
  'near_duplicate',
  'blind_reader_disagrees',
  'blind_reader_defends_another',
  /** The key was found from the parts without the stem. */
  'guessable_without_stem',
  'call_failed',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** What a question, or a set, is wanted for. */
const wanted = {
  module: z.enum(moduleNames),
  subTopic: z.string(),
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
  kind: z.enum(wantedKinds),
}
const attempt = { date: z.iso.date(), attemptId: z.uuid() }

/** Money in millionths of a US dollar, so that sums are exact. */
const microDollars = z.int().min(0)

/** The first versions wanted single choice alone. */
const ofSingleChoice: Upcaster = (data) => ({ ...data, kind: 'multiple_choice' })

export const GenerationReserved = defineEvent(
  'GenerationReserved',
  {
    ...attempt,
    ...wanted,
    model: z.string(),
    promptVersion: z.string(),
    /** At most so many calls and so much money will be spent on it. */
    calls: z.int().min(1),
    cost: microDollars,
  },
  { upcasters: [ofSingleChoice] },
)
export const GenerationAccepted = defineEvent('GenerationAccepted', {
  ...attempt,
  /** Of a set its first part. */
  questionId: z.uuid(),
  calls: z.int().min(0),
  cost: microDollars,
})
export const GenerationRejected = defineEvent('GenerationRejected', {
  ...attempt,
  reason: z.enum(rejectionReasons),
  calls: z.int().min(0),
  cost: microDollars,
})

export const generationDayEvents = [GenerationReserved, GenerationAccepted, GenerationRejected] as const
export type GenerationDayEvent = EventOf<(typeof generationDayEvents)[number]>

interface Spending {
  readonly calls: number
  readonly cost: number
  /** Null while the attempt is not settled. */
  readonly outcome: 'accepted' | 'rejected' | null
}

export interface GenerationDayState {
  /** By attempt: what is reserved, and once it is settled what was spent. */
  readonly attempts: ReadonlyMap<string, Spending>
}

const outcomes = { GenerationReserved: null, GenerationAccepted: 'accepted', GenerationRejected: 'rejected' } as const

export const generationDay: Aggregate<GenerationDayState, GenerationDayEvent> = {
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

type Reservation = EventOf<typeof GenerationReserved>['data']

/** Reserves calls and money for a question or a set; decides nothing when the day's budget no longer holds them. */
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

/** Settles a reservation with what was really spent, once. */
export const settleGeneration =
  (settled: GenerationDayEvent & { type: 'GenerationAccepted' | 'GenerationRejected' }): Decide<GenerationDayState, GenerationDayEvent> =>
  (state) => {
    const attempt = state.attempts.get(settled.data.attemptId)
    return attempt?.outcome === null ? [settled] : []
  }
