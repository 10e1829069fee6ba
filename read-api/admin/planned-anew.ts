import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'

/**
 * Reads by a plan that is made for the values that are asked for. Everywhere else one plan serves all values; but a
 * list that is filtered and sorted in many ways is best walked in its order where much fits, and looked up where little
 * does. A page is found before helpers would have been called in.
 */
export const plannedAnew = <Row extends object>(sql: Sql, statement: Query<Row[]>): Promise<readonly Row[]> =>
  inTransaction(
    sql,
    async (tx) => {
      await tx`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`
      return tx<Row[]>`${statement}`
    },
    'read only',
  )
