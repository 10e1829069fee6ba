import { createHmac } from 'node:crypto'
import { normalizeEmail } from '@medicready/domain/accounts/email-claim'
import type { Vault } from '@medicready/platform/vault/vault'

/** Keyed, so that the log does not tell whether an address is known. */
export type HashEmail = (email: string) => Promise<string>

export const hashEmails =
  (vault: Vault): HashEmail =>
  async (email) =>
    createHmac('sha256', await vault.purposeKey('email'))
      .update(normalizeEmail(email))
      .digest('base64url')
