import type { Sql } from '@medicready/platform/postgres/connection'
import { quoted, tableSql } from '../engine/table-sql.ts'
import type { ReadModel } from '../read-models/definition.ts'

const defaults: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: "''",
  integer: '0',
  'double precision': '0',
  boolean: 'false',
  date: "'2026-01-01'",
  timestamptz: "'2026-01-01T00:00:00Z'",
  jsonb: "'{}'",
}

/** In the schema `read`, for tests to fill. A column that a test does not name gets an empty value. */
export async function createReadTables(sql: Sql, ...readModels: readonly ReadModel[]): Promise<void> {
  for (const { tables } of readModels)
    for (const [name, definition] of Object.entries(tables)) {
      const { create, createIndexes } = tableSql('read', name, definition)
      const columns = Object.entries(definition.columns).filter(([, type]) => !type.endsWith('?'))
      const empty = columns.map(([column, type]) => `ALTER ${quoted(column)} SET DEFAULT ${defaults[type]}`)
      const [primaryKey = ''] = createIndexes
      await sql.unsafe(`${create}; ALTER TABLE read.${quoted(name)} ${empty.join(', ')}; ${primaryKey}`)
    }
}
