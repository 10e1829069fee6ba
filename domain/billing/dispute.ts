import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { paidTierNames } from './shown/tiers.ts'

// `dispute-<id>`: a chargeback. The bank takes the money at once and returns it if we win; the plan goes on until lost.

export const disputedProducts = [...paidTierNames, 'tutoring'] as const
export const disputeOutcomes = ['won', 'lost', 'closed'] as const

const ofDispute = {
  userId: z.uuid(),
  disputeId: z.string(),
  product: z.enum(disputedProducts),
  amount: z.int(),
  currency: z.string(),
  at: z.iso.datetime(),
}

export const disputeEvents = defineEvents({
  DisputeOpened: eventWith({
    ...ofDispute,
    subscriptionId: z.string().nullable(),
    requestId: z.uuid().nullable(),
    /** In the payment provider's terms, such as `fraudulent`. */
    reason: z.string(),
    respondBy: z.iso.datetime().nullable(),
  }),
  /** Negative when money came back. */
  DisputeMoneyMoved: eventWith(ofDispute),
  /** `closed`: the bank had only made an inquiry. */
  DisputeClosed: eventWith({
    ...ofDispute,
    subscriptionId: z.string().nullable(),
    outcome: z.enum(disputeOutcomes),
  }),
})
type DisputeEvent = EventOf<(typeof disputeEvents)[number]>

export interface DisputeSnapshot extends Omit<DataOf<DisputeEvent, 'DisputeOpened'>, 'at'> {
  readonly openedAt: string
  readonly withdrawn: number
  readonly outcome: (typeof disputeOutcomes)[number] | null
}

export interface DisputeState {
  readonly isOpened: boolean
  readonly requestId: string | null
  readonly withdrawn: number
  readonly isClosed: boolean
}

export const disputeAggregate: Aggregate<DisputeState, DisputeEvent> = {
  category: 'dispute',
  initial: { isOpened: false, requestId: null, withdrawn: 0, isClosed: false },
  evolve: evolveBy({
    DisputeOpened: (state, { requestId }) => ({ ...state, isOpened: true, requestId }),
    DisputeMoneyMoved: (state, { amount }) => ({ ...state, withdrawn: state.withdrawn + amount }),
    DisputeClosed: (state) => ({ ...state, isClosed: true }),
  }),
}

export const observeDispute =
  ({ now, snapshot }: { readonly now: string; readonly snapshot: DisputeSnapshot }): Decide<DisputeState, DisputeEvent> =>
  (state) => {
    const { openedAt, withdrawn, outcome, subscriptionId, requestId, reason, respondBy, ...common } = snapshot
    const facts: DisputeEvent[] = []
    if (!state.isOpened)
      facts.push({ type: 'DisputeOpened', data: { ...common, at: openedAt, subscriptionId, requestId, reason, respondBy } })
    const moved = withdrawn - state.withdrawn
    if (moved !== 0) facts.push({ type: 'DisputeMoneyMoved', data: { ...common, amount: moved, at: now } })
    if (outcome !== null && !state.isClosed) facts.push({ type: 'DisputeClosed', data: { ...common, at: now, subscriptionId, outcome } })
    return facts
  }
