import type { Sql } from '@medicready/platform/postgres/connection'

/** Tells the read side whether this worker generates questions: the key is the worker's alone. */
export async function reportGeneration(sql: Sql, { model, now }: { model: string | null; now: string }): Promise<void> {
  await sql`
    INSERT INTO auth.generation_status (id, model, reported_at) VALUES (1, ${model}, ${now})
    ON CONFLICT (id) DO UPDATE SET model = excluded.model, reported_at = excluded.reported_at`
}
