import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { CallKey, CallsOf } from '@medicready/domain/contract/contract'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import type { PushService, StandInSubscription } from '@medicready/local/push/start'
import type { Chance } from '@medicready/platform/testing/chance'
import {
  type CallAnswer,
  isRefused,
  type MailWatch,
  type ProductClient,
  RefusedCall,
  type Request,
  tokenOf,
  unlessRefused,
} from '../product-client.ts'
import type { Ledger } from './ledger.ts'

export interface School {
  readonly client: ProductClient
  readonly mails: MailWatch
  readonly pushes: PushService
  readonly ledger: Ledger
  readonly questions: ReadonlyMap<string, QuestionContent>
  readonly grantTier: (email: string, tier: Tier) => Promise<void>
  readonly makeAdministrator: (email: string) => Promise<void>
  /** Lets an account have answered a question on an earlier day. */
  readonly studiedOn: (email: string, date: CalendarDay) => Promise<void>
  readonly signal: AbortSignal
}

export const PASSWORD = 'correct horse battery staple'
const LONGEST_PAUSE_MILLISECONDS = 1_000

/** Sends every command again under its key until it is answered. */
export class Person {
  readonly email: string
  readonly registration: Readonly<Record<'email' | 'password' | 'firstName' | 'lastName' | 'timeZone', string>>
  protected readonly school: School
  protected readonly chance: Chance
  #keys = 0
  #bearer: string | undefined
  #seen: bigint | undefined

  constructor(school: School, chance: Chance, name: string, timeZone = 'UTC') {
    this.school = school
    this.chance = chance
    this.email = `${name}@students.example`
    this.registration = { email: this.email, password: PASSWORD, firstName: 'Ada', lastName: 'Lovelace', timeZone }
  }

  get seen(): bigint | undefined {
    return this.#seen
  }

  async enter(): Promise<void> {
    const { consistencyToken } = await this.command('POST /api/auth/register', { body: this.registration })
    this.tell({ kind: 'account', stream: 'account-{userId}', types: ['VerificationRequested'], consistencyToken })
    let token: string | null = null
    while (token === null) {
      this.school.signal.throwIfAborted()
      token = await this.school.mails.verificationTokenFor(this.email)
    }
    const verified = await this.command('POST /api/auth/verify-email', { body: { token, password: PASSWORD } })
    const told = { kind: 'account', stream: 'account-{userId}', types: ['EmailVerified'] } as const
    this.tell({ ...told, consistencyToken: verified.consistencyToken })
    await this.#signIn()
  }

  async #signIn(): Promise<void> {
    const { body } = await this.insist('POST /api/auth/login', { body: { email: this.email, password: PASSWORD } })
    this.school.ledger.commands += 1
    this.#bearer = tokenOf(body)
  }

  /** A role change signs the account out. */
  async signInWithNewRole(): Promise<void> {
    while (await unlessRefused('notSignedIn', this.insist('GET /api/auth/user', {}))) await this.wait(200)
    await this.#signIn()
  }

  protected async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.school.signal })
  }

  protected fault(text: string): void {
    this.school.ledger.fault(`${this.email} ${text}`)
  }

  async userId(): Promise<string> {
    return (await this.insist('GET /api/auth/user', { consistencyToken: this.#seen })).body.id
  }

  /** Takes notifications at any hour. Returns how to make a device that answers in a certain way. */
  async takeNotifications() {
    const { pushes } = this.school
    await this.command('PATCH /api/user/reminders', { body: { quietHours: null } })
    const { body } = await this.insist('GET /api/push/key', {})
    return (behaviour: Parameters<PushService['behave']>[1] | null): StandInSubscription => {
      const device = pushes.subscribe(body.publicKey)
      if (behaviour) pushes.behave(device, behaviour)
      return device
    }
  }

  /** A browser whose address has changed names the former one. */
  async subscribe(device: StandInSubscription, former?: StandInSubscription): Promise<void> {
    const { body, consistencyToken } = await this.command('POST /api/push/subscribe', {
      body: { ...device, ...(former && { replaces: former.endpoint }) },
    })
    const says = { deviceId: body.id, endpoint: device.endpoint }
    this.tell({ kind: 'device', stream: 'push-{userId}', types: ['PushSubscribed'], says, consistencyToken })
  }

  tell(told: OmitEach<Parameters<Ledger['tell']>[0], 'email'>): void {
    this.school.ledger.tell({ ...told, email: this.email })
    const { consistencyToken } = told
    if (consistencyToken !== null && (this.#seen === undefined || consistencyToken > this.#seen)) this.#seen = consistencyToken
  }

  /** Under a key of its own; sometimes sent twice at once, which must make no difference. */
  async command<Key extends CallKey>(key: Key, request: Request<Key>): Promise<CallAnswer<CallsOf<Key>['response']>> {
    const { ledger } = this.school
    this.#keys += 1
    const keyed = { ...request, idempotencyKey: `${this.email}/${this.#keys}` }
    const [first, ...again] = await Promise.allSettled(
      Array.from({ length: this.chance.happens(0.15) ? 2 : 1 }, () => this.insist(key, keyed)),
    )
    if (!first) throw new Error('Nothing was sent.')
    for (const other of again)
      if (
        other.status !== first.status ||
        (other.status === 'fulfilled' && first.status === 'fulfilled' && !isSame(key, first.value, other.value))
      )
        ledger.fault(`${this.email}: ${key} under one key answered ${outcomeOf(first)} and ${outcomeOf(other)}`)
    ledger.commands += 1
    if (first.status === 'rejected') throw first.reason
    return first.value
  }

  async insist<Key extends CallKey>(key: Key, request: Request<Key>): Promise<CallAnswer<CallsOf<Key>['response']>> {
    const { client, ledger, signal } = this.school
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      try {
        return await client.call(key, this.#bearer === undefined ? request : { ...request, bearer: this.#bearer })
      } catch (error) {
        if (error instanceof RefusedCall && !isNotNow(error)) {
          if (!isRefused(error, ...expected)) ledger.fault(`${this.email}: ${error.message}`)
          if (error.status < 500) throw error
        }
        ledger.repeats += 1
        if (!(error instanceof RefusedCall) || error.status >= 500) ledger.failed.push(`${key}: ${error}`)
        await sleep(Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + this.chance.number() / 2), undefined, { signal })
      }
    }
  }
}

type OmitEach<Union, Name extends PropertyKey> = Union extends unknown ? Omit<Union, Name> : never

/** Rate limits may be reached while a part is away. */
const isNotNow = ({ status, body }: RefusedCall): boolean => status === 503 || body.code === 'conflict' || body.code === 'tooManyRequests'

const expected: readonly ErrorCode[] = [
  'dailyLimitReached',
  'questionNotFound',
  'examInProgress',
  'examNotFound',
  'planExists',
  'noPlan',
  'notSignedIn',
  'tutorBooked',
  'tutoringPaid',
]

/**
 * Commands that are repeated answer the same, except daily questions (which may have grown), registrations (whose
 * message counts seconds), and plans (which are as the payment provider has them).
 */
function isSame(key: CallKey, one: CallAnswer<unknown>, other: CallAnswer<unknown>): boolean {
  if (key === 'POST /api/daily-questions/generate' || key.startsWith('POST /api/subscription/')) return true
  const told = ({ body }: CallAnswer<unknown>) => (key === 'POST /api/auth/register' ? { ...(body as object), message: null } : body)
  return isDeepStrictEqual(told(one), told(other))
}

const outcomeOf = (outcome: PromiseSettledResult<CallAnswer<unknown>>): string =>
  outcome.status === 'fulfilled' ? JSON.stringify(outcome.value.body) : String(outcome.reason)
