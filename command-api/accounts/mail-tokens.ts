import { createHmac } from 'node:crypto'
import { hashToken } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'

export type LinkPurpose = 'verification' | 'password reset' | 'email change' | 'exam outcome'

interface Linked {
  readonly subjectId: string
  readonly userId: string
}

/** Derived from its subject, so a mail sent again after a crash is the same. Only the hash is stored. */
export class MailTokens {
  readonly #sql: Sql
  readonly #vault: Vault

  constructor(sql: Sql, vault: Vault) {
    this.#sql = sql
    this.#vault = vault
  }

  async issue(purpose: LinkPurpose, { subjectId, userId, expiresAt }: Linked & { readonly expiresAt: string }): Promise<string> {
    const token = createHmac('sha256', await this.#vault.purposeKey(purpose))
      .update(subjectId)
      .digest('base64url')
    await this.#sql`
      INSERT INTO auth.mail_tokens (token_hash, purpose, subject_id, user_id, expires_at)
      VALUES (${hashToken(token)}, ${purpose}, ${subjectId}, ${userId}, ${expiresAt})
      ON CONFLICT (token_hash) DO NOTHING`
    return token
  }

  async find(purpose: LinkPurpose, token: string): Promise<Linked | null> {
    const [row] = await this.#sql<{ subject_id: string; user_id: string }[]>`
      SELECT subject_id, user_id FROM auth.mail_tokens WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose}`
    return row ? { subjectId: row.subject_id, userId: row.user_id } : null
  }
}
