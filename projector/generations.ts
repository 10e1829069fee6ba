import type { Position } from '@medicready/domain/event'
import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { LIVE_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import type { FoldFailure } from './fold.ts'
import type { Projection } from './projection.ts'
import { quoted, type TableSql, tableSql } from './tables.ts'

/**
 * The tables of a projection live in a schema of their own for every generation: `<room>_<file>_v<version>_g<generation>`. One generation is live: the
 * projector folds into it, and the views of the schema `read` show it.
 */
export interface Generation {
  readonly number: number
  readonly version: number
  /** The last event folded; null before the first. */
  readonly position: Position | null
}

export type GenerationState = 'filling' | 'live' | 'former'

export const schemaOf = (projection: Projection, { number, version }: Pick<Generation, 'number' | 'version'>): string =>
  `${projection.name.replaceAll(/[^a-z0-9]+/g, '_')}_v${version}_g${number}`

export const tablesOf = (projection: Projection, generation: Pick<Generation, 'number' | 'version'>): TableSql[] =>
  Object.entries(projection.tables).map(([name, definition]) => tableSql(schemaOf(projection, generation), name, definition))

interface CheckpointRow {
  generation: number
  version: number
  commit_position: string | null
  prepare_position: string | null
}

const toGeneration = (row: CheckpointRow): Generation => ({
  number: row.generation,
  version: row.version,
  position:
    row.commit_position === null || row.prepare_position === null
      ? null
      : { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) },
})

export async function generationIn(sql: Sql | TransactionSql, projection: Projection, state: GenerationState): Promise<Generation | null> {
  const [row] = await sql<CheckpointRow[]>`
    SELECT generation, version, commit_position, prepare_position FROM projector.checkpoints
    WHERE projection = ${projection.name} AND state = ${state} ORDER BY generation DESC LIMIT 1`
  return row ? toGeneration(row) : null
}

/** Creates the empty tables of a new generation, without their indexes. */
export async function createGeneration(tx: TransactionSql, projection: Projection, state: GenerationState): Promise<Generation> {
  const [row] = await tx<CheckpointRow[]>`
    INSERT INTO projector.checkpoints (projection, version, generation, state)
    SELECT ${projection.name}, ${projection.version}, coalesce(max(generation), 0) + 1, ${state}
    FROM projector.checkpoints WHERE projection = ${projection.name}
    RETURNING generation, version, commit_position, prepare_position`
  if (!row) throw new Error('The new generation has no row.')
  const generation = toGeneration(row)
  await tx.unsafe(`CREATE SCHEMA ${quoted(schemaOf(projection, generation))}`)
  for (const table of tablesOf(projection, generation)) await tx.unsafe(table.create)
  return generation
}

export async function createIndexes(sql: Sql | TransactionSql, projection: Projection, generation: Generation): Promise<void> {
  for (const table of tablesOf(projection, generation)) for (const statement of table.createIndexes) await sql.unsafe(statement)
}

/** Longest wait for whoever still uses a table that is to go: it may be a session whose machine is gone. */
const DROP_LOCK_TIMEOUT = '2s'

/** Drops all generations in a state, with their tables. Throws when somebody else holds one of them. */
export async function dropGenerations(sql: Sql, projection: Projection, state: 'filling' | 'former'): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = '${DROP_LOCK_TIMEOUT}'`)
    const rows = await tx<CheckpointRow[]>`
      DELETE FROM projector.checkpoints WHERE projection = ${projection.name} AND state = ${state}
      RETURNING generation, version, commit_position, prepare_position`
    for (const row of rows) await tx.unsafe(`DROP SCHEMA IF EXISTS ${quoted(schemaOf(projection, toGeneration(row)))} CASCADE`)
  })
}

/** Puts a generation in the place of the live one and turns the views of `read` to it, all in the caller's transaction. */
export async function makeLive(tx: TransactionSql, projection: Projection, generation: Generation): Promise<void> {
  const before = await generationIn(tx, projection, 'live')
  if (before) {
    await tx`UPDATE projector.checkpoints SET state = 'former' WHERE projection = ${projection.name} AND generation = ${before.number}`
    const views = await tx<{ view_name: string }[]>`
      SELECT DISTINCT view_name FROM information_schema.view_table_usage
      WHERE view_schema = 'read' AND table_schema = ${schemaOf(projection, before)}`
    for (const { view_name } of views) await tx.unsafe(`DROP VIEW read.${quoted(view_name)}`)
  }
  await tx`UPDATE projector.checkpoints SET state = 'live' WHERE projection = ${projection.name} AND generation = ${generation.number}`
  const tables = await tx<{ table_name: string }[]>`
    SELECT table_name FROM information_schema.tables WHERE table_schema = ${schemaOf(projection, generation)}`
  for (const { table_name } of tables) {
    const name = quoted(table_name)
    await tx.unsafe(`DROP VIEW IF EXISTS read.${name}`)
    await tx.unsafe(`CREATE VIEW read.${name} AS SELECT * FROM ${quoted(schemaOf(projection, generation))}.${name}`)
  }
  await tx`SELECT pg_notify(${LIVE_CHANNEL}, ${projection.name})`
}

/** A live generation without rows, for a log without events. */
export async function openEmpty(sql: Sql, projection: Projection): Promise<Generation> {
  return sql.begin(async (tx) => {
    const generation = await createGeneration(tx, projection, 'filling')
    await createIndexes(tx, projection, generation)
    await makeLive(tx, projection, generation)
    return generation
  })
}

/** The failures that a projection has not passed yet, oldest first. */
export async function openFailures(sql: Sql, projection: Projection): Promise<{ commit: bigint }[]> {
  const rows = await sql<{ commit_position: string }[]>`
    SELECT commit_position FROM projector.failures WHERE projection = ${projection.name} AND resolved_at IS NULL ORDER BY commit_position`
  return rows.map((row) => ({ commit: BigInt(row.commit_position) }))
}

export async function recordFailure(sql: Sql, projection: Projection, failure: FoldFailure): Promise<void> {
  await sql`
    INSERT INTO projector.failures (projection, version, commit_position, event_type, stream_name, error)
    VALUES (${projection.name}, ${projection.version}, ${String(failure.position.commit)}, ${failure.type}, ${failure.streamName}, ${failure.error.toWellFormed().replaceAll('\0', '')})
    ON CONFLICT (projection, commit_position) WHERE resolved_at IS NULL DO UPDATE SET error = excluded.error, version = excluded.version`
}

export async function resolveFailures(sql: Sql | TransactionSql, projection: Projection, upTo: Position): Promise<void> {
  await sql`
    UPDATE projector.failures SET resolved_at = now()
    WHERE projection = ${projection.name} AND commit_position <= ${String(upTo.commit)} AND resolved_at IS NULL`
}
