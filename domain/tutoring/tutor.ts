import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import type { CalendarDay } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type Availability, isAvailable, meets } from './availability.ts'
import { MIN_TUTOR_WEEKLY_HOURS, MOST_OPEN_REQUESTS, minutesIn, type TutorSituation, timeOfDayPattern } from './shown/rules.ts'

// `tutor-<userId>`: application, availability, bookings. `tutee-<userId>`: a student's bookings.
// `payout-<userId>_<week>`: a tutor's earnings.

const text = personal(z.string())
const cents = z.int().min(0)
const person = { userId: z.uuid(), at: z.iso.datetime() }
const range = z.object({ from: z.string().regex(timeOfDayPattern), to: z.string().regex(timeOfDayPattern) })
const released = { ...person, sessionId: z.uuid(), /** Which plan of the session it is held for. */ sequence: z.int().min(0) }
const slot = { ...released, requestId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }

/** `amount`: not refunded, so the platform's fee plus the tutor's earnings. */
const sums = { amount: cents, fee: cents, earned: cents, currency: z.string() }

export const earningKinds = ['completed', 'missed', 'late_cancellation'] as const

export const tutorEvents = defineEvents({
  TutorApplied: eventWith(
    {
      ...person,
      certificationNumber: text,
      certifiedUntil: text,
      yearsOfExperience: z.int().min(0),
      agreesToBackgroundCheck: z.literal(true),
      weeklyHours: z.int().min(0),
      about: text,
      timeZone: z.string(),
    },
    sealed('certificationNumber', 'certifiedUntil', 'about'),
  ),
  TutorApproved: eventWith({ ...person, by: z.uuid(), backgroundCheckPassed: z.literal(true), reason: text }, sealed('reason')),
  TutorDeclined: eventWith({ ...person, by: z.uuid(), reason: text }, sealed('reason')),
  /** The complete new state; bookings stay. */
  TutorAvailabilitySet: eventWith({
    ...person,
    timeZone: z.string(),
    weekly: z.array(range.extend({ weekday: z.int().min(1).max(7) })),
    exceptions: z.array(z.object({ date: z.iso.date(), hours: z.array(range) })),
  }),
  /** Held before the session is planned; released if that fails. */
  TutorSlotHeld: eventWith(slot),
  TutorSlotReleased: eventWith(released),
})
export type TutorEvent = EventOf<(typeof tutorEvents)[number]>
export const tuteeEvents = defineEvents({
  TuteeSlotHeld: eventWith(slot),
  TuteeSlotReleased: eventWith(released),
  /** Counted before the request is written. */
  TuteeRequestCounted: eventWith({ ...person, requestId: z.uuid(), ended: z.array(z.uuid()) }),
})
export type TuteeEvent = EventOf<(typeof tuteeEvents)[number]>
export const payoutEvents = defineEvents({
  /** Belongs to the week in which it ended, or the first unreported one. */
  TutorEarned: eventWith({
    ...person,
    /** Monday, UTC. */
    week: z.iso.date(),
    requestId: z.uuid(),
    sessionId: z.uuid(),
    kind: z.enum(earningKinds),
    ...sums,
  }),
  TutorPayoutReported: eventWith({
    ...person,
    week: z.iso.date(),
    sessions: z.int().min(1),
    ...sums,
  }),
})
export type PayoutEvent = EventOf<(typeof payoutEvents)[number]>

type Held = DataOf<TutorEvent, 'TutorSlotHeld'>
/** Bookings cannot overlap. */
export type Slot = Omit<Held, 'userId' | 'at'>

export interface TutorState {
  readonly situation: TutorSituation | null
  readonly timeZone: string
  readonly availability: Availability | null
  readonly slots: readonly Slot[]
}

export const tutorAggregate: Aggregate<TutorState, TutorEvent> = {
  category: 'tutor',
  initial: { situation: null, timeZone: 'UTC', availability: null, slots: [] },
  evolve: evolveBy({
    TutorApplied: (state, { timeZone }) => ({ ...state, situation: 'applied', timeZone }),
    TutorApproved: (state) => ({ ...state, situation: 'approved' }),
    TutorDeclined: (state) => ({ ...state, situation: 'declined' }),
    TutorAvailabilitySet: (state, { timeZone, weekly, exceptions }) => ({
      ...state,
      timeZone,
      availability: { timeZone, weekly, exceptions },
    }),
    TutorSlotHeld: (state, data) => ({ ...state, slots: appended(state.slots, slotOf(data)) }),
    TutorSlotReleased: (state, data) => ({ ...state, slots: state.slots.filter((slot) => !isSlot(slot, data)) }),
  }),
}

export type CountedRequest = Pick<DataOf<TuteeEvent, 'TuteeRequestCounted'>, 'requestId' | 'at'>

export interface TuteeState {
  readonly slots: readonly Slot[]
  readonly requests: readonly CountedRequest[]
}

export const tuteeAggregate: Aggregate<TuteeState, TuteeEvent> = {
  category: 'tutee',
  initial: { slots: [], requests: [] },
  evolve: evolveBy({
    TuteeSlotHeld: (state, data) => ({ ...state, slots: appended(state.slots, slotOf(data)) }),
    TuteeSlotReleased: (state, data) => ({ ...state, slots: state.slots.filter((slot) => !isSlot(slot, data)) }),
    TuteeRequestCounted: (state, { requestId, at, ended }) => {
      const others = state.requests.filter((one) => one.requestId !== requestId && !ended.includes(one.requestId))
      return { ...state, requests: [...others, { requestId, at }] }
    },
  }),
}

const slotOf = ({ userId: _u, at: _a, ...slot }: Held): Slot => slot

type SlotKey = Pick<Slot, 'sessionId' | 'sequence'>
const isSlot = (slot: SlotKey, { sessionId, sequence }: SlotKey): boolean => slot.sessionId === sessionId && slot.sequence === sequence

/** Rejects with `tutorApplied` while an application waits or was approved. */
export const applyAsTutor =
  (command: DataOf<TutorEvent, 'TutorApplied'>): Decide<TutorState, TutorEvent> =>
  ({ situation }) => {
    if (situation === 'applied' || situation === 'approved') throw new Rejection('tutorApplied')
    if (command.certifiedUntil !== null && command.certifiedUntil < command.at.slice(0, 'YYYY-MM-DD'.length))
      throw new Rejection('certificationExpired')
    return [{ type: 'TutorApplied', data: command }]
  }

type Decision = DataOf<TutorEvent, 'TutorDeclined'>

export const approveTutor =
  (decision: Decision): Decide<TutorState, TutorEvent> =>
  ({ situation }) => {
    if (situation === 'approved') return []
    refuseDecided(situation)
    return [{ type: 'TutorApproved', data: { ...decision, backgroundCheckPassed: true } }]
  }

export const declineTutor =
  (decision: Decision): Decide<TutorState, TutorEvent> =>
  ({ situation }) => {
    if (situation === 'declined') return []
    refuseDecided(situation)
    return [{ type: 'TutorDeclined', data: decision }]
  }

function refuseDecided(situation: TutorSituation | null): void {
  if (situation === null) throw new Rejection('tutorNotFound')
  if (situation !== 'applied') throw new Rejection('applicationDecided')
}

export const setAvailability =
  (command: DataOf<TutorEvent, 'TutorAvailabilitySet'>): Decide<TutorState, TutorEvent> =>
  ({ situation, availability }) => {
    if (situation !== 'approved') throw new Rejection('notATutor')
    if (minutesIn(command.weekly) < MIN_TUTOR_WEEKLY_HOURS * 60) throw new Rejection('availabilityTooShort')
    const { timeZone, weekly, exceptions } = command
    if (JSON.stringify(availability) === JSON.stringify({ timeZone, weekly, exceptions })) return []
    return [{ type: 'TutorAvailabilitySet', data: command }]
  }

/** May overlap the session's own hours, because it moves. */
export const holdTutor =
  (slot: Held): Decide<TutorState, TutorEvent> =>
  ({ situation, availability, slots }) => {
    if (situation !== 'approved') throw new Rejection('notATutor')
    if (slots.some((held) => isSlot(held, slot) && held.startsAt === slot.startsAt)) return []
    if (availability === null || !isAvailable(availability, slot)) throw new Rejection('tutorNotAvailable')
    if (isTaken(slots, slot)) throw new Rejection('tutorBooked')
    return [{ type: 'TutorSlotHeld', data: slot }]
  }

export const holdTutee =
  (slot: Held): Decide<TuteeState, TuteeEvent> =>
  ({ slots }) => {
    if (slots.some((held) => isSlot(held, slot) && held.startsAt === slot.startsAt)) return []
    if (isTaken(slots, slot)) throw new Rejection('studentBooked')
    return [{ type: 'TuteeSlotHeld', data: slot }]
  }

/** `ended`: earlier requests that are no longer open. */
export const countRequest =
  (counting: DataOf<TuteeEvent, 'TuteeRequestCounted'>): Decide<TuteeState, TuteeEvent> =>
  ({ requests }) => {
    if (requests.some(({ requestId }) => requestId === counting.requestId)) return []
    const ended = requests.map(({ requestId }) => requestId).filter((id) => counting.ended.includes(id))
    if (requests.length - ended.length >= MOST_OPEN_REQUESTS) throw new Rejection('tooManyTutoringRequests')
    return [{ type: 'TuteeRequestCounted', data: { ...counting, ended } }]
  }

const isTaken = (slots: readonly Slot[], slot: Held): boolean =>
  slots.some((held) => held.sessionId !== slot.sessionId && meets(held, slot))

interface Release extends Omit<DataOf<TutorEvent, 'TutorSlotReleased'>, 'sequence'> {
  /** Null if it is canceled or was never planned. */
  readonly keep: number | null
}

const releases =
  <Type extends 'TutorSlotReleased' | 'TuteeSlotReleased'>(type: Type) =>
  ({ keep, ...release }: Release) =>
  ({ slots }: Pick<TutorState, 'slots'>) =>
    slots
      .filter(({ sessionId, sequence }) => sessionId === release.sessionId && sequence !== keep)
      .map(({ sequence }) => ({ type, data: { ...release, sequence } }))

export const releaseTutor = releases('TutorSlotReleased')
export const releaseTutee = releases('TuteeSlotReleased')

export interface PayoutState extends z.infer<z.ZodObject<typeof sums>> {
  readonly sessions: readonly string[]
  readonly isReported: boolean
}

export const payoutAggregate: Aggregate<PayoutState, PayoutEvent> = {
  category: 'payout',
  initial: { sessions: [], amount: 0, fee: 0, earned: 0, currency: '', isReported: false },
  evolve: (state, { type, data }) =>
    type === 'TutorPayoutReported'
      ? { ...state, isReported: true }
      : {
          ...state,
          sessions: appended(state.sessions, data.sessionId),
          amount: state.amount + data.amount,
          fee: state.fee + data.fee,
          earned: state.earned + data.earned,
          currency: data.currency,
        },
}

export const payoutId = (tutorId: string, week: CalendarDay): string => `${tutorId}_${week}`

/** Closed: the week is reported. */
export const placeIn = ({ sessions, isReported }: PayoutState, sessionId: string): 'counted' | 'open' | 'reported' => {
  if (sessions.includes(sessionId)) return 'counted'
  return isReported ? 'reported' : 'open'
}

/** Decides nothing once the week is reported; it belongs to a later week then. */
export const countEarning =
  (earning: DataOf<PayoutEvent, 'TutorEarned'>): Decide<PayoutState, PayoutEvent> =>
  (state) =>
    placeIn(state, earning.sessionId) === 'open' ? [{ type: 'TutorEarned', data: earning }] : []

/** Once, and only if something was earned. */
export const reportPayout =
  (of: Pick<DataOf<PayoutEvent, 'TutorPayoutReported'>, 'userId' | 'week' | 'at'>): Decide<PayoutState, PayoutEvent> =>
  ({ sessions, isReported, ...sums }) =>
    isReported || sessions.length === 0 ? [] : [{ type: 'TutorPayoutReported', data: { ...of, sessions: sessions.length, ...sums } }]
