import { z } from 'zod'
import { visitor } from '../call/call.ts'

const Offered = z.object({
  /** Cents per month, before codes and taxes, for new subscriptions. */
  amount: z.int(),
  currency: z.string(),
  announced: z.object({ amount: z.int(), holdsFrom: z.iso.datetime() }).nullable(),
})

export const OfferedPrices = z.object({ basic: Offered, premium: Offered })
export type OfferedPrices = z.infer<typeof OfferedPrices>

export const priceCalls = {
  'GET /api/prices': visitor.read({
    summary: 'The monthly price of each paid plan and announced changes.',
    response: OfferedPrices,
  }),
} as const
