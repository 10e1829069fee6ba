import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, TransactionSql } from './connection.ts'

/** Work of a lost transaction never settles: the transaction itself has failed already. */
const never = new Promise<never>(() => undefined)

/** Fails when its session is lost; the client would continue on the dead socket (porsager/postgres#1208). */
export function inTransaction<Result>(sql: Sql, work: (tx: TransactionSql) => Promise<Result>, options = ''): Promise<Result> {
  let lost: { readonly error: unknown } | null = null
  /** Queries learn of a loss first; the transaction fails before the loop turns. */
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
