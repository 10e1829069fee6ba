import { createHash, timingSafeEqual } from 'node:crypto'
import { UNVERIFIED_PASSWORD_DAYS } from '@medicready/domain/accounts/shown/rules'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { RECOMMENDED_PASSWORD_MEMORY_KIB } from '@medicready/platform/environment'
import type { Sql } from '@medicready/platform/postgres/connection'
import { hash, parseOptions } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { HashingQueue, type Lane } from './hashing-queue.ts'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** Throws `passwordTooCommon`. Call this before anything is known of the caller. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw new Rejection('passwordTooCommon', [{ path: field, message: errors.passwordTooCommon.message }])
}

const cost = { timeCost: 2, parallelism: 1 } as const
const SALT_BYTES = 16

export interface StoredPassword {
  readonly credentialId: string
  readonly passwordHash: string
}

interface MovedSalt {
  readonly userId: string
  readonly credentialId: string
  readonly emailHash: string
  readonly since: string
}

/**
 * All passwords offered for an address are hashed with one salt, derived from the keyed hash of the address: a sign-in
 * costs one hash whether or not the address is known, and however many registrations it has. An account that changes
 * its address keeps its salt.
 */
export class Passwords {
  readonly #sql: Sql
  readonly #memoryKib: number
  readonly queue = new HashingQueue()

  constructor(sql: Sql, memoryKib = RECOMMENDED_PASSWORD_MEMORY_KIB) {
    this.#sql = sql
    this.#memoryKib = memoryKib
  }

  async store(credentialId: string, userId: string, passwordHash: string, expiresAt: string | null): Promise<void> {
    await this.#sql`
      INSERT INTO auth.credentials (credential_id, user_id, password_hash, expires_at)
      VALUES (${credentialId}, ${userId}, ${passwordHash}, ${expiresAt})
      ON CONFLICT (credential_id) DO NOTHING`
  }

  async keepUntil(credentialId: string, expiresAt: string): Promise<void> {
    await this.#sql`
      UPDATE auth.credentials SET expires_at = ${expiresAt} WHERE credential_id = ${credentialId} AND expires_at < ${expiresAt}`
  }

  /** Hashes of other registrations stay, or a failed sign-in would tell their makers that the address has an owner. */
  async keep(credentialId: string, userId: string): Promise<void> {
    await this.#sql`
      WITH kept AS (UPDATE auth.credentials SET expires_at = NULL WHERE credential_id = ${credentialId} RETURNING created_at)
      DELETE FROM auth.credentials USING kept
      WHERE user_id = ${userId} AND credential_id <> ${credentialId}
        AND credentials.expires_at IS NULL AND credentials.created_at < kept.created_at`
  }

  async forget(credentialId: string): Promise<void> {
    await this.#sql`DELETE FROM auth.credentials WHERE credential_id = ${credentialId}`
  }

  async hash(password: string, emailHash: string, lane: Lane = 'registration'): Promise<string> {
    this.queue.refuseIfFull(lane)
    const [moved] = await this.#sql<{ salt: Buffer }[]>`SELECT salt FROM auth.password_salts WHERE email_hash = ${emailHash}`
    const salt = moved?.salt ?? saltOf(emailHash)
    return this.queue.run(lane, () => hash(password, { ...cost, memoryCost: this.#memoryKib, salt }))
  }

  /** Gives the new address the account's salt, and forgets hashes that would tell who owns it now. */
  async moveSalt({ userId, credentialId, emailHash, since }: MovedSalt): Promise<void> {
    const [own] = await this.#sql<{ hash: string }[]>`
      SELECT password_hash AS hash FROM auth.credentials WHERE credential_id = ${credentialId}`
    if (!own) return
    await this.#sql`
      DELETE FROM auth.credentials
      WHERE user_id = ${userId} AND credential_id <> ${credentialId} AND expires_at <= ${unverifiedUntil(since)}`
    await this.#sql`
      WITH former AS (DELETE FROM auth.password_salts WHERE user_id = ${userId} AND email_hash <> ${emailHash})
      INSERT INTO auth.password_salts (email_hash, user_id, salt) VALUES (${emailHash}, ${userId}, ${saltIn(own.hash)})
      ON CONFLICT (email_hash) DO UPDATE SET user_id = excluded.user_id, salt = excluded.salt`
  }

  async offeredTo(userId: string): Promise<readonly StoredPassword[]> {
    return this.#sql<StoredPassword[]>`
      SELECT credential_id AS "credentialId", password_hash AS "passwordHash"
      FROM auth.credentials WHERE user_id = ${userId} ORDER BY created_at DESC`
  }

  /** Costs one hash per salt, and one when there are no credentials. */
  async find(credentialIds: readonly string[], password: string, lane: Lane = 'signIn'): Promise<string | null> {
    const stored =
      credentialIds.length === 0
        ? []
        : await this.#sql<StoredPassword[]>`
            SELECT credential_id AS "credentialId", password_hash AS "passwordHash"
            FROM auth.credentials WHERE credential_id IN ${this.#sql(credentialIds)}`
    if (stored.length === 0) await this.hash(password, '', lane)
    const ways = new Map(stored.map(({ passwordHash }) => [wayOf(passwordHash), passwordHash]))
    for (const like of ways.values()) {
      const found = matching(stored, await this.#hashLike(like, password, lane))
      if (found[0] !== undefined) return found[0]
    }
    return null
  }

  async replace({ credentialId, passwordHash }: StoredPassword): Promise<void> {
    await this.#sql`UPDATE auth.credentials SET password_hash = ${passwordHash} WHERE credential_id = ${credentialId}`
  }

  #hashLike(like: string, password: string, lane: Lane): Promise<string> {
    const { memoryCost, timeCost, parallelism } = parseOptions(like)
    return this.queue.run(lane, () => hash(password, { memoryCost, timeCost, parallelism, salt: saltIn(like) }))
  }
}

const saltOf = (emailHash: string): Buffer =>
  createHash('sha256').update(`salt of the passwords for ${emailHash}`).digest().subarray(0, SALT_BYTES)

const saltIn = (passwordHash: string): Buffer => Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')

export const wayOf = (passwordHash: string): string => passwordHash.slice(0, passwordHash.lastIndexOf('$'))

export const matching = (stored: readonly StoredPassword[], passwordHash: string): readonly string[] =>
  stored.filter((one) => isSame(one.passwordHash, passwordHash)).map(({ credentialId }) => credentialId)

function isSame(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}

export const unverifiedUntil = (now: string): string => hoursAfter(now, UNVERIFIED_PASSWORD_DAYS * 24)
