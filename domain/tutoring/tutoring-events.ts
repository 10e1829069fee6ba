import { z } from 'zod'
import { refundRefusals } from '../billing/shown/money.ts'
import { defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import {
  contactMethods,
  currentRoles,
  keysOf,
  MAX_RATING,
  MIN_RATING,
  participants,
  preferredFormats,
  preferredTimes,
  reminderHours,
  sessionFormats,
} from './shown/rules.ts'

/** `tutoringRequest-<id>`: a request with its answer, payment, sessions and refunds. `userId` is the student's. */

const text = personal(z.string())
const cents = z.int().min(0)
const currency = z.string()

const ofRequest = {
  userId: z.uuid(),
  requestId: z.uuid(),
  /** Null: the payment provider or the worker. */
  by: z.uuid().nullable(),
  at: z.iso.datetime(),
}

const ofRefund = {
  ...ofRequest,
  refundId: z.string(),
  /** The fact that promised the refund. */
  cause: z.uuid(),
  /** Null for sessions that were never planned. */
  sessionId: z.uuid().nullable(),
  amount: cents,
  currency,
  /** How much of the platform's fee is refunded. */
  fee: cents,
}

const ofSession = { ...ofRequest, sessionId: z.uuid(), tutorId: z.uuid() }
const plan = {
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  format: z.enum(keysOf(sessionFormats)),
  /** Null: told later. */
  place: text,
  studentTimeZone: z.string(),
  tutorTimeZone: z.string(),
  /** iCalendar sequence number. */
  sequence: z.int().min(0),
  as: z.enum(participants),
}

/** `amount` = `refund` + `fee` + `earned`. */
const parted = { amount: cents, refund: cents, fee: cents, earned: cents, currency }

export const tutoringRequestEvents = defineEvents({
  TutoringRequested: eventWith(
    {
      ...ofRequest,
      fullName: text,
      email: text,
      phoneNumber: text,
      preferredContactMethod: z.enum(keysOf(contactMethods)),
      currentRole: z.enum(keysOf(currentRoles)),
      currentProgram: text,
      expectedExamDate: text,
      tutoringGoals: text,
      struggleAreas: z.array(z.string()).nullable(),
      takenNREMTBefore: z.boolean(),
      previousAttempts: z.int().nullable(),
      preferredTimes: z.array(z.enum(keysOf(preferredTimes))),
      preferredFormat: z.enum(keysOf(preferredFormats)),
      hasWebcamMic: z.boolean(),
      wantsStudyPlan: z.boolean(),
      interestedInBundle: z.boolean(),
      additionalNotes: text,
      agreesToTerms: z.literal(true),
      timeZone: z.string(),
    },
    {
      personal: {
        subject: 'userId',
        fields: ['fullName', 'email', 'phoneNumber', 'currentProgram', 'expectedExamDate', 'tutoringGoals', 'additionalNotes'],
        structured: ['struggleAreas'],
      },
    },
  ),
  TutoringRequestAccepted: eventWith(
    { ...ofRequest, tutorId: z.uuid(), sessions: z.int().min(1), amount: cents, currency, reason: text },
    sealed('reason'),
  ),
  TutoringRequestDeclined: eventWith({ ...ofRequest, reason: text }, sealed('reason')),
  TutoringTutorAssigned: eventWith({ ...ofRequest, tutorId: z.uuid(), formerTutorId: z.uuid(), reason: text }, sealed('reason')),
  /** Refunds unplanned sessions in full. Planned sessions have their own cancellation facts. */
  TutoringRequestCancelled: eventWith(
    {
      ...ofRequest,
      as: z.enum(participants),
      unplanned: z.int().min(0),
      refund: cents,
      currency,
      reason: text,
    },
    sealed('reason'),
  ),
  TutoringRequestClosed: eventWith({
    ...ofRequest,
    unplanned: z.int().min(0),
    refund: cents,
    currency,
  }),
  TutoringCheckoutStarted: eventWith({
    ...ofRequest,
    checkoutId: z.string(),
    amount: cents,
    currency,
    expiresAt: z.iso.datetime(),
  }),
  TutoringPaid: eventWith({
    ...ofRequest,
    checkoutId: z.string(),
    paymentId: z.string(),
    sessions: z.int().min(1),
    amount: cents,
    currency,
    /** The platform's fee if all sessions are held. */
    fee: cents,
  }),
  TutoringRefunded: eventWith(ofRefund),
  /** The money is back with us. */
  TutoringRefundFailed: eventWith(ofRefund),
  /** Cannot be refunded by the provider; an administrator must resolve it. The refund id is our own. */
  TutoringRefundRefused: eventWith({ ...ofRefund, refusal: z.enum(refundRefusals) }),
  /** Lost chargeback: nothing is owed anymore, including refunds. */
  TutoringPaymentLost: eventWith({
    ...ofRequest,
    disputeId: z.string(),
    waived: z.array(z.string()),
  }),
  TutoringRefundMended: eventWith({ ...ofRefund, reason: text }, sealed('reason')),
  TutoringSessionScheduled: eventWith(
    {
      ...ofSession,
      ...plan,
      ordinal: z.int().min(1),
      amount: cents,
      currency,
    },
    sealed('place'),
  ),
  TutoringSessionRescheduled: eventWith({ ...ofSession, ...plan, formerStartsAt: z.iso.datetime() }, sealed('place')),
  /** `by` is null if it was never marked. */
  TutoringSessionCompleted: eventWith({
    ...ofSession,
    startsAt: z.iso.datetime(),
    minutes: z.int().min(1),
    ...parted,
  }),
  TutoringSessionMissed: eventWith({ ...ofSession, startsAt: z.iso.datetime(), ...parted }),
  TutoringSessionCancelled: eventWith(
    {
      ...ofSession,
      as: z.enum(participants),
      startsAt: z.iso.datetime(),
      /** Negative after its start. */
      noticeSeconds: z.int(),
      sequence: z.int().min(0),
      ...parted,
      reason: text,
    },
    sealed('reason'),
  ),
  /** Planned by a student who was erased. */
  TutoringSessionDropped: eventWith({
    ...ofSession,
    startsAt: z.iso.datetime(),
    noticeSeconds: z.int(),
    sequence: z.int().min(0),
    ...parted,
  }),
  TutoringReminderDue: eventWith({
    ...ofSession,
    startsAt: z.iso.datetime(),
    hours: z.literal(reminderHours),
  }),
  TutoringMarkAsked: eventWith({
    ...ofSession,
    startsAt: z.iso.datetime(),
    /** Counts as held unless marked until then. */
    until: z.iso.datetime(),
  }),
  TutoringSessionRated: eventWith(
    {
      ...ofSession,
      rating: z.int().min(MIN_RATING).max(MAX_RATING),
      /** Null for the first rating. */
      formerRating: z.int().min(MIN_RATING).max(MAX_RATING).nullable(),
      comment: text,
    },
    sealed('comment'),
  ),
})
export type TutoringRequestEvent = EventOf<(typeof tutoringRequestEvents)[number]>
