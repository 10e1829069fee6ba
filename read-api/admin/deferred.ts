import { deferredAfter } from '@medicready/domain/admin/deferral'
import type { CalendarDay } from '@medicready/domain/calendar'
import { deferredSpans } from '@medicready/projector/read-models/admin/figure-queries'
import { defineQuery } from '@medicready/projector/read-models/query'

/** What was paid for days after the one that is shown, by tier, in cents. */
export const deferredOn = defineQuery([deferredSpans], async (sql, day: CalendarDay): Promise<ReadonlyMap<string, number>> => {
  const sums = new Map<string, number>()
  for (const { tier, count, ...deferral } of await deferredSpans(sql, day))
    sums.set(tier, (sums.get(tier) ?? 0) + count * deferredAfter(deferral, day))
  return sums
})
