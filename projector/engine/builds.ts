import type { Position } from '@medicready/domain/core/event'
import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { LIVE_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import type { ReadModel } from '../read-models/definition.ts'
import { quoted, type TableSql, tableSql } from './table-sql.ts'

/** Each build has its own schema, `<room>_<file>_v<version>_b<build>`; views of `read` show the live one. */
export interface Build {
  readonly number: number
  readonly version: number
  readonly position: Position | null
}

export type BuildState = 'backfilling' | 'live' | 'previous'

export const schemaOf = (readModel: ReadModel, { number, version }: Pick<Build, 'number' | 'version'>): string =>
  `${readModel.name.replaceAll(/[^a-z0-9]+/g, '_')}_v${version}_b${number}`

export const tablesOf = (readModel: ReadModel, build: Pick<Build, 'number' | 'version'>): TableSql[] =>
  Object.entries(readModel.tables).map(([name, definition]) => tableSql(schemaOf(readModel, build), name, definition))

interface CheckpointRow {
  build: number
  version: number
  commit_position: string | null
  prepare_position: string | null
  event_id: string | null
}

const toBuild = (row: CheckpointRow): Build => ({
  number: row.build,
  version: row.version,
  position:
    row.commit_position === null || row.prepare_position === null
      ? null
      : {
          commit: BigInt(row.commit_position),
          prepare: BigInt(row.prepare_position),
          ...(row.event_id !== null && { eventId: row.event_id }),
        },
})

export async function buildIn(sql: Sql | TransactionSql, readModel: ReadModel, state: BuildState): Promise<Build | null> {
  const [row] = await sql<CheckpointRow[]>`
    SELECT build, version, commit_position, prepare_position, event_id FROM projector.checkpoints
    WHERE read_model = ${readModel.name} AND state = ${state} ORDER BY build DESC LIMIT 1`
  return row ? toBuild(row) : null
}

/** Without indexes. */
export async function createBuild(tx: TransactionSql, readModel: ReadModel, state: BuildState): Promise<Build> {
  const [row] = await tx<CheckpointRow[]>`
    INSERT INTO projector.checkpoints (read_model, version, build, state)
    SELECT ${readModel.name}, ${readModel.version}, coalesce(max(build), 0) + 1, ${state}
    FROM projector.checkpoints WHERE read_model = ${readModel.name}
    RETURNING build, version, commit_position, prepare_position, event_id`
  if (!row) throw new Error('The new build has no row.')
  const build = toBuild(row)
  await tx.unsafe(`CREATE SCHEMA ${quoted(schemaOf(readModel, build))}`)
  for (const table of tablesOf(readModel, build)) await tx.unsafe(table.create)
  return build
}

export async function createIndexes(sql: Sql | TransactionSql, readModel: ReadModel, build: Build): Promise<void> {
  for (const table of tablesOf(readModel, build)) for (const statement of table.createIndexes) await sql.unsafe(statement)
}

/** The lock may belong to a dead machine. */
const DROP_LOCK_TIMEOUT = '2s'

/** Throws if another session holds one of them. */
export async function dropBuilds(sql: Sql, readModel: ReadModel, state: 'backfilling' | 'previous'): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = '${DROP_LOCK_TIMEOUT}'`)
    const rows = await tx<CheckpointRow[]>`
      DELETE FROM projector.checkpoints WHERE read_model = ${readModel.name} AND state = ${state}
      RETURNING build, version, commit_position, prepare_position, event_id`
    for (const row of rows) await tx.unsafe(`DROP SCHEMA IF EXISTS ${quoted(schemaOf(readModel, toBuild(row)))} CASCADE`)
  })
}

export async function makeLive(tx: TransactionSql, readModel: ReadModel, build: Build): Promise<void> {
  const before = await buildIn(tx, readModel, 'live')
  if (before) {
    await tx`UPDATE projector.checkpoints SET state = 'previous' WHERE read_model = ${readModel.name} AND build = ${before.number}`
    const views = await tx<{ view_name: string }[]>`
      SELECT DISTINCT view_name FROM information_schema.view_table_usage
      WHERE view_schema = 'read' AND table_schema = ${schemaOf(readModel, before)}`
    for (const { view_name } of views) await tx.unsafe(`DROP VIEW read.${quoted(view_name)}`)
  }
  await tx`UPDATE projector.checkpoints SET state = 'live' WHERE read_model = ${readModel.name} AND build = ${build.number}`
  // No `OR REPLACE`: an existing view of this name belongs to another read model.
  for (const [name, definition] of Object.entries(readModel.tables))
    if (!definition.private)
      await tx.unsafe(`CREATE VIEW read.${quoted(name)} AS SELECT * FROM ${quoted(schemaOf(readModel, build))}.${quoted(name)}`)
  await tx`SELECT pg_notify(${LIVE_CHANNEL}, ${readModel.name})`
}

export async function openEmpty(sql: Sql, readModel: ReadModel): Promise<Build> {
  return inTransaction(sql, async (tx) => {
    const build = await createBuild(tx, readModel, 'backfilling')
    await createIndexes(tx, readModel, build)
    await makeLive(tx, readModel, build)
    return build
  })
}

export interface OpenFailure {
  readonly commit: bigint
  readonly isAtEvent: boolean
  readonly error: string
}

export async function openFailures(sql: Sql, readModel: ReadModel): Promise<OpenFailure[]> {
  const rows = await sql<{ commit_position: string; event_type: string | null; error: string }[]>`
    SELECT commit_position, event_type, error FROM projector.failures
    WHERE read_model = ${readModel.name} AND resolved_at IS NULL ORDER BY commit_position`
  return rows.map((row) => ({ commit: BigInt(row.commit_position), isAtEvent: row.event_type !== null, error: row.error }))
}

interface Failure {
  readonly position: Position
  readonly type: string | null
  readonly streamName: string | null
  readonly error: string
}

export async function recordFailure(sql: Sql, readModel: ReadModel, { position, type, streamName, error }: Failure): Promise<void> {
  await sql`
    INSERT INTO projector.failures (read_model, version, commit_position, event_type, stream_name, error)
    VALUES (${readModel.name}, ${readModel.version}, ${String(position.commit)}, ${type}, ${streamName}, ${error.toWellFormed().replaceAll('\0', '')})
    ON CONFLICT (read_model, commit_position) WHERE resolved_at IS NULL DO UPDATE SET error = excluded.error, version = excluded.version`
}

export async function resolveFailures(sql: Sql | TransactionSql, readModel: ReadModel, upTo: Position | null): Promise<void> {
  await sql`
    UPDATE projector.failures SET resolved_at = now()
    WHERE read_model = ${readModel.name} AND commit_position <= ${String(upTo?.commit ?? 0)} AND resolved_at IS NULL`
}
