import { z } from 'zod'
import { hoursAfter } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { Rejection } from '../rejection.ts'

/**
 * `mailDelivery-<userId>`: whether optional mails go to the address of the account. They do until
 * one came back for good, or was reported as spam. The address stands in no fact, only what it is claimed under.
 */

/** Those who send mails for us and tell what became of them. */
export const mailProviders = ['ses', 'postmark', 'sendgrid', 'mailgun'] as const
export type MailProvider = (typeof mailProviders)[number]

/**
 * `bounced`: the mailbox takes no mail, for good. `complained`: its owner, or their mail program, called a mail spam.
 */
export const stopReasons = ['bounced', 'complained'] as const
export type StopReason = (typeof stopReasons)[number]

const ofAddress = { userId: z.uuid(), /** Under which the address is claimed. */ emailHash: z.string() }

export const MailDeliveryStopped = defineEvent('MailDeliveryStopped', {
  ...ofAddress,
  reason: z.enum(stopReasons),
  /** Who told us; `mailServer`: the one that takes our mails refused the address itself. */
  source: z.enum([...mailProviders, 'mailServer']),
  /** What they call it, or which mail it was: told again, it is the same. */
  eventId: z.string(),
  /** By their clock. */
  happenedAt: z.iso.datetime(),
})

/** The person wants the address tried again, or has another one by now. */
export const MailDeliveryResumed = defineEvent('MailDeliveryResumed', {
  ...ofAddress,
  cause: z.enum(['byPerson', 'addressChanged']),
  at: z.iso.datetime(),
})

export const mailDeliveryEvents = [MailDeliveryStopped, MailDeliveryResumed] as const
export type MailDeliveryEvent = EventOf<(typeof mailDeliveryEvents)[number]>
export type MailStop = EventOf<typeof MailDeliveryStopped>['data']

export interface MailDelivery {
  /** Why nothing goes to an address: all of the same address, each reason once. */
  readonly stops: readonly MailStop[]
  /** What has happened before was no word on what holds since. */
  readonly resumedAt: string | null
  /** When the person wanted this address tried again last. */
  readonly triedAgain: { readonly emailHash: string; readonly at: string } | null
  /** The latest of what was told. */
  readonly known: readonly string[]
}

const REMEMBERED = 50
const named = ({ source, eventId }: MailStop): string => `${source} ${eventId}`

export const mailDelivery: Aggregate<MailDelivery, MailDeliveryEvent> = {
  category: 'mailDelivery',
  initial: { stops: [], resumedAt: null, triedAgain: null, known: [] },
  evolve: (state, { type, data }) => {
    if (type === 'MailDeliveryStopped') {
      const others = state.stops.filter(({ emailHash, reason }) => emailHash === data.emailHash && reason !== data.reason)
      return { ...state, stops: [...others, data], known: [...state.known, named(data)].slice(-REMEMBERED) }
    }
    const { emailHash, cause, at } = data
    return { ...state, stops: [], resumedAt: at, triedAgain: cause === 'byPerson' ? { emailHash, at } : state.triedAgain }
  },
}

/** Why nothing goes to this address that its owner can do without, by what happened last; null where it does. */
export function whyStopped({ stops }: MailDelivery, emailHash: string): StopReason | null {
  const latest = stops
    .filter((stop) => stop.emailHash === emailHash)
    .toSorted((one, other) => one.happenedAt.localeCompare(other.happenedAt))
    .at(-1)
  return latest?.reason ?? null
}

/** Each thing that happened counts once, whenever and however often it is told; and so does each reason. */
export const stopDelivery =
  (stop: MailStop): Decide<MailDelivery, MailDeliveryEvent> =>
  ({ stops, resumedAt, known }) => {
    const isNews = !known.includes(named(stop)) && (resumedAt === null || stop.happenedAt > resumedAt)
    const isSaid = stops.some(({ emailHash, reason }) => emailHash === stop.emailHash && reason === stop.reason)
    return isNews && !isSaid ? [{ type: 'MailDeliveryStopped', data: stop }] : []
  }

interface Resuming {
  readonly userId: string
  readonly emailHash: string
  readonly now: string
}

/** An address that takes no mail is tried again so often at most: each try costs us some of our good name. */
export const HOURS_BETWEEN_TRIES = 24

/** Refused with `addressTriedLately`. */
export const tryAddressAgain =
  ({ userId, emailHash, now }: Resuming): Decide<MailDelivery, MailDeliveryEvent> =>
  ({ stops, triedAgain }) => {
    if (stops.length === 0) return []
    if (triedAgain?.emailHash === emailHash && now < hoursAfter(triedAgain.at, HOURS_BETWEEN_TRIES))
      throw new Rejection('addressTriedLately')
    return [{ type: 'MailDeliveryResumed', data: { userId, emailHash, cause: 'byPerson', at: now } }]
  }

/** What was said of the address before says nothing of the one that an account has now. */
export const leaveAddress =
  ({ userId, emailHash, now }: Resuming): Decide<MailDelivery, MailDeliveryEvent> =>
  ({ stops }) =>
    stops.some((stop) => stop.emailHash === emailHash)
      ? [{ type: 'MailDeliveryResumed', data: { userId, emailHash, cause: 'addressChanged', at: now } }]
      : []
