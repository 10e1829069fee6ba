import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../postgres/connection.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:v1:'
/** A destroyed key is forgotten by every process within this time. */
const CACHE_MILLISECONDS = 60_000

/**
 * Personal data, sealed with a key for each person (AES-256-GCM). The keys stand in `vault.keys`, wrapped by the master
 * key. To destroy a person's key is to erase them from the log.
 */
export class Vault {
  readonly #sql: Sql
  readonly #masterKey: Buffer
  readonly #keys = new LRUCache<string, Buffer>({ max: 50_000, ttl: CACHE_MILLISECONDS })

  constructor(sql: Sql, masterKey: string) {
    this.#sql = sql
    this.#masterKey = Buffer.from(masterKey, 'base64')
  }

  /**
   * A secret of its own for a purpose, derived from the master key: the purposes cannot be told from each other's
   * output.
   */
  deriveKey(purpose: string): Buffer {
    return createHmac('sha256', this.#masterKey).update(`medicready:${purpose}`).digest()
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
      const rows = await this.#sql<{ subject: string; wrapped_key: Buffer }[]>`
        SELECT subject, wrapped_key FROM vault.keys WHERE subject = ANY(${missing}::uuid[]) AND wrapped_key IS NOT NULL`
      for (const row of rows) {
        const key = decrypt(this.#masterKey, row.wrapped_key, row.subject)
        this.#keys.set(row.subject, key)
        keys.set(row.subject, key)
      }
    }
    return keys
  }

  /** The key of a person, made when there is none. Throws for a person who was erased. */
  async keyFor(subject: string): Promise<Buffer> {
    const known = (await this.keysOf([subject])).get(subject)
    if (known) return known
    const wrapped = encrypt(this.#masterKey, randomBytes(32), subject)
    await this.#sql`INSERT INTO vault.keys (subject, wrapped_key) VALUES (${subject}, ${wrapped}) ON CONFLICT (subject) DO NOTHING`
    const key = (await this.keysOf([subject])).get(subject)
    if (!key) throw new Error(`The key of ${subject} was destroyed.`)
    return key
  }

  /** Destroys a person's key: what it sealed can never be opened again. */
  async destroyKey(subject: string): Promise<void> {
    await this.#sql`
      INSERT INTO vault.keys (subject, wrapped_key, destroyed_at) VALUES (${subject}, NULL, now())
      ON CONFLICT (subject) DO UPDATE SET wrapped_key = NULL, destroyed_at = coalesce(vault.keys.destroyed_at, now())`
    this.#keys.delete(subject)
  }
}

/** Seals a text for one place: it opens only with the same key and the same context. */
export const seal = (key: Buffer, text: string, context: string): string =>
  PREFIX + encrypt(key, Buffer.from(text, 'utf8'), context).toString('base64url')

/** Opens what `seal` made. Throws when the key, the context or a byte is another one. */
export function open(key: Buffer, sealed: string, context: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error('This text was not sealed.')
  return decrypt(key, Buffer.from(sealed.slice(PREFIX.length), 'base64url'), context).toString('utf8')
}

function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}
