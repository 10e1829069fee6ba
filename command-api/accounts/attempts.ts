import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Clock } from '@medicready/platform/clock'
import { NETWORKS_OF_A_SITE, networkOf, siteOf } from '@medicready/platform/http/network'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { LRUCache } from 'lru-cache'
import type { HashEmail } from './email-hash.ts'

interface Counting {
  readonly isGuess: boolean
  readonly byNetwork: boolean
  readonly mostPerNetwork?: number
  /** An hour, without pauses in between. */
  readonly mostGuesses?: number
}

/** Guesses count per account; unknown callers per network and overall, or anyone could lock an owner out. */
const purposes = {
  signIn: { isGuess: true, byNetwork: true },
  secondFactor: { isGuess: true, byNetwork: true },
  passkey: { isGuess: false, byNetwork: true },
  password: { isGuess: true, byNetwork: false },
  /** Many codes are known, and a right one says nothing about the next. */
  discountCode: { isGuess: true, byNetwork: true, mostGuesses: 10 },
  contact: { isGuess: true, byNetwork: true, mostGuesses: 5 },
  visitorContact: { isGuess: false, byNetwork: true, mostPerNetwork: 10 },
  registration: { isGuess: false, byNetwork: true },
  mail: { isGuess: false, byNetwork: true },
  link: { isGuess: false, byNetwork: true },
  mailEvents: { isGuess: false, byNetwork: true },
  sample: { isGuess: false, byNetwork: true },
} as const satisfies Record<string, Counting>
export type AttemptPurpose = keyof typeof purposes

export interface Attempt {
  readonly purpose: AttemptPurpose
  readonly email?: string
  readonly userId?: string
  /** A device that proved to be the account's is counted apart, so that others' attempts do not lock its owner out. */
  readonly deviceId?: string | null
}

export interface CountedAttempt {
  readonly guesses: number
  succeeded(): Promise<void>
}

/** Of a request, only where it comes from. */
interface Sender {
  readonly ip: string
}

export type CheckAttempts = (request: Sender, attempt: Attempt) => Promise<CountedAttempt>

export interface AttemptLimits {
  readonly perNetwork: number
  /** Beyond this, each network has a tenth of its share, so that a person can still get through during an attack. */
  readonly overall: number
}

const HOUR_SECONDS = 3_600
const GUESSES_PER_HOUR = 100
const GUESSES_WITHOUT_PAUSE = 5
const LONGEST_PAUSE_SECONDS = 32
const SHARE_UNDER_ATTACK = 0.1

interface Counted {
  readonly guess: string | null
  readonly network: string | null
  readonly site: string | null
  readonly overall: string
  readonly isAtCode: boolean
}
type Networks = Pick<Counted, 'site' | 'overall'> & { readonly network: string }
const REMEMBERED_REFUSALS = 10_000

/**
 * For all processes. Counted before it runs, so that parallel attempts gain nothing; taken back on success.
 * Our own: rate-limiter-flexible counts each key by itself, so a blocked network would use up the share of others.
 */
export class Attempts {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #hashEmail: HashEmail
  readonly #limits: AttemptLimits
  /** Networks over their share, until when: a flood of them costs Postgres nothing. */
  readonly #refused = new LRUCache<string, number>({ max: REMEMBERED_REFUSALS })

  constructor(deps: { readonly sql: Sql; readonly clock: Clock; readonly hashEmail: HashEmail }, limits: AttemptLimits) {
    this.#sql = deps.sql
    this.#clock = deps.clock
    this.#hashEmail = deps.hashEmail
    this.#limits = limits
  }

  readonly check: CheckAttempts = async ({ ip }, { purpose, email, userId, deviceId = null }) => {
    const { isGuess, byNetwork, mostPerNetwork = MANY }: Counting = purposes[purpose]
    const isOfNetwork = byNetwork && deviceId === null
    const network = isOfNetwork ? `${purpose} network ${networkOf(ip)}` : null
    const site = isOfNetwork && siteOf(ip) !== null ? `${purpose} site ${siteOf(ip)}` : null
    const overall = `${purpose} overall`
    if (network !== null) await this.#countNetwork({ network, site, overall }, Math.min(this.#limits.perNetwork, mostPerNetwork))
    const account = email === undefined ? userId : await this.#hashEmail(email)
    const guess =
      isGuess && account !== undefined ? [purpose, 'account', account, ...(deviceId === null ? [] : [deviceId])].join(' ') : null
    const isAtCode = purpose === 'discountCode'
    const guesses = guess !== null && account !== undefined ? await this.#countGuess(guess, account, purpose) : 0
    return { guesses, succeeded: () => this.#takeBack({ guess, network, site, overall, isAtCode }) }
  }

  /** An owner starts from zero. A right code takes back only itself, or a known code would allow more guesses. */
  async #takeBack({ guess, network, site, overall, isAtCode }: Counted): Promise<void> {
    for (const key of [network, site]) if (key !== null) this.#refused.delete(key)
    const takingGuessBack = isAtCode
      ? this.#sql`UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${guess} AND taken > 0`
      : this.#sql`DELETE FROM auth.attempts WHERE key = ${guess}`
    // In the order in which they were counted, to avoid deadlocks.
    await this.#sql`
      WITH guess AS (${takingGuessBack}),
        network AS (UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${network} AND taken > 0 RETURNING taken),
        site AS (UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${site} AND taken > 0 AND EXISTS (SELECT FROM network))
      UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${overall} AND taken > 0 AND EXISTS (SELECT FROM network)`
  }

  async #countNetwork({ network, site, overall }: Networks, most: number): Promise<void> {
    const shutOutUntil = Math.max(this.#refused.get(network) ?? 0, (site !== null && this.#refused.get(site)) || 0)
    if (shutOutUntil > Date.parse(this.#clock())) throw this.#tooMany(shutOutUntil)
    const now = this.#clock()
    const mostOfSite = most * NETWORKS_OF_A_SITE
    // Each is counted only if the one before had room: a blocked network cannot use up the share of others.
    const one = (key: string | null) => this.#sql`SELECT ${key}, NULL, 1, ${now}::timestamptz`
    const [counted] = await this.#sql<{ byNetwork: number | null; bySite: number | null; byAll: number | null }[]>`
      WITH network AS (${this.#counting(one(network), { now, most })}),
        site AS (${this.#counting(this.#sql`${one(site)} FROM network WHERE ${site}::text IS NOT NULL`, { now, most: mostOfSite })}),
        everyone AS (${this.#counting(this.#sql`${one(overall)} FROM network WHERE ${site}::text IS NULL OR EXISTS (SELECT FROM site)`, { now })})
      SELECT (SELECT taken FROM network) AS "byNetwork", (SELECT taken FROM site) AS "bySite", (SELECT taken FROM everyone) AS "byAll"`
    const { byNetwork = null, bySite = null, byAll = null } = counted ?? {}
    const isWithinShare =
      (byNetwork ?? 0) <= Math.ceil(most * SHARE_UNDER_ATTACK) && (bySite ?? 0) <= Math.ceil(mostOfSite * SHARE_UNDER_ATTACK)
    if (byAll !== null && (byAll <= this.#limits.overall || isWithinShare)) return
    const full = byNetwork === null ? network : byAll === null ? site : null
    const freeAt = await this.#freeAt(full ?? network)
    if (full !== null) this.#refused.set(full, freeAt)
    throw this.#tooMany(freeAt)
  }

  async #countGuess(key: string, account: string, purpose: AttemptPurpose): Promise<number> {
    const { mostGuesses }: Counting = purposes[purpose]
    const most = mostGuesses ?? GUESSES_PER_HOUR
    const withoutPause = mostGuesses === undefined ? GUESSES_WITHOUT_PAUSE : mostGuesses + 1
    const now = this.#clock()
    const guess = this.#sql`VALUES (${key}, ${account}, 1, ${now}::timestamptz)`
    const [counted] = await this.#counting(guess, { now, most, withoutPause })
    if (!counted) throw this.#tooMany(await this.#freeAt(key))
    return counted.taken
  }

  #counting(
    attempt: Query,
    { now, most = MANY, withoutPause = MANY }: { readonly now: string; readonly most?: number; readonly withoutPause?: number },
  ): Query<{ taken: number }[]> {
    const hourAgo = new Date(Date.parse(now) - HOUR_SECONDS * 1_000).toISOString()
    return this.#sql<{ taken: number }[]>`
      INSERT INTO auth.attempts AS known (key, account, taken, began_at) ${attempt}
      ON CONFLICT (key) DO UPDATE SET
        taken = CASE WHEN known.began_at <= ${hourAgo} THEN 1 ELSE known.taken + 1 END,
        began_at = CASE WHEN known.began_at <= ${hourAgo} THEN excluded.began_at ELSE known.began_at END,
        free_at = CASE WHEN known.began_at > ${hourAgo} AND known.taken + 1 >= ${withoutPause}::int
          THEN ${now}::timestamptz + interval '1 second' * least(power(2, least(known.taken + 1 - ${withoutPause}::int, 30)), ${LONGEST_PAUSE_SECONDS}::int)
        END
      WHERE known.began_at <= ${hourAgo} OR (known.taken < ${most}::int AND (known.free_at IS NULL OR known.free_at <= ${now}))
      RETURNING taken`
  }

  async #freeAt(key: string): Promise<number> {
    const [row] = await this.#sql<{ began_at: string; free_at: string | null }[]>`
      SELECT began_at, free_at FROM auth.attempts WHERE key = ${key}`
    const now = Date.parse(this.#clock())
    if (!row) return now
    const pauseEnds = row.free_at === null ? now : Date.parse(row.free_at)
    return pauseEnds > now ? pauseEnds : Date.parse(row.began_at) + HOUR_SECONDS * 1_000
  }

  #tooMany(freeAt: number): Rejection {
    return new Rejection('tooManyRequests', [], Math.max(1, Math.ceil((freeAt - Date.parse(this.#clock())) / 1_000)))
  }
}

const MANY = 2_000_000_000

export async function unlockAccount(
  { sql, hashEmail }: { readonly sql: Sql; readonly hashEmail: HashEmail },
  { email, userId }: { readonly email: string; readonly userId: string | null },
): Promise<void> {
  const accounts = [await hashEmail(email), ...(userId === null ? [] : [userId])]
  await sql`DELETE FROM auth.attempts WHERE account IN ${sql(accounts)}`
}

export async function forgetOldAttempts({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }): Promise<{ forgotten: number }> {
  const { count } = await sql`DELETE FROM auth.attempts WHERE began_at <= ${clock()}::timestamptz - interval '1 hour'`
  return { forgotten: count }
}

/** A password sent with a link is a guess like one at sign-in. */
export const linkGuessBy =
  (checkAttempts: CheckAttempts, request: Sender) =>
  (email: string | null): Promise<CountedAttempt> =>
    checkAttempts(request, { purpose: 'signIn', ...(email !== null && { email }) })

export const passwordGuessBy = (checkAttempts: CheckAttempts, request: Sender, userId: string) => (): Promise<CountedAttempt> =>
  checkAttempts(request, { purpose: 'password', userId })
