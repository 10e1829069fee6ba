import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Announcements, type Listener } from '../postgres/announcements.ts'
import type { Sql } from '../postgres/connection.ts'
import { FIRST_FORM_BYTES, MasterKeys } from './master-keys.ts'
import { KEY_BYTES } from './sealing.ts'

/** Said with the person's id when their key is destroyed. */
export const KEY_DESTROYED_CHANNEL = 'key_destroyed'
/** A destroyed key is forgotten by every process within this time, should its announcement be lost. */
const CACHE_MILLISECONDS = 60_000

/** Under which the secret for a purpose is wrapped. */
export const purposeContext = (purpose: string): string => `purpose:${purpose}`

/**
 * Personal data is sealed with a key for each person (AES-256-GCM). The keys stand in `vault.keys`, wrapped by the
 * master key. To destroy a person's key is to erase them from the log.
 */
export class Vault {
  readonly #sql: Sql
  readonly #masterKeys: MasterKeys
  readonly #keys = new LRUCache<string, Buffer>({ max: 50_000, ttl: CACHE_MILLISECONDS })
  readonly #purposes = new Map<string, Promise<Buffer>>()
  readonly #destroyed: Announcements
  /** Counted up with each: what was looked up before one is not remembered after it. */
  #destructions = 0
  readonly #listeners: Listener[] = []

  /** `previousMasterKey`: the one before, while it is being rotated. */
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

  /** For caches of data of people whose keys are destroyed. */
  onDestroyed(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Begins to hear of keys that other processes destroy. */
  start(): void {
    this.#destroyed.start()
  }

  stop(): Promise<void> {
    return this.#destroyed.stop()
  }

  /**
   * A secret of its own for a purpose, made when it is first asked for and the same for ever: a new master key wraps it
   * anew, and what was made with it stays good.
   */
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
    const find = async () =>
      (
        await this.#sql<{ wrapped_key: Buffer | null }[]>`
      SELECT wrapped_key FROM vault.purpose_keys WHERE purpose = ${purpose}`
      )[0]
    const known = await find()
    if (known?.wrapped_key) return this.#masterKeys.unwrap(known.wrapped_key, context)
    const made = known ? await this.#purposeKeyOfTheFirstDays(purpose) : randomBytes(KEY_BYTES)
    await this.#sql`
      INSERT INTO vault.purpose_keys AS known (purpose, wrapped_key) VALUES (${purpose}, ${this.#masterKeys.wrap(made, context)})
      ON CONFLICT (purpose) DO UPDATE SET wrapped_key = excluded.wrapped_key WHERE known.wrapped_key IS NULL`
    // Of several processes that make it at once, one has.
    const kept = await find()
    if (!kept?.wrapped_key) throw new Error(`The key for ${purpose} was not kept.`)
    return this.#masterKeys.unwrap(kept.wrapped_key, context)
  }

  async #purposeKeyOfTheFirstDays(purpose: string): Promise<Buffer> {
    const [row] = await this.#sql<{ subject: string; wrapped_key: Buffer }[]>`
      SELECT subject, wrapped_key FROM vault.keys WHERE octet_length(wrapped_key) = ${FIRST_FORM_BYTES} LIMIT 1`
    return this.#masterKeys.derivedInTheFirstDays(purpose, row ? { wrapped: row.wrapped_key, context: row.subject } : null)
  }

  /** The keys of these people; those whose key was destroyed, or never was, are not in the answer. */
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

  /** The key of a person, made when there is none. Throws for a person who was erased. */
  async keyFor(subject: string): Promise<Buffer> {
    const known = (await this.keysOf([subject])).get(subject)
    if (known) return known
    const wrapped = this.#masterKeys.wrap(randomBytes(KEY_BYTES), subject)
    await this.#sql`INSERT INTO vault.keys (subject, wrapped_key) VALUES (${subject}, ${wrapped}) ON CONFLICT (subject) DO NOTHING`
    const key = (await this.keysOf([subject])).get(subject)
    if (!key) throw new Error(`The key of ${subject} was destroyed.`)
    return key
  }

  /** Destroys a person's key: what it sealed can never be opened again. Every process that has it forgets it. */
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
