import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { paidTierNames } from './shown/tiers.ts'

const ofPrice = {
  tier: z.enum(paidTierNames),
  formerAmount: z.int().nullable(),
  amount: z.int(),
  currency: z.string().regex(/^[a-z]{3}$/),
}

export const priceEvents = defineEvents({
  PriceSet: eventWith({ ...ofPrice, /** The provider's. */ priceId: z.string() }),
  /** Replaces an announced price that has not taken effect. */
  PriceAnnounced: eventWith(
    {
      ...ofPrice,
      by: z.uuid(),
      reason: personal(z.string()),
      announcedAt: z.iso.datetime(),
      /** For new subscriptions. Existing ones get PRICE_NOTICE_DAYS from then on. */
      holdsFrom: z.iso.datetime(),
    },
    { personal: { subject: 'by', fields: ['reason'] } },
  ),
})
type PriceEvent = EventOf<(typeof priceEvents)[number]>

export interface PriceState {
  readonly priceId: string | null
  readonly amount: number | null
  readonly announced: { readonly amount: number; readonly holdsFrom: string } | null
}

export const priceAggregate: Aggregate<PriceState, PriceEvent> = {
  category: 'price',
  initial: { priceId: null, amount: null, announced: null },
  evolve: evolveBy({
    PriceSet: (state, { priceId, amount }) => ({ priceId, amount, announced: state.announced?.amount === amount ? null : state.announced }),
    PriceAnnounced: (state, { amount, holdsFrom }) => ({ ...state, announced: amount === state.amount ? null : { amount, holdsFrom } }),
  }),
}

export const setPrice =
  (price: Omit<DataOf<PriceEvent, 'PriceSet'>, 'formerAmount'>): Decide<PriceState, PriceEvent> =>
  ({ priceId, amount }) =>
    priceId === price.priceId ? [] : [{ type: 'PriceSet', data: { ...price, formerAmount: amount } }]

interface Announcement extends Omit<DataOf<PriceEvent, 'PriceAnnounced'>, 'formerAmount' | 'announcedAt'> {
  readonly now: string
}

export const announcePrice =
  ({ now, ...announcement }: Announcement): Decide<PriceState, PriceEvent> =>
  ({ amount, announced }) => {
    const expected = announced ?? { amount, holdsFrom: null }
    const isSame = expected.amount === announcement.amount && (announced === null || announced.holdsFrom === announcement.holdsFrom)
    if (isSame) throw new Rejection('priceUnchanged')
    return [{ type: 'PriceAnnounced', data: { ...announcement, formerAmount: amount, announcedAt: now } }]
  }

export const duePrice = ({ amount, announced }: PriceState, now: string): number | null =>
  announced && now >= announced.holdsFrom && announced.amount !== amount ? announced.amount : null
