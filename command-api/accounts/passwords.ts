import type { Sql } from '@medicready/platform/postgres/connection'
import { hash, verify } from '@node-rs/argon2'

/** argon2id, the library's default, with OWASP's first choice of cost: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Password hashes, kept beside the log. */
export class Passwords {
  readonly #sql: Sql
  /** Verified in place of a hash that does not exist, so that an unknown address takes as long as a known one. */
  readonly #decoy = hash('no account has this password', parameters)

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /**
   * Stores the hash of a password under an id that the command brought along; sending the same again changes nothing.
   */
  async store(credentialId: string, userId: string, passwordHash: string): Promise<void> {
    await this.#sql`
      INSERT INTO auth.credentials (credential_id, user_id, password_hash) VALUES (${credentialId}, ${userId}, ${passwordHash})
      ON CONFLICT (credential_id) DO NOTHING`
  }

  hash(password: string): Promise<string> {
    return hash(password, parameters)
  }

  /** Which of these credentials has this password, null when none has; takes as long when there are none. */
  async find(credentialIds: readonly string[], password: string): Promise<string | null> {
    const stored =
      credentialIds.length === 0
        ? []
        : await this.#sql<{ credential_id: string; password_hash: string }[]>`
            SELECT credential_id, password_hash FROM auth.credentials WHERE credential_id IN ${this.#sql(credentialIds)}`
    if (stored.length === 0) await verify(await this.#decoy, password)
    for (const { credential_id, password_hash } of stored) if (await verify(password_hash, password)) return credential_id
    return null
  }
}
