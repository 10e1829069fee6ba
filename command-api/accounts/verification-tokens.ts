import { createHmac } from 'node:crypto'
import { hashToken } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'

/**
 * The tokens of verification links. A token follows from the verification it stands for, so that a mail that is sent
 * again after a crash is the same mail; only its hash is stored.
 */
export class VerificationTokens {
  readonly #sql: Sql
  readonly #vault: Vault

  constructor(sql: Sql, vault: Vault) {
    this.#sql = sql
    this.#vault = vault
  }

  async issue(verification: { verificationId: string; userId: string; expiresAt: string }): Promise<string> {
    const token = createHmac('sha256', await this.#vault.purposeKey('verification'))
      .update(verification.verificationId)
      .digest('base64url')
    await this.#sql`
      INSERT INTO auth.verification_tokens (token_hash, verification_id, user_id, expires_at)
      VALUES (${hashToken(token)}, ${verification.verificationId}, ${verification.userId}, ${verification.expiresAt})
      ON CONFLICT (token_hash) DO NOTHING`
    return token
  }

  async find(token: string): Promise<{ verificationId: string; userId: string } | null> {
    const [row] = await this.#sql<{ verification_id: string; user_id: string }[]>`
      SELECT verification_id, user_id FROM auth.verification_tokens WHERE token_hash = ${hashToken(token)}`
    return row ? { verificationId: row.verification_id, userId: row.user_id } : null
  }
}
