import { createHmac } from 'node:crypto'
import { normalizeEmail } from '@medicready/domain/accounts/email-claim'
import type { Vault } from '@medicready/platform/vault/vault'

/**
 * Under which an address is claimed: keyed, so that the log tells no one who asks for an address whether it is known.
 */
export type HashEmail = (email: string) => Promise<string>

export const hashEmails =
  (vault: Vault): HashEmail =>
  async (email) =>
    createHmac('sha256', await vault.purposeKey('email'))
      .update(normalizeEmail(email))
      .digest('base64url')
