import type { FigureFact } from '@medicready/domain/contract/admin/business'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import type { FigureFactRow } from '@medicready/projector/read-models/admin/figure-queries'
import { peopleNames } from '@medicready/projector/read-models/admin/student-queries'
import { defineQuery } from '@medicready/projector/read-models/query'
import { z } from 'zod'

export interface ShownDay {
  readonly day: CalendarDay
  readonly isToday: boolean
  readonly end: string
}

export function shownDay(asOf: CalendarDay | undefined, now: string): ShownDay {
  const today = now.slice(0, 10)
  const day = asOf !== undefined && asOf < today ? asOf : today
  return { day, isToday: day === today, end: `${addDays(day, 1)}T00:00:00.000Z` }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Unknown IDs are names of services. Empty for erased people. */
export const namesOf = defineQuery([peopleNames], async (sql, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> => {
  const people = [...new Set(ids)].filter((id) => id !== null && uuid.test(id)) as string[]
  const rows = people.length === 0 ? [] : await peopleNames(sql, people)
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
})

export const actorIn = (names: ReadonlyMap<string, string>, actorId: string): string =>
  names.get(actorId) ?? (uuid.test(actorId) ? '' : actorId)

export const FactKey = z.tuple([z.iso.datetime(), z.uuid(), z.int()])
export const factKey = ({ at, id, place }: FigureFactRow): z.infer<typeof FactKey> => [at, id, place]

export const toFact = ({ place, user_id: userId, ...fact }: FigureFactRow, names: ReadonlyMap<string, string>): FigureFact => ({
  ...fact,
  id: place === 0 ? fact.id : `${fact.id}/${place}`,
  group: fact.grouped_by,
  userId,
  name: userId === null ? '' : (names.get(userId) ?? ''),
})

/** Replanned for the given values: the best plan depends on how many rows match the filters. */
export const plannedAnew = <Row extends object>(sql: Sql, statement: Query<Row[]>): Promise<readonly Row[]> =>
  inTransaction(
    sql,
    async (tx) => {
      await tx`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`
      return tx<Row[]>`${statement}`
    },
    'read only',
  )
