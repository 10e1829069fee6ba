import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@medicready/domain/accounts/shown/rules'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'

/** No characters that look alike on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Hashed with the person's key: the database alone does not reveal them. */
export class RecoveryCodes {
  readonly #sql: Sql
  readonly #vault: Vault

  constructor(sql: Sql, vault: Vault) {
    this.#sql = sql
    this.#vault = vault
  }

  async replace(userId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode)
    const key = await this.#vault.keyFor(userId)
    const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(key, code) }))
    await this.#sql.begin(async (sql) => {
      await sql`DELETE FROM auth.recovery_codes WHERE user_id = ${userId}`
      await sql`INSERT INTO auth.recovery_codes ${sql(rows)}`
    })
    return codes
  }

  async use(userId: string, code: string): Promise<number | null> {
    const key = (await this.#vault.keysOf([userId])).get(userId)
    if (!key) return null
    const { count } = await this.#sql`DELETE FROM auth.recovery_codes WHERE user_id = ${userId} AND code_hash = ${hashOf(key, code)}`
    if (count === 0) return null
    const [row] = await this.#sql<{ left: number }[]>`SELECT count(*)::int AS left FROM auth.recovery_codes WHERE user_id = ${userId}`
    return row?.left ?? 0
  }

  async forget(userId: string): Promise<void> {
    await this.#sql`DELETE FROM auth.recovery_codes WHERE user_id = ${userId}`
  }
}

const newCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-')

const hashOf = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery code ${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest()
