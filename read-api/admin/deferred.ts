import { deferredAfter } from '@medicready/domain/admin/deferral'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { figuresTables } from '@medicready/projector/read-models/admin/figures-tables'
import type { RowOf } from '@medicready/projector/read-models/definition'

/** No payment is for more days than this. */
export const LONGEST_PERIOD_DAYS = 400

type SpanRow = Omit<RowOf<typeof figuresTables.deferral_spans>, 'span' | 'day'>

/** What was paid for days after the one that is shown, by tier, in cents. */
export async function deferredOn(sql: Sql, day: CalendarDay): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<SpanRow[]>`
    SELECT starts, until, tier, amount, sum(count)::int AS count FROM read.deferral_spans
    WHERE until > ${day} AND until <= ${addDays(day, LONGEST_PERIOD_DAYS)} AND day <= ${day} GROUP BY starts, until, tier, amount`
  const sums = new Map<string, number>()
  for (const { tier, count, ...deferral } of rows) sums.set(tier, (sums.get(tier) ?? 0) + count * deferredAfter(deferral, day))
  return sums
}
