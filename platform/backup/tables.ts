import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql, TransactionSql } from '../postgres/connection.ts'
import { copiedRows } from '../postgres/copied-rows.ts'
import type { BackupFolder, KeptTable } from './backup-folder.ts'

const ofPostgres = '^(pg_.*|information_schema|public)$'
/** Derived from the log. All else is kept, so that a new schema cannot be forgotten. */
const ofReadModels = '^(projector|read|.*_v[0-9]+_b[0-9]+)$'

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
const copyOf = ({ name, columns }: Pick<KeptTable, 'name' | 'columns'>): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Tables that refer to others come last. */
const tablesIn = (tx: TransactionSql) => tx<{ name: string; columns: string[] }[]>`
  SELECT table_schema || '.' || table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema !~ ${ofPostgres} AND table_schema !~ ${ofReadModels} AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
  GROUP BY table_schema, table_name
  ORDER BY EXISTS (
    SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = format('%I.%I', table_schema, table_name)::regclass
  ), table_schema, table_name`

/** As of one moment. */
export const copyTables = (sql: Sql, backup: BackupFolder): Promise<KeptTable[]> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    const copied: KeptTable[] = []
    for (const table of await tablesIn(tx)) {
      copied.push({ ...table, ...(await backup.keep(await copiedRows(tx, `${copyOf(table)} TO STDOUT`))) })
    }
    return copied
  })

export async function migrationsIn(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`SELECT name FROM public.migrations ORDER BY name`
  return rows.map(({ name }) => name)
}

/** Of read models, too: the projector builds them again. */
export async function dropSchemas(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string }[]>`SELECT nspname AS name FROM pg_namespace WHERE nspname !~ ${ofPostgres}`
  // One transaction would hold a lock on every table.
  for (const { name } of rows) await sql.unsafe(`DROP SCHEMA ${quoted(name)} CASCADE`)
  await sql`DROP TABLE IF EXISTS public.migrations`
}

interface Contents {
  readonly tables: readonly KeptTable[]
  /** Whose keys and secrets are left out. */
  readonly erased: readonly string[]
  readonly position: string
}

export async function fillTables(sql: Sql, backup: BackupFolder, { tables, erased, position }: Contents): Promise<void> {
  await sql.begin(async (tx) => {
    for (const table of tables) {
      // Migrations fill some of them.
      await tx.unsafe(`DELETE FROM ${quoted(table.name)}`)
      await pipeline(Readable.from(backup.contents(table)), await tx.unsafe(`${copyOf(table)} FROM STDIN`).writable())
    }
    await tx`
      UPDATE vault.keys SET wrapped_key = NULL, destroyed_at = coalesce(destroyed_at, now()) WHERE subject = ANY(${erased}::uuid[])`
    const own = await tx<{ name: string }[]>`
      SELECT 'auth.' || table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'auth' AND column_name = 'user_id' AND table_type = 'BASE TABLE'`
    for (const { name } of own) await tx.unsafe(`DELETE FROM ${quoted(name)} WHERE user_id = ANY($1::uuid[])`, [erased as string[]])
    await tx`DELETE FROM auth.attempts WHERE account = ANY(${erased}::text[])`
    // A reaction that was ahead of the copied log starts over.
    await tx`DELETE FROM worker.checkpoints WHERE commit_position >= ${position}`
    await tx`SELECT setval(pg_get_serial_sequence('worker.job_runs', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM worker.job_runs))`
  })
}
