import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@medicready/domain/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { type Lease, waitForLease } from '@medicready/platform/postgres/lease'
import { persist } from '@medicready/platform/retry'
import { catchUp, type Filled, type FillFailed, FillingFailed, fill, orFailed } from './filling.ts'
import { isAfter } from './fold.ts'
import {
  dropGenerations,
  type Generation,
  generationIn,
  makeLive,
  openFailures,
  recordFailure,
  resolveFailures,
  schemaOf,
  tablesOf,
} from './generations.ts'
import type { Projection } from './projection.ts'
import { fingerprint } from './tables.ts'

/** Longest wait for readers to let go of a view before the swap is tried again. */
const VIEW_LOCK_TIMEOUT = '2s'
const SWAP_ATTEMPTS = 30

export interface RebuildOptions {
  readonly postgresUrl: string
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'replay'>
  readonly projections: readonly Projection[]
  readonly logger: Logger
  readonly signal: AbortSignal
  /** Events that cannot be read are passed over. */
  readonly skipMalformed?: boolean
  /** Not further than this event. */
  readonly until?: Position
  /** Go live even where the rows are not those of the live generation: after a fold was corrected without a new version. */
  readonly acceptDifferences?: boolean
  readonly onProgress?: (progress: { events: number; position: Position }) => void
}

export type RebuildResult = { readonly projection: Projection } & (
  | { readonly kind: 'live'; readonly generation: Generation; readonly verified: boolean }
  | ({ readonly kind: 'failed' } & Pick<FillFailed, 'failure' | 'before'>)
  /** The new rows are not those of the live generation at the same position; the live one stays. */
  | { readonly kind: 'different'; readonly tables: readonly string[] }
)

/**
 * Builds the tables of projections anew from the log, beside the live ones and while the projector goes on, checks them against the live ones at the same
 * position, and puts them in their place in one transaction each. The generation before stays for a way back until the next rebuild.
 */
export async function rebuild(options: RebuildOptions): Promise<{ results: RebuildResult[]; events: number }> {
  const { sql, projections, postgresUrl, logger, signal } = options
  const drop = (projection: Projection, state: 'filling' | 'former') =>
    persist(() => dropGenerations(sql, projection, state), { signal, logger })
  const leases: Lease[] = []
  try {
    for (const projection of projections)
      leases.push(await waitForLease({ url: postgresUrl, name: `rebuild ${projection.name}`, logger }, signal))
    for (const projection of projections) {
      await drop(projection, 'filling')
      await drop(projection, 'former')
    }
    const { filled, failed, events } = await fill({
      ...options,
      limit: async () => options.until ?? (await leastComparable(sql, projections)),
    })
    const results: RebuildResult[] = []
    const fail = async ({ projection, failure, before }: FillFailed) => {
      await recordFailure(sql, projection, failure)
      results.push({ projection, kind: 'failed', failure, before })
    }
    for (const one of failed) await fail(one)
    for (const one of filled) {
      const outcome = await orFailed(() => verifyAndSwap(one, options))
      if (outcome instanceof FillingFailed) await fail(outcome)
      else results.push(outcome)
    }
    for (const projection of projections) await drop(projection, 'filling')
    return { results, events }
  } finally {
    await Promise.all(leases.map((lease) => lease.release()))
  }
}

/** Where the live generation can be compared: it runs, in this version, and has folded something. Null where there is nothing to compare with. */
async function comparable(sql: Sql | TransactionSql, projection: Projection): Promise<Generation | null> {
  const live = await generationIn(sql, projection, 'live')
  return live && live.version === projection.version && live.position ? live : null
}

/** A fill must not overtake a generation that it will be compared with. */
async function leastComparable(sql: Sql, projections: readonly Projection[]): Promise<Position | null> {
  let least: Position | null = null
  for (const projection of projections) {
    const live = await comparable(sql, projection)
    if (!live?.position || (await openFailures(sql, projection)).length > 0) continue
    if (least === null || isAfter(least, live.position)) least = live.position
  }
  return least
}

async function verifyAndSwap(filled: Filled, options: RebuildOptions): Promise<RebuildResult> {
  const { sql, acceptDifferences = false } = options
  const { projection } = filled
  const isParked = (await openFailures(sql, projection)).length > 0
  const verification = isParked ? null : await verify(filled, options)
  if (verification && verification.different.length > 0 && !acceptDifferences)
    return { projection, kind: 'different', tables: verification.different }
  const generation = await swap(verification?.filled ?? filled, options)
  return { projection, kind: 'live', generation, verified: verification !== null && verification.different.length === 0 }
}

/** Brings a filled generation to where the live one stands, as one snapshot shows it, and compares all tables. Null when there is nothing to compare with. */
async function verify(filled: Filled, options: RebuildOptions): Promise<{ filled: Filled; different: string[] } | null> {
  const { sql } = options
  const { projection } = filled
  return sql.begin('isolation level repeatable read read only', async (snapshot) => {
    const live = await comparable(snapshot, projection)
    if (!live || (filled.generation.position && live.position && isAfter(filled.generation.position, live.position))) return null
    const atLive = await catchUp(filled, { ...options, limit: async () => live.position })
    const different: string[] = []
    for (const { name } of tablesOf(projection, live)) {
      const [[before], [after]] = await Promise.all([
        snapshot.unsafe<{ fingerprint: string }[]>(fingerprint(schemaOf(projection, live), name)),
        sql.unsafe<{ fingerprint: string }[]>(fingerprint(schemaOf(projection, atLive.generation), name)),
      ])
      if (before?.fingerprint !== after?.fingerprint) different.push(name)
    }
    return { filled: atLive, different }
  })
}

/** Takes the place of the live generation. Its checkpoint is held meanwhile, so that the projector goes on exactly where the new generation stands. */
async function swap(filled: Filled, options: RebuildOptions): Promise<Generation> {
  const { sql, logger, signal } = options
  const { projection } = filled
  let current = filled
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    const before = await generationIn(sql, projection, 'live')
    if (before?.position) current = await catchUp(current, { ...options, limit: async () => before.position })
    try {
      return await sql.begin(async (tx) => {
        await tx.unsafe(`SET LOCAL lock_timeout = '${VIEW_LOCK_TIMEOUT}'`)
        await tx`SELECT 1 FROM projector.checkpoints WHERE projection = ${projection.name} AND state = 'live' FOR UPDATE`
        const live = await generationIn(tx, projection, 'live')
        if (live?.position) current = await catchUp(current, { ...options, limit: async () => live.position })
        await makeLive(tx, projection, current.generation)
        if (current.generation.position) await resolveFailures(tx, projection, current.generation.position)
        return current.generation
      })
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS || error instanceof FillingFailed) throw error
      logger.warn({ err: error, projection: projection.name, attempt }, 'could not swap the views yet')
      await sleep(100 * attempt, undefined, { signal })
    }
  }
}

/** Puts the generation before the live one back. The projector brings it to the end of the log. */
export async function goBack({ sql, projection }: { sql: Sql; projection: Projection }): Promise<Generation | null> {
  return sql.begin(async (tx) => {
    const former = await generationIn(tx, projection, 'former')
    if (!former || former.version !== projection.version) return null
    await makeLive(tx, projection, former)
    return former
  })
}
