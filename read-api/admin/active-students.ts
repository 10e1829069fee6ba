import type { CalendarDay } from '@medicready/domain/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'

/** How many students had answered in the 14 days up to one: the sum of all changes of that count. */
export async function activeOn(sql: Sql, day: CalendarDay): Promise<number> {
  const [row] = await sql<{ active: number }[]>`
    SELECT coalesce(sum(active_change), 0)::int AS active FROM read.learning_days WHERE day <= ${day}`
  return row?.active ?? 0
}
