import { z } from 'zod'
import { call } from './call.ts'

/** What people meet of the product, each of which can fail by itself. */
export const watchedParts = ['pages', 'answers', 'figures', 'progress', 'mails'] as const
export type WatchedPart = (typeof watchedParts)[number]

export const STATUS_DAYS = 90

export const ServiceStatus = z.object({
  /** What was measured last of each part; none of what was never measured. */
  parts: z.array(
    z.object({
      part: z.enum(watchedParts),
      isUp: z.boolean(),
      since: z.iso.datetime(),
      measuredAt: z.iso.datetime(),
      /** Of the last 90, in UTC, those on which something was measured: how often, and how often it was up. */
      days: z.array(z.object({ date: z.iso.date(), measured: z.int(), up: z.int() })),
    }),
  ),
  /** Of the last 90 days, the latest first, at most 50. `until` is null while it goes on. */
  outages: z.array(z.object({ part: z.enum(watchedParts), from: z.iso.datetime(), until: z.iso.datetime().nullable() })),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const statusCalls = {
  'GET /api/status': call({
    summary: 'The status of the parts of the product, now and over the last 90 days.',
    access: 'visitor',
    service: 'read-api',
    response: ServiceStatus,
    errors: [],
    example: {},
  }),
} as const
