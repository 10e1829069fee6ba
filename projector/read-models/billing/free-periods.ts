import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { defineReadModel, table, typed } from '../definition.ts'

export const freePeriods = defineReadModel({
  name: 'billing/free-periods',
  version: 1,
  tables: {
    free_periods: table({
      key: ['user_id', 'tier'],
      columns: { user_id: 'uuid', tier: typed<PaidTier>('text'), until: 'timestamptz' },
      indexes: ['(until)'],
    }),
  },
  on: {
    FreePeriodGranted: ({ data: { userId, tier, until } }, { free_periods }) => free_periods.set({ user_id: userId, tier, until }),
    FreePeriodEnded: ({ data: { userId, tier } }, { free_periods }) => free_periods.delete({ user_id: userId, tier }),
  },
})
