import { z } from 'zod'
import { visitor } from './call/call.ts'

export const watchedParts = ['pages', 'answers', 'figures', 'progress', 'mails'] as const
export type WatchedPart = (typeof watchedParts)[number]

export const STATUS_DAYS = 90

export const ServiceStatus = z.object({
  parts: z.array(
    z.object({
      part: z.enum(watchedParts),
      isUp: z.boolean(),
      since: z.iso.datetime(),
      measuredAt: z.iso.datetime(),
      /** UTC days with measurements. */
      days: z.array(z.object({ date: z.iso.date(), measured: z.int(), up: z.int() })),
    }),
  ),
  /** Latest first, at most 50; `until` is null while it lasts. */
  outages: z.array(z.object({ part: z.enum(watchedParts), from: z.iso.datetime(), until: z.iso.datetime().nullable() })),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const statusCalls = {
  'GET /api/status': visitor.read({
    summary: 'The status of the parts of the product, now and over the last 90 days.',
    response: ServiceStatus,
  }),
} as const
