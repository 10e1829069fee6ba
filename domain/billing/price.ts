import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { paidTierNames } from './tiers.ts'

/** `price-<tier>`: what a month of a plan costs, and since when it is said. */

/** Who has a plan hears of its new price so many days before it holds for them. */
export const PRICE_NOTICE_DAYS = 30

export const PriceSet = defineEvent('PriceSet', {
  tier: z.enum(paidTierNames),
  /** The provider's. */
  priceId: z.string(),
  /** Null for the first one. */
  formerAmount: z.int().nullable(),
  amount: z.int(),
  currency: z.string().regex(/^[a-z]{3}$/),
})

export const priceEvents = [PriceSet] as const
export type SetPrice = EventOf<typeof PriceSet>['data']

export interface PriceState {
  readonly priceId: string | null
  readonly amount: number | null
}

export const priceAggregate: Aggregate<PriceState, EventOf<typeof PriceSet>> = {
  category: 'price',
  initial: { priceId: null, amount: null },
  evolve: (_state, { data: { priceId, amount } }) => ({ priceId, amount }),
}

/** Says what the payment provider asks for now. */
export const setPrice =
  (price: Omit<SetPrice, 'formerAmount'>): Decide<PriceState, EventOf<typeof PriceSet>> =>
  ({ priceId, amount }) =>
    priceId === price.priceId ? [] : [{ type: 'PriceSet', data: { ...price, formerAmount: amount } }]
