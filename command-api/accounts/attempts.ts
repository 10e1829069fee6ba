import { Rejection } from '@medicready/domain/rejection'
import { NETWORKS_OF_A_SITE, networkOf, siteOf } from '@medicready/platform/http/network'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../command-context.ts'
import type { HashEmail } from './email-hash.ts'

interface Counting {
  readonly isGuess: boolean
  readonly byNetwork: boolean
  /** Where it is less than of others. */
  readonly mostPerNetwork?: number
}

/**
 * What is tried, and what of it is counted. Guesses at a secret count for the account that they are made at; the person
 * who is not known yet counts for their network, and for everyone together. Links and mails are no guesses: counted by
 * account, they would be a way to lock others out.
 */
const purposes = {
  signIn: { isGuess: true, byNetwork: true },
  secondFactor: { isGuess: true, byNetwork: true },
  /** Being asked for a passkey; what is signed then counts as a second factor. */
  passkey: { isGuess: false, byNetwork: true },
  /** The password, asked again of a signed-in user. */
  password: { isGuess: true, byNetwork: false },
  /** Of codes many are known, and one that was right says nothing for the next. */
  discountCode: { isGuess: true, byNetwork: true },
  /** Messages to the Admin Team of a signed-in user, for their account too, */
  contact: { isGuess: true, byNetwork: true },
  /** and of visitors. */
  visitorContact: { isGuess: false, byNetwork: true, mostPerNetwork: 10 },
  registration: { isGuess: false, byNetwork: true },
  mail: { isGuess: false, byNetwork: true },
  link: { isGuess: false, byNetwork: true },
  /** Calls in the name of a provider of mail. */
  mailEvents: { isGuess: false, byNetwork: true },
  /** An answer to a question that anyone may try. */
  sample: { isGuess: false, byNetwork: true },
} as const satisfies Record<string, Counting>
export type Purpose = keyof typeof purposes

/** Something that someone tries: at the account of an address, known or not, or of a user. */
export interface Attempt {
  readonly purpose: Purpose
  readonly email?: string
  readonly userId?: string
  /** A device that proved to be the account's: counted apart, so that others' attempts do not lock its owner out. */
  readonly deviceId?: string | null
}

/** An attempt that was let through. What succeeded was no guess: it is taken back from what is counted. */
export interface CountedAttempt {
  /** How many guesses at the account it makes within the hour; 0 where it is none. */
  readonly guesses: number
  succeeded(): Promise<void>
}

/** Counts an attempt. Refuses with `tooManyRequests`, and when to try again, the person who tries too often. */
export type CheckAttempts = (request: Pick<FastifyRequest, 'ip'>, attempt: Attempt) => Promise<CountedAttempt>

/** So many attempts of each purpose are taken in an hour. */
export interface AttemptLimits {
  /** Of one network. */
  readonly perNetwork: number
  /** Of all; beyond them each network has a tenth of its share, which someone who is no robot does not need up. */
  readonly overall: number
}

const HOUR_SECONDS = 3_600
/** Of guesses at one account; the pauses below come to fewer, however the hours are laid. */
const GUESSES_PER_HOUR = 100
/** A person mistypes; after so many guesses each next one waits twice as long. */
const GUESSES_WITHOUT_PAUSE = 5
/** Of guesses at codes by one account; without a pause before the last of them. */
const CODE_GUESSES_PER_HOUR = 10
/** Of messages by one account, without a pause. */
const MESSAGES_PER_HOUR = 5
const LONGEST_PAUSE_SECONDS = 32
const SHARE_UNDER_ATTACK = 0.1

/** How many guesses are taken in an hour, and how many of them without a pause. */
interface GuessLimits {
  readonly most: number
  readonly withoutPause: number
}
const ofSecrets: GuessLimits = { most: GUESSES_PER_HOUR, withoutPause: GUESSES_WITHOUT_PAUSE }
const ofCodes: GuessLimits = { most: CODE_GUESSES_PER_HOUR, withoutPause: CODE_GUESSES_PER_HOUR + 1 }
const ofMessages: GuessLimits = { most: MESSAGES_PER_HOUR, withoutPause: MESSAGES_PER_HOUR + 1 }
const limitsOf = (purpose: Purpose): GuessLimits => (purpose === 'discountCode' ? ofCodes : purpose === 'contact' ? ofMessages : ofSecrets)

interface Counted {
  readonly guess: string | null
  readonly network: string | null
  /** The /48 of an IPv6 address. */
  readonly site: string | null
  readonly overall: string
  readonly isAtCode: boolean
}
type Networks = Pick<Counted, 'site' | 'overall'> & { readonly network: string }
const REMEMBERED_REFUSALS = 10_000

/**
 * Counts attempts in Postgres, for all processes. Each is counted before it is made, so that many at once gain nothing,
 * and taken back when it succeeds.
 */
export class Attempts {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #hashEmail: HashEmail
  readonly #limits: AttemptLimits
  /** Networks that have used up their share, until when: a flood of them costs Postgres nothing. */
  readonly #refused = new LRUCache<string, number>({ max: REMEMBERED_REFUSALS })

  constructor(parts: { readonly sql: Sql; readonly clock: Clock; readonly hashEmail: HashEmail }, limits: AttemptLimits) {
    this.#sql = parts.sql
    this.#clock = parts.clock
    this.#hashEmail = parts.hashEmail
    this.#limits = limits
  }

  readonly check: CheckAttempts = async ({ ip }, { purpose, email, userId, deviceId = null }) => {
    const { isGuess, byNetwork } = purposes[purpose]
    const isOfNetwork = byNetwork && deviceId === null
    const network = isOfNetwork ? `${purpose} network ${networkOf(ip)}` : null
    const site = isOfNetwork && siteOf(ip) !== null ? `${purpose} site ${siteOf(ip)}` : null
    const overall = `${purpose} overall`
    if (network !== null) await this.#countNetwork({ network, site, overall }, this.#mostPerNetwork(purpose))
    const account = email === undefined ? userId : await this.#hashEmail(email)
    const guess =
      isGuess && account !== undefined ? [purpose, 'account', account, ...(deviceId === null ? [] : [deviceId])].join(' ') : null
    const isAtCode = purpose === 'discountCode'
    const guesses = guess !== null && account !== undefined ? await this.#countGuess(guess, account, limitsOf(purpose)) : 0
    return { guesses, succeeded: () => this.#takeBack({ guess, network, site, overall, isAtCode }) }
  }

  /**
   * Anyone who knows the secret of an account is its owner, and begins again from nothing; a code that is right takes
   * back itself alone, so that a known one is no way to guess on.
   */
  async #takeBack({ guess, network, site, overall, isAtCode }: Counted): Promise<void> {
    for (const key of [network, site]) if (key !== null) this.#refused.delete(key)
    const takingGuessBack = isAtCode
      ? this.#sql`UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${guess} AND taken > 0`
      : this.#sql`DELETE FROM auth.attempts WHERE key = ${guess}`
    // In the order in which they were counted: two that wait for each other would else wait for ever.
    await this.#sql`
      WITH guess AS (${takingGuessBack}),
        network AS (UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${network} AND taken > 0 RETURNING taken),
        site AS (UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${site} AND taken > 0 AND EXISTS (SELECT FROM network))
      UPDATE auth.attempts SET taken = taken - 1 WHERE key = ${overall} AND taken > 0 AND EXISTS (SELECT FROM network)`
  }

  #mostPerNetwork(purpose: Purpose): number {
    const { mostPerNetwork = MANY }: Counting = purposes[purpose]
    return Math.min(this.#limits.perNetwork, mostPerNetwork)
  }

  async #countNetwork({ network, site, overall }: Networks, most: number): Promise<void> {
    const shutOutUntil = Math.max(this.#refused.get(network) ?? 0, (site !== null && this.#refused.get(site)) || 0)
    if (shutOutUntil > Date.parse(this.#clock())) throw this.#tooMany(shutOutUntil)
    const now = this.#clock()
    const mostOfSite = most * NETWORKS_OF_A_SITE
    // Counted for the next only when the one before took it: one that is shut out cannot use up what others have.
    const one = (key: string | null) => this.#sql`SELECT ${key}, NULL, 1, ${now}::timestamptz`
    const [counted] = await this.#sql<{ byNetwork: number | null; bySite: number | null; byAll: number | null }[]>`
      WITH network AS (${this.#counting(one(network), { now, most })}),
        site AS (${this.#counting(this.#sql`${one(site)} FROM network WHERE ${site}::text IS NOT NULL`, { now, most: mostOfSite })}),
        everybody AS (${this.#counting(this.#sql`${one(overall)} FROM network WHERE ${site}::text IS NULL OR EXISTS (SELECT FROM site)`, { now })})
      SELECT (SELECT taken FROM network) AS "byNetwork", (SELECT taken FROM site) AS "bySite", (SELECT taken FROM everybody) AS "byAll"`
    const { byNetwork = null, bySite = null, byAll = null } = counted ?? {}
    const isWithinShare =
      (byNetwork ?? 0) <= Math.ceil(most * SHARE_UNDER_ATTACK) && (bySite ?? 0) <= Math.ceil(mostOfSite * SHARE_UNDER_ATTACK)
    if (byAll !== null && (byAll <= this.#limits.overall || isWithinShare)) return
    const full = byNetwork === null ? network : byAll === null ? site : null
    const freeAt = await this.#freeAt(full ?? network)
    if (full !== null) this.#refused.set(full, freeAt)
    throw this.#tooMany(freeAt)
  }

  async #countGuess(key: string, account: string, limits: GuessLimits): Promise<number> {
    const now = this.#clock()
    const guess = this.#sql`VALUES (${key}, ${account}, 1, ${now}::timestamptz)`
    const [counted] = await this.#counting(guess, { now, ...limits })
    if (!counted) throw this.#tooMany(await this.#freeAt(key))
    return counted.taken
  }

  /** Counts one more of a key, and returns how many it makes in this hour; no row when there may be no more now. */
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

  /** When the next attempt is taken: after the pause, or with the next hour. */
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

/** As good as no limit, for what is only counted. */
const MANY = 2_000_000_000

/** Forgets what was counted of an account, so that its owner may try again at once. */
export async function unlockAccount(
  { sql, hashEmail }: { readonly sql: Sql; readonly hashEmail: HashEmail },
  { email, userId }: { readonly email: string; readonly userId: string | null },
): Promise<void> {
  const accounts = [await hashEmail(email), ...(userId === null ? [] : [userId])]
  await sql`DELETE FROM auth.attempts WHERE account IN ${sql(accounts)}`
}

/** What was counted more than an hour ago is of no use any more. Answers how much was forgotten. */
export async function forgetOldAttempts({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }): Promise<{ forgotten: number }> {
  const { count } = await sql`DELETE FROM auth.attempts WHERE began_at <= ${clock()}::timestamptz - interval '1 hour'`
  return { forgotten: count }
}

/** Counts a password that is given with a link: it is guessed at as one that is given at the sign-in. */
export const linkGuessBy =
  (checkAttempts: CheckAttempts, request: Pick<FastifyRequest, 'ip'>) =>
  (email: string | null): Promise<CountedAttempt> =>
    checkAttempts(request, { purpose: 'signIn', ...(email !== null && { email }) })

/** Counts the password that a signed-in user is asked for again. */
export const passwordGuessBy =
  (checkAttempts: CheckAttempts, request: Pick<FastifyRequest, 'ip'>, userId: string) => (): Promise<CountedAttempt> =>
    checkAttempts(request, { purpose: 'password', userId })
