import type { Sql } from '@medicready/platform/postgres/connection'
import { open, seal } from '@medicready/platform/vault/sealing'
import type { Vault } from '@medicready/platform/vault/vault'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const algorithm = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** Clocks differ and people type slowly, so the codes of the neighboring half minutes count too. */
const WINDOW = 1
/** Per day: guessing is hopeless even with the password. Recovery codes and passkeys still work. */
const MOST_WRONG_CODES = 20

/** Secrets are sealed with the person's key. A code is accepted once, and none older than the last. */
export class AuthenticatorApps {
  readonly #sql: Sql
  readonly #vault: Vault

  constructor(sql: Sql, vault: Vault) {
    this.#sql = sql
    this.#vault = vault
  }

  static newSecret = (): string => new Secret({ size: 20 }).base32

  async seal(userId: string, secret: string): Promise<string> {
    return seal(await this.#vault.keyFor(userId), secret, contextOf(userId))
  }

  async #open(userId: string, sealedSecret: string): Promise<string | null> {
    const key = (await this.#vault.keysOf([userId])).get(userId)
    return key ? open(key, sealedSecret, contextOf(userId)) : null
  }

  async stepOf(userId: string, sealedSecret: string, code: string, now: string): Promise<number | null> {
    const secret = await this.#open(userId, sealedSecret)
    if (secret === null) return null
    const timestamp = Date.parse(now)
    const delta = new TOTP({ ...algorithm, secret }).validate({ token: code, timestamp, window: WINDOW })
    return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta
  }

  async keep(app: { factorId: string; userId: string; sealedSecret: string; lastStep: number }): Promise<void> {
    await this.#sql`
      INSERT INTO auth.authenticator_apps (factor_id, user_id, sealed_secret, last_step)
      VALUES (${app.factorId}, ${app.userId}, ${app.sealedSecret}, ${app.lastStep})
      ON CONFLICT (factor_id) DO UPDATE SET sealed_secret = excluded.sealed_secret`
  }

  async hasSecret(userId: string, factorId: string, secret: string): Promise<boolean> {
    const [app] = await this.#appsOf([factorId])
    return app !== undefined && (await this.#open(userId, app.sealed_secret)) === secret
  }

  async accept(userId: string, factorIds: readonly string[], code: string, now: string): Promise<boolean> {
    for (const { factor_id, sealed_secret } of await this.#appsOf(factorIds)) {
      const step = await this.stepOf(userId, sealed_secret, code, now)
      if (step === null) continue
      const { count } = await this
        .#sql`UPDATE auth.authenticator_apps SET last_step = ${step} WHERE factor_id = ${factor_id} AND last_step < ${step}`
      if (count > 0) return true
    }
    return false
  }

  /** Counted before the check; false when the daily limit is reached. `forgive` takes a right one back. */
  async countGuess(userId: string, now: string): Promise<boolean> {
    const [row] = await this.#sql<{ taken: number }[]>`
      INSERT INTO auth.wrong_codes AS known (user_id, day, taken) VALUES (${userId}, ${now.slice(0, 10)}, 1)
      ON CONFLICT (user_id) DO UPDATE SET
        day = excluded.day, taken = CASE WHEN known.day = excluded.day THEN known.taken + 1 ELSE 1 END
      WHERE known.day <> excluded.day OR known.taken < ${MOST_WRONG_CODES}
      RETURNING taken`
    return row !== undefined
  }

  async forgive(userId: string): Promise<void> {
    await this.#sql`UPDATE auth.wrong_codes SET taken = taken - 1 WHERE user_id = ${userId} AND taken > 0`
  }

  async remove(factorId: string): Promise<void> {
    await this.#sql`DELETE FROM auth.authenticator_apps WHERE factor_id = ${factorId}`
  }

  async #appsOf(factorIds: readonly string[]): Promise<readonly { factor_id: string; sealed_secret: string }[]> {
    if (factorIds.length === 0) return []
    return this.#sql<{ factor_id: string; sealed_secret: string }[]>`
      SELECT factor_id, sealed_secret FROM auth.authenticator_apps WHERE factor_id IN ${this.#sql(factorIds)}`
  }
}

const contextOf = (userId: string) => `authenticator app of ${userId}`

export const setupUri = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string =>
  new TOTP({ ...algorithm, secret, issuer, label }).toString()
