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

  /** Stores the hash of a password under an id that the command brought along; sending the same again changes nothing. */
  async store(credentialId: string, userId: string, passwordHash: string): Promise<void> {
    await this.#sql`
      INSERT INTO auth.credentials (credential_id, user_id, password_hash) VALUES (${credentialId}, ${userId}, ${passwordHash})
      ON CONFLICT (credential_id) DO NOTHING`
  }

  hash(password: string): Promise<string> {
    return hash(password, parameters)
  }

  /** Whether this is the password; takes as long when there is none. */
  async matches(credentialId: string | null, password: string): Promise<boolean> {
    const rows = credentialId
      ? await this.#sql<{ password_hash: string }[]>`SELECT password_hash FROM auth.credentials WHERE credential_id = ${credentialId}`
      : []
    const stored = rows[0]?.password_hash
    const isRight = await verify(stored ?? (await this.#decoy), password)
    return stored !== undefined && isRight
  }
}
