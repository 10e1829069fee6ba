import { z } from 'zod'
import { call } from '../call.ts'

const Offered = z.object({
  /** Of a month, in cents, before codes and taxes, for who buys now. */
  amount: z.int(),
  currency: z.string(),
  /** What it will cost who buys from then on; null where no other price was announced. */
  announced: z.object({ amount: z.int(), holdsFrom: z.iso.datetime() }).nullable(),
})

/** What the paid plans cost. */
export const OfferedPrices = z.object({ basic: Offered, premium: Offered })
export type OfferedPrices = z.infer<typeof OfferedPrices>

export const priceCalls = {
  'GET /api/prices': call({
    summary: 'The monthly price of each paid plan and announced changes.',
    access: 'visitor',
    service: 'read-api',
    response: OfferedPrices,
    errors: [],
    example: {},
  }),
} as const
