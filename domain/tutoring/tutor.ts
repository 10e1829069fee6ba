import type { Aggregate, Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type Availability, isAvailable, meets, type TimeSpan } from './availability.ts'
import { minutesIn } from './hours-of-week.ts'
import { MIN_TUTOR_WEEKLY_HOURS, MOST_OPEN_REQUESTS, type TutorSituation } from './rules.ts'
import type { TuteeEvent, TutorEvent } from './tutor-events.ts'

/** Bookings cannot overlap. */

export interface Slot extends TimeSpan {
  readonly sessionId: string
  readonly requestId: string
  readonly sequence: number
}

export interface TutorState {
  readonly situation: TutorSituation | null
  readonly timeZone: string
  readonly availability: Availability | null
  readonly slots: readonly Slot[]
}

export const tutorAggregate: Aggregate<TutorState, TutorEvent> = {
  category: 'tutor',
  initial: { situation: null, timeZone: 'UTC', availability: null, slots: [] },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'TutorApplied':
        return { ...state, situation: 'applied', timeZone: data.timeZone }
      case 'TutorApproved':
        return { ...state, situation: 'approved' }
      case 'TutorDeclined':
        return { ...state, situation: 'declined' }
      case 'TutorAvailabilitySet':
        return {
          ...state,
          timeZone: data.timeZone,
          availability: { timeZone: data.timeZone, weekly: data.weekly, exceptions: data.exceptions },
        }
      case 'TutorSlotHeld':
        return { ...state, slots: appended(state.slots, slotOf(data)) }
      case 'TutorSlotReleased':
        return { ...state, slots: state.slots.filter((slot) => !isSlot(slot, data)) }
    }
  },
}

export interface CountedRequest {
  readonly requestId: string
  readonly at: string
}

export interface TuteeState {
  readonly slots: readonly Slot[]
  readonly requests: readonly CountedRequest[]
}

export const tuteeAggregate: Aggregate<TuteeState, TuteeEvent> = {
  category: 'tutee',
  initial: { slots: [], requests: [] },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'TuteeSlotHeld':
        return { ...state, slots: appended(state.slots, slotOf(data)) }
      case 'TuteeSlotReleased':
        return { ...state, slots: state.slots.filter((slot) => !isSlot(slot, data)) }
      case 'TuteeRequestCounted': {
        const { requestId, at, ended } = data
        const others = state.requests.filter((one) => one.requestId !== requestId && !ended.includes(one.requestId))
        return { ...state, requests: [...others, { requestId, at }] }
      }
    }
  },
}

type Held = DataOf<TutorEvent, 'TutorSlotHeld'>
const slotOf = ({ sessionId, requestId, sequence, startsAt, endsAt }: Held): Slot => ({ sessionId, requestId, sequence, startsAt, endsAt })

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

interface Decision {
  readonly userId: string
  readonly by: string
  readonly at: string
  readonly reason: string
}

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

interface Release {
  readonly userId: string
  readonly at: string
  readonly sessionId: string
  /** Null if it is canceled or was never planned. */
  readonly keep: number | null
}

export const releaseTutor =
  ({ userId, at, sessionId, keep }: Release): Decide<TutorState, TutorEvent> =>
  ({ slots }) =>
    unneeded(slots, sessionId, keep).map(({ sequence }) => ({ type: 'TutorSlotReleased', data: { userId, at, sessionId, sequence } }))

export const releaseTutee =
  ({ userId, at, sessionId, keep }: Release): Decide<TuteeState, TuteeEvent> =>
  ({ slots }) =>
    unneeded(slots, sessionId, keep).map(({ sequence }) => ({ type: 'TuteeSlotReleased', data: { userId, at, sessionId, sequence } }))

const unneeded = (slots: readonly Slot[], sessionId: string, keep: number | null): readonly Slot[] =>
  slots.filter((slot) => slot.sessionId === sessionId && slot.sequence !== keep)
