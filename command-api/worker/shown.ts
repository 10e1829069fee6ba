import { setTimeout as sleep } from 'node:timers/promises'
import { type Reads, readModelsOf } from '@medicready/projector/read-models/query'
import type { WorkerDeps } from './definitions.ts'

const FOR_SECONDS = { looks: 50, milliseconds: 100 }
/** Read models usually follow an answer within a fraction of a second. */
export const A_MOMENT: typeof FOR_SECONDS = { looks: 40, milliseconds: 25 }

/** Whether the read models of these queries have reached the position; all read models if no query is named. */
export async function areShown(
  { sql, signal }: Pick<WorkerDeps, 'sql' | 'signal'>,
  position: bigint,
  queries: readonly Reads[] | null = null,
  { looks, milliseconds } = FOR_SECONDS,
): Promise<boolean> {
  const readModels = readModelsOf(queries ?? []).map(({ name }) => name)
  for (let look = 0; look < looks && !signal.aborted; look++) {
    const behind = await sql`
      SELECT FROM projector.checkpoints WHERE state = 'live' AND coalesce(commit_position, -1) < ${String(position)}::bigint
        AND (${queries === null} OR read_model = ANY(${readModels}::text[])) LIMIT 1`
    if (behind.length === 0) return true
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  }
  return false
}

const UNDEFINED_TABLE = '42P01'

/** At the first start, read models are still being built. */
export const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE && error.message.includes('"read.')

const PAGE_SIZE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export async function* inPages<Key extends string, Row extends { readonly [Name in Key]: string }>(
  read: (page: { readonly after: string; readonly limit: number }) => PromiseLike<readonly Row[]>,
  key: Key,
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
    after = last[key]
  }
}

/** How much was done with all rows. Ends early when the worker stops. */
export async function doneWith<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  signal: AbortSignal,
  act: (row: Row) => Promise<number | boolean>,
): Promise<number> {
  let done = 0
  for await (const row of rows) {
    if (signal.aborted) break
    done += Number(await act(row))
  }
  return done
}

export async function atOnce<Item>(most: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const take = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: most }, take))
}
