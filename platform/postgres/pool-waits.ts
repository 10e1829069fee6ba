import { Histogram } from 'prom-client'

/**
 * Of this process. Only what needs a connection of its own waits for one: transactions, and the sessions of `pg`.
 * Other statements share connections; how long these take is in `store_answer_seconds`.
 */
export const poolWaits = new Histogram({
  name: 'postgres_pool_wait_seconds',
  help: 'How long transactions and sessions waited for a connection to Postgres, by pool.',
  labelNames: ['pool'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [],
})
