import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'

/**
 * Reads by a plan that is made for the values that are asked for. Everywhere else one plan serves all values; but a
 * list that is filtered and sorted in many ways is best walked in its order where much fits, and looked up where little
 * does. A page is found before helpers would have been called in.
 */
export const plannedAnew = <Rows>(sql: Sql, read: (tx: TransactionSql) => Promise<Rows>): Promise<Rows> =>
  inTransaction(
    sql,
    async (tx) => {
      await tx`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`
      return read(tx)
    },
    'read only',
  )
