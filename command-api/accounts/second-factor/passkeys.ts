import type { SecondFactor } from '@medicready/domain/accounts/account'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { parse as bytesOfUuid } from 'uuid'

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingPartyAt(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
}

interface PasskeyRow {
  readonly factor_id: string
  readonly user_id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: string
  readonly transports: string[]
}

const TIMEOUT_MILLISECONDS = 5 * 60_000
/** COSE numbers of EdDSA, ES256 and RS256; every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

export class Passkeys {
  readonly #sql: Sql
  readonly #relyingParty: RelyingParty

  constructor(sql: Sql, relyingParty: RelyingParty) {
    this.#sql = sql
    this.#relyingParty = relyingParty
  }

  async creationOptions(person: { userId: string; email: string; name: string }, factors: readonly SecondFactor[]) {
    const rows = await this.#rowsOf(factors)
    return generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: this.#relyingParty.id,
      userID: Uint8Array.from(bytesOfUuid(person.userId)),
      userName: person.email,
      userDisplayName: person.name,
      timeout: TIMEOUT_MILLISECONDS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: rows.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
  }

  async made(response: RegistrationResponseJSON, challenge: string): Promise<NewPasskey | null> {
    const { id, origin } = this.#relyingParty
    const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: false }
    const result = await unlessWrong(() => verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: ALGORITHMS }))
    if (!result?.verified) return null
    const { credential } = result.registrationInfo
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  }

  async keep(factorId: string, userId: string, { credentialId, publicKey, counter, transports }: NewPasskey): Promise<boolean> {
    const { count } = await this.#sql`
      INSERT INTO auth.passkeys (factor_id, user_id, credential_id, public_key, counter, transports)
      VALUES (${factorId}, ${userId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${[...transports]}::text[])
      ON CONFLICT (credential_id) DO NOTHING`
    return count > 0
  }

  async requestOptions(factors: readonly SecondFactor[] | 'any') {
    const rows = factors === 'any' ? [] : await this.#rowsOf(factors)
    return generateAuthenticationOptions({
      rpID: this.#relyingParty.id,
      timeout: TIMEOUT_MILLISECONDS,
      // Without a password, the device must verify the user.
      userVerification: factors === 'any' ? 'required' : 'preferred',
      ...(factors !== 'any' && { allowCredentials: rows.map(({ credential_id, transports }) => ({ id: credential_id, transports })) }),
    })
  }

  /** Null if it is not one of ours, was made for another site, or its counter shows a clone. */
  async signer(response: AuthenticationResponseJSON, challenge: string, { isOnlyProof }: { readonly isOnlyProof: boolean }) {
    const [row] = await this.#sql<PasskeyRow[]>`SELECT * FROM auth.passkeys WHERE credential_id = ${response.id}`
    if (!row || !isHandleOf(row.user_id, response.response.userHandle)) return null
    const { id, origin } = this.#relyingParty
    const credential = {
      id: row.credential_id,
      publicKey: Uint8Array.from(row.public_key),
      counter: Number(row.counter),
      transports: row.transports,
    }
    const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: isOnlyProof }
    const result = await unlessWrong(() => verifyAuthenticationResponse({ response, credential, ...expected }))
    if (!result?.verified) return null
    const { newCounter } = result.authenticationInfo
    const { count } = await this.#sql`
      UPDATE auth.passkeys SET counter = ${newCounter}
      WHERE factor_id = ${row.factor_id} AND (counter < ${newCounter} OR (counter = 0 AND ${newCounter} = 0))`
    return count > 0 ? { factorId: row.factor_id, userId: row.user_id } : null
  }

  async remove(factorId: string): Promise<void> {
    await this.#sql`DELETE FROM auth.passkeys WHERE factor_id = ${factorId}`
  }

  async #rowsOf(factors: readonly SecondFactor[]): Promise<readonly PasskeyRow[]> {
    const ids = factors.filter(({ kind }) => kind === 'passkey').map(({ factorId }) => factorId)
    if (ids.length === 0) return []
    return this.#sql<PasskeyRow[]>`SELECT * FROM auth.passkeys WHERE factor_id IN ${this.#sql(ids)} ORDER BY factor_id`
  }
}

/** A passkey may name its user, who must then match. */
const isHandleOf = (userId: string, handle: string | undefined): boolean =>
  handle === undefined || Buffer.from(handle, 'base64url').equals(Buffer.from(bytesOfUuid(userId)))

async function unlessWrong<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
