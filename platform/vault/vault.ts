import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Announcements, type Listener } from '../postgres/announcements.ts'
import type { Sql } from '../postgres/connection.ts'
import { FIRST_FORM_BYTES, MasterKeys } from './master-keys.ts'
import { KEY_BYTES } from './sealing.ts'

/** The payload is the person's ID. */
export const KEY_DESTROYED_CHANNEL = 'key_destroyed'
/** If an announcement is lost, a destroyed key is forgotten within this time. */
const CACHE_MILLISECONDS = 60_000

export const purposeContext = (purpose: string): string => `purpose:${purpose}`

export async function destroyedKeys(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ subject: string }[]>`SELECT subject FROM vault.keys WHERE wrapped_key IS NULL`
  return new Set(rows.map(({ subject }) => subject))
}

/** One key per person, wrapped by the master key. Destroying it erases the person from the log. */
export class Vault {
  readonly #sql: Sql
  readonly #masterKeys: MasterKeys
  readonly #keys = new LRUCache<string, Buffer>({ max: 50_000, ttl: CACHE_MILLISECONDS })
  readonly #purposes = new Map<string, Promise<Buffer>>()
  readonly #destroyed: Announcements
  /** Increases with each, so that a look-up begun before one is not cached after it. */
  #destructions = 0
  readonly #listeners: Listener[] = []

  /** `previousMasterKey`: during a rotation. */
  constructor(sql: Sql, masterKey: string, previousMasterKey?: string) {
    this.#sql = sql
    this.#masterKeys = new MasterKeys(masterKey, previousMasterKey)
    this.#destroyed = new Announcements(sql, KEY_DESTROYED_CHANNEL, {
      heard: (subject) => this.#forget(subject),
      missed: () => {
        this.#destructions += 1
        this.#keys.clear()
        for (const { missed } of this.#listeners) missed()
      },
    })
  }

  onDestroyed(listener: Listener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    this.#destroyed.start()
  }

  stop(): Promise<void> {
    return this.#destroyed.stop()
  }

  /** Never changes: a new master key only wraps it again. */
  purposeKey(purpose: string): Promise<Buffer> {
    const known = this.#purposes.get(purpose)
    if (known) return known
    const finding = this.#ensurePurposeKey(purpose)
    this.#purposes.set(purpose, finding)
    finding.catch(() => this.#purposes.delete(purpose))
    return finding
  }

  async #ensurePurposeKey(purpose: string): Promise<Buffer> {
    const context = purposeContext(purpose)
    const find = () => this.#sql<{ wrapped_key: Buffer | null }[]>`SELECT wrapped_key FROM vault.purpose_keys WHERE purpose = ${purpose}`
    const [known] = await find()
    if (known?.wrapped_key) return this.#masterKeys.unwrap(known.wrapped_key, context)
    const made = known ? await this.#purposeKeyOfTheFirstDays(purpose) : randomBytes(KEY_BYTES)
    await this.#sql`
      INSERT INTO vault.purpose_keys AS known (purpose, wrapped_key) VALUES (${purpose}, ${this.#masterKeys.wrap(made, context)})
      ON CONFLICT (purpose) DO UPDATE SET wrapped_key = excluded.wrapped_key WHERE known.wrapped_key IS NULL`
    // Of several processes that create it at once, one wins.
    const [kept] = await find()
    if (!kept?.wrapped_key) throw new Error(`The key for ${purpose} was not kept.`)
    return this.#masterKeys.unwrap(kept.wrapped_key, context)
  }

  async #purposeKeyOfTheFirstDays(purpose: string): Promise<Buffer> {
    const [row] = await this.#sql<{ subject: string; wrapped_key: Buffer }[]>`
      SELECT subject, wrapped_key FROM vault.keys WHERE octet_length(wrapped_key) = ${FIRST_FORM_BYTES} LIMIT 1`
    return this.#masterKeys.derivedInTheFirstDays(purpose, row ? { wrapped: row.wrapped_key, context: row.subject } : null)
  }

  /** Omits people whose key was destroyed or never existed. */
  async keysOf(subjects: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
    const keys = new Map<string, Buffer>()
    const missing: string[] = []
    for (const subject of new Set(subjects)) {
      const key = this.#keys.get(subject)
      if (key) keys.set(subject, key)
      else missing.push(subject)
    }
    if (missing.length > 0) {
      const destructions = this.#destructions
      const rows = await this.#sql<{ subject: string; wrapped_key: Buffer }[]>`
        SELECT subject, wrapped_key FROM vault.keys WHERE subject = ANY(${missing}::uuid[]) AND wrapped_key IS NOT NULL`
      for (const row of rows) {
        const key = this.#masterKeys.unwrap(row.wrapped_key, row.subject)
        if (destructions === this.#destructions) this.#keys.set(row.subject, key)
        keys.set(row.subject, key)
      }
    }
    return keys
  }

  async keyFor(subject: string): Promise<Buffer> {
    const known = (await this.keysOf([subject])).get(subject)
    if (known) return known
    const wrapped = this.#masterKeys.wrap(randomBytes(KEY_BYTES), subject)
    await this.#sql`INSERT INTO vault.keys (subject, wrapped_key) VALUES (${subject}, ${wrapped}) ON CONFLICT (subject) DO NOTHING`
    const key = (await this.keysOf([subject])).get(subject)
    if (!key) throw new Error(`The key of ${subject} was destroyed.`)
    return key
  }

  /** Irreversible. Every process forgets the key. */
  async destroyKey(subject: string): Promise<void> {
    await this.#sql`
      INSERT INTO vault.keys (subject, wrapped_key, destroyed_at) VALUES (${subject}, NULL, now())
      ON CONFLICT (subject) DO UPDATE SET wrapped_key = NULL, destroyed_at = coalesce(vault.keys.destroyed_at, now())`
    this.#forget(subject)
    await this.#sql.notify(KEY_DESTROYED_CHANNEL, subject)
  }

  #forget(subject: string): void {
    this.#destructions += 1
    this.#keys.delete(subject)
    for (const { heard } of this.#listeners) heard(subject)
  }
}
