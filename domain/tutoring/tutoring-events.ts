import { z } from 'zod'
import { refundRefusals } from '../billing/refund-refusal.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'
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
} from './rules.ts'

/**
 * `tutoringRequest-<id>`: a student's wish for tutoring, and all that comes of it: the answer, what was paid, its
 * sessions, and what was paid back. `userId` is the student's.
 */

const text = personal(z.string())
const cents = z.int().min(0)
const currency = z.string()

const ofRequest = {
  userId: z.uuid(),
  requestId: z.uuid(),
  /** Who did it; null where the payment provider said so, or the worker found it. */
  by: z.uuid().nullable(),
  at: z.iso.datetime(),
}
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })

export const TutoringRequested = defineEvent(
  'TutoringRequested',
  {
    ...ofRequest,
    fullName: text,
    email: text,
    phoneNumber: text,
    preferredContactMethod: z.enum(keysOf(contactMethods)),
    currentRole: z.enum(keysOf(currentRoles)),
    currentProgram: text,
    /** A date. */
    expectedExamDate: text,
    tutoringGoals: text,
    /** Null once the person was erased. */
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
    /** The student's own. */
    timeZone: z.string(),
  },
  {
    personal: {
      subject: 'userId',
      fields: ['fullName', 'email', 'phoneNumber', 'currentProgram', 'expectedExamDate', 'tutoringGoals', 'additionalNotes'],
      structured: ['struggleAreas'],
    },
  },
)

/** What the sessions cost is settled here. */
export const TutoringRequestAccepted = defineEvent(
  'TutoringRequestAccepted',
  { ...ofRequest, tutorId: z.uuid(), sessions: z.int().min(1), amount: cents, currency, reason: text },
  sealed('reason'),
)
export const TutoringRequestDeclined = defineEvent('TutoringRequestDeclined', { ...ofRequest, reason: text }, sealed('reason'))
/** Another tutor takes the sessions that are not held yet. */
export const TutoringTutorAssigned = defineEvent(
  'TutoringTutorAssigned',
  { ...ofRequest, tutorId: z.uuid(), formerTutorId: z.uuid(), reason: text },
  sealed('reason'),
)
/** Ends it: what is not planned yet is paid back in full. Planned sessions are cancelled by facts of their own. */
export const TutoringRequestCancelled = defineEvent(
  'TutoringRequestCancelled',
  {
    ...ofRequest,
    as: z.enum(participants),
    /** How many of the sessions that were paid for were never planned. */
    unplanned: z.int().min(0),
    refund: cents,
    currency,
    reason: text,
  },
  sealed('reason'),
)
/** A cancellation without words, such as when the student is erased. */
export const TutoringRequestClosed = defineEvent('TutoringRequestClosed', {
  ...ofRequest,
  unplanned: z.int().min(0),
  refund: cents,
  currency,
})

export const TutoringCheckoutStarted = defineEvent('TutoringCheckoutStarted', {
  ...ofRequest,
  /** The payment provider's. */
  checkoutId: z.string(),
  amount: cents,
  currency,
  expiresAt: z.iso.datetime(),
})
export const TutoringPaid = defineEvent('TutoringPaid', {
  ...ofRequest,
  checkoutId: z.string(),
  paymentId: z.string(),
  sessions: z.int().min(1),
  amount: cents,
  currency,
  /** What the platform keeps of it when all sessions are held. */
  fee: cents,
})
/** The payment provider has paid back what a cancellation promised. */
export const TutoringRefunded = defineEvent('TutoringRefunded', {
  ...ofRequest,
  refundId: z.string(),
  /** The fact that promised it. */
  cause: z.uuid(),
  /** Null where it was for sessions that were never planned. */
  sessionId: z.uuid().nullable(),
  amount: cents,
  currency,
  /** By how much the platform's share is less with it. */
  fee: cents,
})

const ofRefund = {
  ...ofRequest,
  refundId: z.string(),
  cause: z.uuid(),
  sessionId: z.uuid().nullable(),
  amount: cents,
  currency,
  fee: cents,
}
/** What was paid back did not get there, and is with us again. */
export const TutoringRefundFailed = defineEvent('TutoringRefundFailed', ofRefund)
/** The payment provider never pays it back, so that an administrator sees to it. The refund's id is one of ours. */
export const TutoringRefundRefused = defineEvent('TutoringRefundRefused', { ...ofRefund, refusal: z.enum(refundRefusals) })
/** The student's bank has taken the payment back for good: nothing of it is owed any more, those refunds included. */
export const TutoringPaymentLost = defineEvent('TutoringPaymentLost', {
  ...ofRequest,
  disputeId: z.string(),
  waived: z.array(z.string()),
})
/** An administrator has paid it back another way. */
export const TutoringRefundMended = defineEvent('TutoringRefundMended', { ...ofRefund, reason: text }, sealed('reason'))

const ofSession = { ...ofRequest, sessionId: z.uuid(), tutorId: z.uuid() }
const plan = {
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  format: z.enum(keysOf(sessionFormats)),
  /** A link or an address; null where it is told later. */
  place: text,
  studentTimeZone: z.string(),
  tutorTimeZone: z.string(),
  /** Of the entry in calendars: a higher one takes the place of those before. */
  sequence: z.int().min(0),
  as: z.enum(participants),
}

export const TutoringSessionScheduled = defineEvent(
  'TutoringSessionScheduled',
  {
    ...ofSession,
    ...plan,
    /** Which of the sessions that were paid for, from 1. */
    ordinal: z.int().min(1),
    /** Its share of what was paid. */
    amount: cents,
    currency,
  },
  sealed('place'),
)
export const TutoringSessionRescheduled = defineEvent(
  'TutoringSessionRescheduled',
  { ...ofSession, ...plan, formerStartsAt: z.iso.datetime() },
  sealed('place'),
)

/** How the share of a session is parted: `amount` = `refund` + `fee` + `earned`. */
const parted = {
  /** Its share of what was paid. */
  amount: cents,
  refund: cents,
  /** The platform's. */
  fee: cents,
  /** The tutor's. */
  earned: cents,
  currency,
}
/** `by` is null if it was not marked and counts as held after its tutor was asked. */
export const TutoringSessionCompleted = defineEvent('TutoringSessionCompleted', {
  ...ofSession,
  startsAt: z.iso.datetime(),
  minutes: z.int().min(1),
  ...parted,
})
/** The student did not come. */
export const TutoringSessionMissed = defineEvent('TutoringSessionMissed', { ...ofSession, startsAt: z.iso.datetime(), ...parted })
export const TutoringSessionCancelled = defineEvent(
  'TutoringSessionCancelled',
  {
    ...ofSession,
    as: z.enum(participants),
    startsAt: z.iso.datetime(),
    /** Before its beginning; below 0 after it. */
    noticeSeconds: z.int(),
    sequence: z.int().min(0),
    ...parted,
    reason: text,
  },
  sealed('reason'),
)
/** A session that an erased student had planned: without words. */
export const TutoringSessionDropped = defineEvent('TutoringSessionDropped', {
  ...ofSession,
  startsAt: z.iso.datetime(),
  noticeSeconds: z.int(),
  sequence: z.int().min(0),
  ...parted,
})

/** The hour has come to remind both of a session; mails go out then. */
export const TutoringReminderDue = defineEvent('TutoringReminderDue', {
  ...ofSession,
  startsAt: z.iso.datetime(),
  hours: z.literal(reminderHours),
})

/** The session is over, and its tutor has not said how it went: a mail asks for it. */
export const TutoringMarkAsked = defineEvent('TutoringMarkAsked', {
  ...ofSession,
  startsAt: z.iso.datetime(),
  /** Unless it is marked until then, it counts as held. */
  until: z.iso.datetime(),
})

/** By the student. May be said again: the newest stands. */
export const TutoringSessionRated = defineEvent(
  'TutoringSessionRated',
  {
    ...ofSession,
    rating: z.int().min(MIN_RATING).max(MAX_RATING),
    /** Of this student for this session before; null the first time. */
    formerRating: z.int().min(MIN_RATING).max(MAX_RATING).nullable(),
    comment: text,
  },
  sealed('comment'),
)

export const tutoringRequestEvents = [
  TutoringRequested,
  TutoringRequestAccepted,
  TutoringRequestDeclined,
  TutoringTutorAssigned,
  TutoringRequestCancelled,
  TutoringRequestClosed,
  TutoringCheckoutStarted,
  TutoringPaid,
  TutoringRefunded,
  TutoringRefundFailed,
  TutoringRefundRefused,
  TutoringPaymentLost,
  TutoringRefundMended,
  TutoringSessionScheduled,
  TutoringSessionRescheduled,
  TutoringSessionCompleted,
  TutoringSessionMissed,
  TutoringSessionCancelled,
  TutoringSessionDropped,
  TutoringReminderDue,
  TutoringMarkAsked,
  TutoringSessionRated,
] as const
export type TutoringRequestEvent = EventOf<(typeof tutoringRequestEvents)[number]>
