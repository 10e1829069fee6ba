import { z } from 'zod'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { timeOfDayPattern } from './rules.ts'

/**
 * `tutor-<userId>`: a tutor or applicant: the application, when they can be booked, and the hours at which
 * they are. `tutee-<userId>`: the hours of a student. `payout-<userId>_<week>`: what a tutor earned in a week.
 */

const text = personal(z.string())
const cents = z.int().min(0)
const person = { userId: z.uuid(), at: z.iso.datetime() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })

export const TutorApplied = defineEvent(
  'TutorApplied',
  {
    ...person,
    certificationNumber: text,
    /** A date. */
    certifiedUntil: text,
    yearsOfExperience: z.int().min(0),
    agreesToBackgroundCheck: z.literal(true),
    weeklyHours: z.int().min(0),
    about: text,
    timeZone: z.string(),
  },
  sealed('certificationNumber', 'certifiedUntil', 'about'),
)
/** The background check among all else was found to be good. */
export const TutorApproved = defineEvent(
  'TutorApproved',
  { ...person, by: z.uuid(), backgroundCheckPassed: z.literal(true), reason: text },
  sealed('reason'),
)
/** They may apply again. */
export const TutorDeclined = defineEvent('TutorDeclined', { ...person, by: z.uuid(), reason: text }, sealed('reason'))

const range = z.object({ from: z.string().regex(timeOfDayPattern), to: z.string().regex(timeOfDayPattern) })

/** All that holds from now on. What is booked stays booked. */
export const TutorAvailabilitySet = defineEvent('TutorAvailabilitySet', {
  ...person,
  /** Whose clocks show the times. */
  timeZone: z.string(),
  /** 1 is Monday. */
  weekly: z.array(range.extend({ weekday: z.int().min(1).max(7) })),
  /** Days on which other hours hold; none where the tutor is away. */
  exceptions: z.array(z.object({ date: z.iso.date(), hours: z.array(range) })),
})

const released = { ...person, sessionId: z.uuid(), /** Which plan of the session it is held for. */ sequence: z.int().min(0) }
const slot = { ...released, requestId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }
/** An hour is held for a session before the session is planned; one that comes to nothing is released. */
export const TutorSlotHeld = defineEvent('TutorSlotHeld', slot)
export const TutorSlotReleased = defineEvent('TutorSlotReleased', released)
export const TuteeSlotHeld = defineEvent('TuteeSlotHeld', slot)
export const TuteeSlotReleased = defineEvent('TuteeSlotReleased', released)

/** One more request of a student's is open, from before it is written down. */
export const TuteeRequestCounted = defineEvent('TuteeRequestCounted', {
  ...person,
  requestId: z.uuid(),
  /** Those before it that are open no more. */
  ended: z.array(z.uuid()),
})

export const earningKinds = ['completed', 'missed', 'late_cancellation'] as const
/** What a tutor earned by a session: in the week in which it ended, or in the first that is not reported yet. */
export const TutorEarned = defineEvent('TutorEarned', {
  ...person,
  /** Its Monday, in UTC. */
  week: z.iso.date(),
  requestId: z.uuid(),
  sessionId: z.uuid(),
  kind: z.enum(earningKinds),
  /** What the student paid for it and did not get back: the platform's fee and what is earned. */
  amount: cents,
  fee: cents,
  earned: cents,
  currency: z.string(),
})
/** The week is over, and its sum is due. */
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
