import type { Sql } from '../postgres/connection.ts'
import { MasterKeys } from './master-keys.ts'
import { purposeContext, Vault } from './vault.ts'

/** Keys per statement; a rotation can be interrupted at any time. */
const BATCH = 500

interface RotationOptions {
  readonly sql: Sql
  readonly masterKey: string
  readonly previousMasterKey: string | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, all: number) => void
}

/** `left`: still wrapped by another key, because the signal was aborted. */
export interface RotationResult {
  readonly rewrapped: number
  readonly left: number
}

/** Runs beside the services; resumable. Throws MasterKeyUnknown for a key that neither master key opens. */
export async function rotateMasterKey(options: RotationOptions): Promise<RotationResult> {
  const { sql, masterKey, previousMasterKey, signal, onProgress } = options
  const masterKeys = new MasterKeys(masterKey, previousMasterKey)
  await deriveWhatIsOfTheFirstDays(sql, new Vault(sql, masterKey, previousMasterKey))
  const { head } = masterKeys
  const all = await countBut(sql, head)
  let rewrapped = 0
  for (const table of tablesOf(sql)) {
    let after: string | null = null
    while (!signal.aborted) {
      const batch: WrappedKey[] = await someBut(sql, table, head, after)
      const last = batch.at(-1)
      if (!last) {
        if (after === null) break
        // Once more from the beginning: a service that has only the old key may have wrapped others meanwhile.
        after = null
        continue
      }
      after = last.id
      rewrapped += await replace(sql, table, batch, ({ id, wrapped }) => {
        const context = table.contextOf(id)
        return masterKeys.wrap(masterKeys.unwrap(wrapped, context), context)
      })
      onProgress?.(rewrapped, Math.max(all, rewrapped))
    }
  }
  return { rewrapped, left: await countBut(sql, head) }
}

/** Afterwards, the master key that these secrets derive from is no longer needed. */
async function deriveWhatIsOfTheFirstDays(sql: Sql, vault: Vault): Promise<void> {
  const underived = await sql<{ purpose: string }[]>`SELECT purpose FROM vault.purpose_keys WHERE wrapped_key IS NULL`
  for (const { purpose } of underived) await vault.purposeKey(purpose)
}

interface WrappedKey {
  readonly id: string
  readonly wrapped: Buffer
}

type Fragment = ReturnType<Sql>

interface Table {
  readonly name: Fragment
  readonly id: Fragment
  readonly arrayOfIds: Fragment
  readonly contextOf: (id: string) => string
}

const tablesOf = (sql: Sql): readonly Table[] => [
  { name: sql`vault.keys`, id: sql`subject`, arrayOfIds: sql`uuid[]`, contextOf: (subject) => subject },
  { name: sql`vault.purpose_keys`, id: sql`purpose`, arrayOfIds: sql`text[]`, contextOf: purposeContext },
]

async function countBut(sql: Sql, head: Buffer): Promise<number> {
  const counts = await Promise.all(
    tablesOf(sql).map(
      ({ name }) => sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM ${name} WHERE wrapped_key IS NOT NULL AND substring(wrapped_key FOR ${head.length}) <> ${head}`,
    ),
  )
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0)
}

const someBut = (sql: Sql, { name, id }: Table, head: Buffer, after: string | null): Promise<WrappedKey[]> => sql<WrappedKey[]>`
  SELECT ${id} AS id, wrapped_key AS wrapped FROM ${name}
  WHERE wrapped_key IS NOT NULL AND substring(wrapped_key FOR ${head.length}) <> ${head} ${after === null ? sql`` : sql`AND ${id} > ${after}`}
  ORDER BY ${id} LIMIT ${BATCH}`

async function replace(sql: Sql, { name, id, arrayOfIds }: Table, keys: readonly WrappedKey[], rewrap: (key: WrappedKey) => Buffer) {
  const ids = keys.map((key) => key.id)
  const before = keys.map(({ wrapped }) => wrapped.toString('hex'))
  const after = keys.map((key) => rewrap(key).toString('hex'))
  const { count } = await sql`
    UPDATE ${name} SET wrapped_key = decode(new.after, 'hex')
    FROM unnest(${ids}::${arrayOfIds}, ${before}::text[], ${after}::text[]) AS new (id, before, after)
    WHERE ${id} = new.id AND wrapped_key = decode(new.before, 'hex')`
  return count
}
