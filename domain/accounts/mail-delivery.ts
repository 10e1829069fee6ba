import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { DAY_MILLISECONDS, hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'

// `mailDelivery-<userId>`: optional mail stops after a permanent bounce or a spam report. Has only the address's hash.

export const mailProviders = ['ses', 'postmark', 'sendgrid', 'mailgun'] as const
export type MailProvider = (typeof mailProviders)[number]

/** `bounced`: the mailbox permanently refuses mail. `complained`: the owner or their mail program reported spam. */
export const stopReasons = ['bounced', 'complained'] as const
export type StopReason = (typeof stopReasons)[number]

const ofAddress = { userId: z.uuid(), /** Under which the address is claimed. */ emailHash: z.string() }

export const mailDeliveryEvents = defineEvents({
  MailDeliveryStopped: eventWith({
    ...ofAddress,
    reason: z.enum(stopReasons),
    /** `mailServer`: our own mail server was refused. */
    source: z.enum([...mailProviders, 'mailServer']),
    /** The provider's id; repeated reports of one event count once. */
    eventId: z.string(),
    happenedAt: z.iso.datetime(),
  }),
  MailDeliveryResumed: eventWith({
    ...ofAddress,
    cause: z.enum(['byPerson', 'addressChanged']),
    at: z.iso.datetime(),
  }),
})
export type MailDeliveryEvent = EventOf<(typeof mailDeliveryEvents)[number]>
export type MailStop = DataOf<MailDeliveryEvent, 'MailDeliveryStopped'>

export interface MailDelivery {
  readonly stops: readonly MailStop[]
  /** Earlier reports no longer apply. */
  readonly resumedAt: string | null
  readonly triedAgain: { readonly emailHash: string; readonly at: string } | null
  readonly known: readonly string[]
}

const REMEMBERED = 50
const named = ({ source, eventId }: MailStop): string => `${source} ${eventId}`

export const mailDeliveryAggregate: Aggregate<MailDelivery, MailDeliveryEvent> = {
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

/** Null if optional mail may be sent to this address. */
export function whyStopped({ stops }: MailDelivery, emailHash: string): StopReason | null {
  const latest = stops
    .filter((stop) => stop.emailHash === emailHash)
    .toSorted((one, other) => one.happenedAt.localeCompare(other.happenedAt))
    .at(-1)
  return latest?.reason ?? null
}

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

/** Each try at a dead address hurts our sender reputation. */
export const HOURS_BETWEEN_TRIES = 24

export const tryAddressAgain =
  ({ userId, emailHash, now }: Resuming): Decide<MailDelivery, MailDeliveryEvent> =>
  ({ stops, triedAgain }) => {
    if (stops.length === 0) return []
    if (triedAgain?.emailHash === emailHash && now < hoursAfter(triedAgain.at, HOURS_BETWEEN_TRIES))
      throw new Rejection('addressTriedLately')
    return [{ type: 'MailDeliveryResumed', data: { userId, emailHash, cause: 'byPerson', at: now } }]
  }

export const leaveAddress =
  ({ userId, emailHash, now }: Resuming): Decide<MailDelivery, MailDeliveryEvent> =>
  ({ stops }) =>
    stops.some((stop) => stop.emailHash === emailHash)
      ? [{ type: 'MailDeliveryResumed', data: { userId, emailHash, cause: 'addressChanged', at: now } }]
      : []

// How often anyone can cause mail to an address by entering it; the same for known and unknown addresses.
const PAUSE_SECONDS = 60
const MAILS_PER_DAY = 5

export function nextMailAt(earlier: readonly string[], now: string): string {
  const times = earlier.map((time) => Date.parse(time))
  const last = times.at(-1) ?? Number.NEGATIVE_INFINITY
  const firstOfTheDay = times.at(-MAILS_PER_DAY) ?? Number.NEGATIVE_INFINITY
  return new Date(Math.max(Date.parse(now), last + PAUSE_SECONDS * 1_000, firstOfTheDay + DAY_MILLISECONDS)).toISOString()
}

/** Hourly limit over all unverified addresses, so that we send little mail to people who did not ask for it. */
export const UNVERIFIED_MAILS_PER_HOUR = 2_000

export const mailsCountFrom = (now: string): string => new Date(Date.parse(now) - DAY_MILLISECONDS).toISOString()

/** Such as 'in 42 seconds' or 'in 3 hours', rounded up. */
export function inWords(until: string, now: string): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(now)) / 1_000))
  const [count, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7_200 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}
