import { z } from 'zod'
import { defineEvents, type EventOf, eventWith, personal } from '../core/event.ts'
import { timeOfDayPattern } from './rules.ts'

// `tutor-<userId>`: application, availability, bookings. `tutee-<userId>`: a student's bookings.
// `payout-<userId>_<week>`: a tutor's earnings.

const text = personal(z.string())
const cents = z.int().min(0)
const person = { userId: z.uuid(), at: z.iso.datetime() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })
const range = z.object({ from: z.string().regex(timeOfDayPattern), to: z.string().regex(timeOfDayPattern) })
const released = { ...person, sessionId: z.uuid(), /** Which plan of the session it is held for. */ sequence: z.int().min(0) }
const slot = { ...released, requestId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }

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
    /** 1 is Monday. */
    weekly: z.array(range.extend({ weekday: z.int().min(1).max(7) })),
    /** Days with other hours; empty hours mean unavailable. */
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
  TuteeRequestCounted: eventWith({
    ...person,
    requestId: z.uuid(),
    ended: z.array(z.uuid()),
  }),
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
    /** Not refunded: the platform's fee plus the tutor's earnings. */
    amount: cents,
    fee: cents,
    earned: cents,
    currency: z.string(),
  }),
  TutorPayoutReported: eventWith({
    ...person,
    week: z.iso.date(),
    sessions: z.int().min(1),
    amount: cents,
    fee: cents,
    earned: cents,
    currency: z.string(),
  }),
})
export type PayoutEvent = EventOf<(typeof payoutEvents)[number]>
