import { z } from 'zod'
import { defineEvent, type EventOf, personal } from '../core/event.ts'
import { timeOfDayPattern } from './rules.ts'

// `tutor-<userId>`: application, availability, bookings. `tutee-<userId>`: a student's bookings.
// `payout-<userId>_<week>`: a tutor's earnings.

const text = personal(z.string())
const cents = z.int().min(0)
const person = { userId: z.uuid(), at: z.iso.datetime() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })

export const TutorApplied = defineEvent(
  'TutorApplied',
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
)
export const TutorApproved = defineEvent(
  'TutorApproved',
  { ...person, by: z.uuid(), backgroundCheckPassed: z.literal(true), reason: text },
  sealed('reason'),
)
export const TutorDeclined = defineEvent('TutorDeclined', { ...person, by: z.uuid(), reason: text }, sealed('reason'))

const range = z.object({ from: z.string().regex(timeOfDayPattern), to: z.string().regex(timeOfDayPattern) })

/** The complete new state; bookings stay. */
export const TutorAvailabilitySet = defineEvent('TutorAvailabilitySet', {
  ...person,
  timeZone: z.string(),
  /** 1 is Monday. */
  weekly: z.array(range.extend({ weekday: z.int().min(1).max(7) })),
  /** Days with other hours; empty hours mean unavailable. */
  exceptions: z.array(z.object({ date: z.iso.date(), hours: z.array(range) })),
})

const released = { ...person, sessionId: z.uuid(), /** Which plan of the session it is held for. */ sequence: z.int().min(0) }
const slot = { ...released, requestId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }
/** Held before the session is planned; released if that fails. */
export const TutorSlotHeld = defineEvent('TutorSlotHeld', slot)
export const TutorSlotReleased = defineEvent('TutorSlotReleased', released)
export const TuteeSlotHeld = defineEvent('TuteeSlotHeld', slot)
export const TuteeSlotReleased = defineEvent('TuteeSlotReleased', released)

/** Counted before the request is written. */
export const TuteeRequestCounted = defineEvent('TuteeRequestCounted', {
  ...person,
  requestId: z.uuid(),
  ended: z.array(z.uuid()),
})

export const earningKinds = ['completed', 'missed', 'late_cancellation'] as const
/** Belongs to the week in which it ended, or the first unreported one. */
export const TutorEarned = defineEvent('TutorEarned', {
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
})
export const TutorPayoutReported = defineEvent('TutorPayoutReported', {
  ...person,
  week: z.iso.date(),
  sessions: z.int().min(1),
  amount: cents,
  fee: cents,
  earned: cents,
  currency: z.string(),
})

export const tutorEvents = [TutorApplied, TutorApproved, TutorDeclined, TutorAvailabilitySet, TutorSlotHeld, TutorSlotReleased] as const
export type TutorEvent = EventOf<(typeof tutorEvents)[number]>
export const tuteeEvents = [TuteeSlotHeld, TuteeSlotReleased, TuteeRequestCounted] as const
export type TuteeEvent = EventOf<(typeof tuteeEvents)[number]>
export const payoutEvents = [TutorEarned, TutorPayoutReported] as const
export type PayoutEvent = EventOf<(typeof payoutEvents)[number]>
