import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import type { ReadModel } from '../read-models/definition.ts'
import { writeTables } from './backfill.ts'
import { GrowingTable } from './growing-table.ts'
import { type FoldedPast, foldPast, type PastOptions } from './past.ts'
import { quoted, type TableSql, tableSql } from './table-sql.ts'

// Read models as of some day, in a schema of their own that nothing updates. The comment on the schema says what it
// is, so a schema without such a comment is never dropped.

export const isReplaySchema = (schema: string): boolean => /^as_of_[a-z0-9_]{1,57}$/.test(schema)

interface ReplayComment {
  readonly replayOf: readonly string[]
  readonly asOf: string
  /** Null until it is complete. */
  readonly madeAt: string | null
  readonly rows: number
}

export interface StandingReplay extends ReplayComment {
  readonly schema: string
}

export async function standingReplays(sql: Sql): Promise<StandingReplay[]> {
  const rows = await sql<{ schema: string; comment: string }[]>`
    SELECT nspname AS schema, obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace
    WHERE nspname LIKE 'as\\_of\\_%' AND obj_description(oid, 'pg_namespace') LIKE '{"replayOf":%' ORDER BY nspname`
  return rows.map(({ schema, comment }) => ({ schema, ...(JSON.parse(comment) as ReplayComment) }))
}

interface ReplayStores {
  readonly postgresUrl: string
  readonly sql: Sql
  readonly logger: Logger
  readonly signal: AbortSignal
}

export interface ReplayOptions extends ReplayStores, PastOptions {
  readonly asOf: string
  readonly readModels: readonly ReadModel[]
  readonly into: string
}

const ROWS_IN_MEMORY = 250_000

/** Starts over if an earlier run was interrupted. Throws if the schema holds a complete replay, or something else. */
export const replay = (options: ReplayOptions): Promise<FoldedPast & { readonly rows: number }> =>
  inTurn(options.into, options, async () => {
    const { sql, readModels, into, asOf } = options
    const comment: ReplayComment = { replayOf: readModels.map(({ name }) => name), asOf, madeAt: null, rows: 0 }
    const tables = readModels.flatMap((readModel) => Object.entries(readModel.tables).map(([name, table]) => tableSql(into, name, table)))
    await create(sql, into, comment, tables)
    const folded = await fill(tables, options)
    const rows = await count(sql, into, tables)
    await sql.unsafe(commented(into, { ...comment, madeAt: new Date().toISOString(), rows }))
    return { ...folded, rows }
  })

async function create(sql: Sql, into: string, comment: ReplayComment, tables: readonly TableSql[]): Promise<void> {
  const standing = (await standingReplays(sql)).find(({ schema }) => schema === into)
  if (standing && standing.madeAt !== null)
    throw new Error(`The schema ${into} already exists. Drop it with --drop ${into}, or choose another name.`)
  await inTransaction(sql, async (tx) => {
    if (standing) await tx.unsafe(`DROP SCHEMA ${quoted(into)} CASCADE`)
    await tx.unsafe(`CREATE SCHEMA ${quoted(into)}`)
    await tx.unsafe(commented(into, comment))
    for (const table of tables) await tx.unsafe(table.create)
  })
}

async function fill(tables: readonly TableSql[], { sql, readModels, ...past }: ReplayOptions): Promise<FoldedPast> {
  const growing = new Map(tables.map((table) => [table, new GrowingTable(sql, table)]))
  const all = [...growing.values()]
  try {
    const rows = new Map([...growing].map(([table, ofTable]) => [table, ofTable.rows()]))
    const folded = await foldPast(readModels, rows, past, async () => {
      for (const table of all) await table.flush()
      const recentRows = all.reduce((sum, table) => sum + table.recentRows, 0)
      if (recentRows > ROWS_IN_MEMORY) for (const table of all) await table.putAside()
    })
    await writeTables(all)
    return folded
  } finally {
    await Promise.all(all.map((table) => table.close()))
  }
}

async function count(sql: Sql, schema: string, tables: readonly TableSql[]): Promise<number> {
  let sum = 0
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM ${sql(`${schema}.${name}`)}`
    sum += row?.rows ?? 0
  }
  return sum
}

/** False if there is no such replay. */
export const dropReplay = (schema: string, stores: ReplayStores): Promise<boolean> =>
  inTurn(schema, stores, async () => {
    const isStanding = (await standingReplays(stores.sql)).some((standing) => standing.schema === schema)
    if (isStanding) await stores.sql.unsafe(`DROP SCHEMA ${quoted(schema)} CASCADE`)
    return isStanding
  })

async function inTurn<Result>(schema: string, stores: ReplayStores, work: () => Promise<Result>): Promise<Result> {
  const { postgresUrl, logger, signal } = stores
  const lease = await waitForLease({ url: postgresUrl, name: `replay ${schema}`, logger }, signal)
  try {
    return await work()
  } finally {
    await lease.release()
  }
}

const commented = (schema: string, comment: ReplayComment): string =>
  `COMMENT ON SCHEMA ${quoted(schema)} IS '${JSON.stringify(comment).replaceAll("'", "''")}'`
