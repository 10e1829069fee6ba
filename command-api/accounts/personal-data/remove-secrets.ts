import { endSessions } from '@medicready/platform/http/sessions'
import type { Parts } from '../../parts.ts'

/**
 * Removes all that stands of somebody in schema `auth`, from every table that says whose its rows are: a new one is
 * among them from its first day on. Whoever is signed in is signed out, everywhere at once.
 */
export async function removeSecrets({ sql }: Pick<Parts, 'sql'>, userId: string): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'auth' AND column_name = 'user_id' AND table_type = 'BASE TABLE' AND table_name <> 'sessions'`
  for (const { name } of tables) await sql`DELETE FROM ${sql(`auth.${name}`)} WHERE user_id = ${userId}`
  await sql`DELETE FROM auth.attempts WHERE account = ${userId}`
  await endSessions(sql, userId)
}
