import type { Sql } from '@medicready/platform/postgres/connection'

/** Every row as text, in a fixed order: databases with the same answer hold the same bytes. */
export async function readModelRows(sql: Sql): Promise<Record<string, string[]>> {
  const views = await sql<{ table_name: string }[]>`
    SELECT table_name FROM information_schema.views WHERE table_schema = 'read' ORDER BY table_name`
  const found: Record<string, string[]> = {}
  for (const { table_name } of views) {
    const rows = await sql<{ row: string }[]>`SELECT t::text AS row FROM ${sql(`read.${table_name}`)} t ORDER BY 1`
    found[table_name] = rows.map(({ row }) => row)
  }
  return found
}
