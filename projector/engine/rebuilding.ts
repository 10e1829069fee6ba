import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@medicready/domain/core/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import { allEnded, persist } from '@medicready/platform/retry'
import type { ReadModel } from '../read-models/definition.ts'
import { type Backfilled, BackfillFailed, type BackfillStopped, backfill, catchUp, orFailed } from './backfill.ts'
import { type Build, buildIn, dropBuilds, makeLive, openFailures, recordFailure, resolveFailures, schemaOf, tablesOf } from './builds.ts'
import { isAfter } from './interpreter.ts'
import { fingerprint } from './table-sql.ts'

/** Readers may hold a view; the swap is retried. */
const VIEW_LOCK_TIMEOUT = '2s'
const SWAP_ATTEMPTS = 30
/** Each uses up to four connections. */
const SWAPPED_AT_ONCE = 3

export interface RebuildOptions {
  readonly postgresUrl: string
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'replay' | 'head'>
  readonly readModels: readonly ReadModel[]
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly skipMalformed?: boolean
  /** Builds what has no live build up to here. */
  readonly upTo?: Position
  /** For a corrected fold without a new version. */
  readonly acceptDifferences?: boolean
  readonly onProgress?: (progress: { events: number; position: Position }) => void
}

export type RebuildResult = { readonly readModel: ReadModel } & (
  | { readonly kind: 'live'; readonly build: Build; readonly verified: boolean }
  | ({ readonly kind: 'failed' } & Pick<BackfillStopped, 'failure' | 'before'>)
  /** Rows differ from the live build at the same position; the live build stays. */
  | { readonly kind: 'different'; readonly tables: readonly string[] }
)

/** Rebuilds beside the live builds and swaps each once it is equal. The previous one stays for rolling back. */
export async function rebuild(options: RebuildOptions): Promise<{ results: RebuildResult[]; events: number }> {
  const { sql, readModels, postgresUrl, logger, signal } = options
  const drop = (readModel: ReadModel, state: 'backfilling' | 'previous') =>
    persist(() => dropBuilds(sql, readModel, state), { signal, logger, what: `drop old builds of ${readModel.name}` })
  // One session for all leases: there are more read models than spare connections.
  const lease = await waitForLease(
    { url: postgresUrl, name: 'rebuild', of: readModels.map(({ name }) => `rebuild ${name}`), logger },
    signal,
  )
  try {
    for (const readModel of readModels) {
      await drop(readModel, 'backfilling')
      await drop(readModel, 'previous')
    }
    const { backfilled, failed, events } = await backfill({
      ...options,
      limit: async () => options.upTo ?? leastComparable(sql, readModels),
    })
    const results: RebuildResult[] = []
    const fail = async ({ readModel, failure, before }: BackfillStopped) => {
      await recordFailure(sql, readModel, failure)
      results.push({ readModel, kind: 'failed', failure, before })
    }
    for (const one of failed) await fail(one)
    const waiting = [...backfilled]
    const swapSome = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const one = next
        const outcome = await orFailed(() => verifyAndSwap(one, options))
        if (outcome instanceof BackfillFailed) await fail(outcome)
        else results.push(outcome)
      }
    }
    await allEnded(Array.from({ length: SWAPPED_AT_ONCE }, swapSome))
    for (const { readModel } of results) await drop(readModel, 'backfilling')
    return { results, events }
  } finally {
    await lease.release()
  }
}

async function comparable(sql: Sql | TransactionSql, readModel: ReadModel): Promise<Build | null> {
  const live = await buildIn(sql, readModel, 'live')
  return live && live.version === readModel.version && live.position ? live : null
}

/** A backfill must not overtake a build that it is compared with. */
async function leastComparable(sql: Sql, readModels: readonly ReadModel[]): Promise<Position | null> {
  let least: Position | null = null
  for (const readModel of readModels) {
    const live = await comparable(sql, readModel)
    if (!live?.position || (await openFailures(sql, readModel)).length > 0) continue
    if (least === null || isAfter(least, live.position)) least = live.position
  }
  return least
}

async function verifyAndSwap(backfilled: Backfilled, options: RebuildOptions): Promise<RebuildResult> {
  const { sql, acceptDifferences = false } = options
  const { readModel } = backfilled
  const isParked = (await openFailures(sql, readModel)).length > 0
  const verification = isParked ? null : await verify(backfilled, options)
  if (verification && verification.different.length > 0 && !acceptDifferences)
    return { readModel, kind: 'different', tables: verification.different }
  const live = await swap(verification?.backfilled ?? backfilled, options)
  return { readModel, kind: 'live', build: live, verified: verification !== null && verification.different.length === 0 }
}

/** Compares all tables at the live build's position. Null if there is nothing to compare with. */
async function verify(backfilled: Backfilled, options: RebuildOptions): Promise<{ backfilled: Backfilled; different: string[] } | null> {
  const { sql } = options
  const { readModel } = backfilled
  const compare = async (snapshot: TransactionSql) => {
    const live = await comparable(snapshot, readModel)
    if (!live?.position || (backfilled.build.position && isAfter(backfilled.build.position, live.position))) return null
    const atLive = await catchUp(backfilled, { ...options, limit: async () => live.position })
    if (isAfter(live.position, atLive.build.position)) return null
    const different: string[] = []
    for (const { name } of tablesOf(readModel, live)) {
      const [[before], [after]] = await Promise.all([
        snapshot.unsafe<{ fingerprint: string }[]>(fingerprint(schemaOf(readModel, live), name)),
        sql.unsafe<{ fingerprint: string }[]>(fingerprint(schemaOf(readModel, atLive.build), name)),
      ])
      if (before?.fingerprint !== after?.fingerprint) different.push(name)
    }
    return { backfilled: atLive, different }
  }
  return inTransaction(sql, compare, 'isolation level repeatable read read only')
}

/** Locks the live checkpoint, so that the projector continues exactly where the new build stands. */
async function swap(backfilled: Backfilled, options: RebuildOptions): Promise<Build> {
  const { sql, logger, signal } = options
  const { readModel } = backfilled
  let current = backfilled
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    const before = await buildIn(sql, readModel, 'live')
    if (before?.position) current = await catchUp(current, { ...options, limit: async () => before.position })
    try {
      return await inTransaction(sql, async (tx) => {
        await tx.unsafe(`SET LOCAL lock_timeout = '${VIEW_LOCK_TIMEOUT}'`)
        await tx`SELECT 1 FROM projector.checkpoints WHERE read_model = ${readModel.name} AND state = 'live' FOR UPDATE`
        const live = await buildIn(tx, readModel, 'live')
        if (live?.position) current = await catchUp(current, { ...options, limit: async () => live.position })
        await makeLive(tx, readModel, current.build)
        await resolveFailures(tx, readModel, current.build.position)
        return current.build
      })
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS || error instanceof BackfillFailed) throw error
      logger.warn({ err: error, readModel: readModel.name, attempt }, 'could not swap the views yet')
      await sleep(100 * attempt, undefined, { signal })
    }
  }
}

/** The projector then catches it up. */
export async function rollBack({ sql, readModel }: { sql: Sql; readModel: ReadModel }): Promise<Build | null> {
  return inTransaction(sql, async (tx) => {
    const previous = await buildIn(tx, readModel, 'previous')
    if (!previous || previous.version !== readModel.version) return null
    await makeLive(tx, readModel, previous)
    return previous
  })
}
