import type { Sql } from '../postgres/connection.ts'

/** Every row of every table as text, by table name, to check what must not be in it. */
export async function everyRow(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  const texts = new Map<string, string>()
  for (const { schema, name } of tables) {
    const rows = await sql<{ text: string }[]>`SELECT to_jsonb(each)::text AS text FROM ${sql(schema)}.${sql(name)} AS each`
    texts.set(`${schema}.${name}`, rows.map(({ text }) => text).join('\n'))
  }
  return texts
}

/** Whether a text contains a piece in any encoding that could have been used. */
export function holds(text: string, piece: string): boolean {
  const bytes = Buffer.from(piece)
  const low = text.toLowerCase()
  const written = [piece, JSON.stringify(piece).slice(1, -1), encodeURIComponent(piece), bytes.toString('hex')]
  // What follows a piece changes the last letter of its base64.
  const encoded = [bytes.toString('base64'), bytes.toString('base64url')].map((form) => form.replace(/=+$/, '').slice(0, -1))
  return written.some((form) => low.includes(form.toLowerCase())) || encoded.some((form) => text.includes(form))
}
