import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { defineReadModel, table, typed } from '../definition.ts'

export const announcedPrices = defineReadModel({
  name: 'billing/announced-prices',
  version: 1,
  tables: {
    announced_prices: table({
      key: ['tier'],
      columns: {
        tier: typed<PaidTier>('text'),
        amount: 'integer?',
        holds_from: 'timestamptz?',
        set_amount: 'integer?',
      },
    }),
  },
  on: {
    PriceSet: ({ data: { tier, amount } }, { announced_prices }) => {
      const before = announced_prices.get({ tier })
      const isThere = before?.amount === amount
      announced_prices.set({
        tier,
        amount: isThere ? null : (before?.amount ?? null),
        holds_from: isThere ? null : (before?.holds_from ?? null),
        set_amount: amount,
      })
    },
    PriceAnnounced: ({ data: { tier, amount, holdsFrom } }, { announced_prices }) => {
      const set_amount = announced_prices.get({ tier })?.set_amount ?? null
      const isThere = amount === set_amount
      announced_prices.set({ tier, amount: isThere ? null : amount, holds_from: isThere ? null : holdsFrom, set_amount })
    },
  },
})
