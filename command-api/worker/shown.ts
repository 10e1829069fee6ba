import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@medicready/platform/postgres/connection'

/** Waits for some seconds. All read models if none is named. */
export async function areShown(
  { sql, signal }: { readonly sql: Sql; readonly signal: AbortSignal },
  position: bigint,
  wait: { readonly looks: number; readonly milliseconds: number },
  readModels: readonly string[] | null = null,
): Promise<boolean> {
  for (let look = 0; look < wait.looks && !signal.aborted; look++) {
    const behind = await sql`
      SELECT FROM projector.checkpoints WHERE state = 'live' AND coalesce(commit_position, -1) < ${String(position)}::bigint
        AND (${readModels === null} OR read_model = ANY(${readModels as string[]}::text[])) LIMIT 1`
    if (behind.length === 0) return true
    await sleep(wait.milliseconds, undefined, { signal }).catch(() => undefined)
  }
  return false
}

const UNDEFINED_TABLE = '42P01'

/** At the first start, read models are still being built. */
export const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE && error.message.includes('"read.')

const PAGE_SIZE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export async function* inPages<Row>(
  read: (page: { readonly after: string; readonly limit: number }) => PromiseLike<readonly Row[]>,
  idOf: (row: Row) => string,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const page = await read({ after, limit: PAGE_SIZE })
    for (const row of page) {
      if (signal.aborted) return
      yield row
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = idOf(last)
  }
}
