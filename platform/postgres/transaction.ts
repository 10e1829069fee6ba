import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, TransactionSql } from './connection.ts'

/** The work of a transaction whose session was lost never ends: the transaction itself has failed already. */
const never = new Promise<never>(() => undefined)

/**
 * A transaction that fails when its session is lost, and does no more harm. The client itself would go on with the lost
 * session: it writes the next query, the rollback or the commit to a socket that is gone, which ends the process and
 * leaves the pool a connection that never connects again (porsager/postgres#1208). `options` follow BEGIN. The work
 * asks whole statements: there are no fragments of statements here.
 */
export function inTransaction<Result>(sql: Sql, work: (tx: TransactionSql) => Promise<Result>, options = ''): Promise<Result> {
  let lost: { readonly error: unknown } | null = null
  /** Of a loss, the queries hear first; the transaction fails before the loop turns. */
  const isLost = async () => {
    await nextTurn()
    return lost !== null
  }
  const transaction = sql.begin(options, async (tx) => {
    const unlessLost = async (ask: () => PromiseLike<unknown>) => {
      if (await isLost()) throw lost?.error
      return ask()
    }
    const guarded = new Proxy(tx, {
      apply: (target, self, args) => unlessLost(() => Reflect.apply(target, self, args)),
      get: (target, name) =>
        name === 'unsafe' ? (...args: Parameters<Sql['unsafe']>) => unlessLost(() => target.unsafe(...args)) : Reflect.get(target, name),
    })
    try {
      const result = await work(guarded)
      return (await isLost()) ? await never : result
    } catch (error) {
      if (await isLost()) return never
      throw error
    }
  })
  transaction.catch((error: unknown) => {
    lost = { error }
  })
  return transaction as Promise<Result>
}
