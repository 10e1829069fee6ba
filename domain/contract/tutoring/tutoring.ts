import { z } from 'zod'
import {
  contactMethods,
  currentRoles,
  isHoursOfDay,
  isWeek,
  keysOf,
  MOST_EXCEPTIONS,
  MOST_WEEKLY_RANGES,
  participants,
  preferredFormats,
  preferredTimes,
  requestStatuses,
  sessionFormats,
  sessionStates,
  timeOfDayPattern,
  tutorSituations,
  tutoringWords as words,
} from '../../tutoring/shown/rules.ts'
import { timeZone } from '../accounts/forms.ts'
import { asOf, onDay } from '../admin/as-of.ts'
import { ReasonOnly } from '../admin/forms.ts'
import { giveTutoring, runBusiness, signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import {
  SessionPlan,
  SessionRating,
  StudentsCancellation,
  TutorApplication,
  TutorApproval,
  TutorChoice,
  TutoringForm,
  TutorsCancellation,
} from './forms.ts'

/** Whole cents. */
const money = { amount: z.int(), currency: z.string() }
const Money = z.object(money)
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Please enter a month, such as 2026-11')

export const TutoringSession = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  ordinal: z.int(),
  state: z.enum(sessionStates),
  tutorId: z.uuid(),
  tutorName: z.string(),
  studentName: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  studentTimeZone: z.string(),
  tutorTimeZone: z.string(),
  format: z.enum(keysOf(sessionFormats)),
  place: z.string().nullable(),
  ...money,
  cancelledBy: z.enum(participants).nullable(),
  refund: z.int(),
  rating: z.int().nullable(),
  comment: z.string().nullable(),
})
export type TutoringSession = z.infer<typeof TutoringSession>

export const OwnTutoringRequest = z.object({
  id: z.uuid(),
  status: z.enum(requestStatuses),
  createdAt: z.iso.datetime(),
  tutoringGoals: z.string(),
  struggleAreas: z.array(z.string()),
  preferredTimes: z.array(z.enum(keysOf(preferredTimes))),
  preferredFormat: z.enum(keysOf(preferredFormats)),
  interestedInBundle: z.boolean(),
  declinedFor: z.string().nullable(),
  tutor: z.object({ id: z.uuid(), name: z.string(), averageRating: z.number().nullable() }).nullable(),
  price: Money.nullable(),
  paidAt: z.iso.datetime().nullable(),
  refunded: z.int(),
  sessionsPaid: z.int(),
  sessionsLeft: z.int(),
  sessions: z.array(TutoringSession),
})
export type OwnTutoringRequest = z.infer<typeof OwnTutoringRequest>

/** Without what only administrators may see. */
export const TutorsRequest = z.object({
  ...OwnTutoringRequest.omit({ tutor: true, price: true, refunded: true, declinedFor: true }).shape,
  studentName: z.string(),
  currentRole: z.enum(keysOf(currentRoles)),
  expectedExamDate: z.iso.date().nullable(),
  takenNREMTBefore: z.boolean(),
  wantsStudyPlan: z.boolean(),
  hasWebcamMic: z.boolean(),
  additionalNotes: z.string().nullable(),
  studentTimeZone: z.string(),
})
export type TutorsRequest = z.infer<typeof TutorsRequest>

export const AdminTutoringRequestRow = z.object({
  id: z.uuid(),
  studentName: z.string(),
  email: z.string(),
  currentRole: z.enum(keysOf(currentRoles)),
  strugglingWith: z.array(z.string()),
  preferredTimes: z.array(z.enum(keysOf(preferredTimes))),
  requestDate: z.iso.datetime(),
  status: z.enum(requestStatuses),
})
export type AdminTutoringRequestRow = z.infer<typeof AdminTutoringRequestRow>

export const AdminTutoringRequest = z.object({
  ...OwnTutoringRequest.shape,
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  preferredContactMethod: z.enum(keysOf(contactMethods)),
  currentRole: z.enum(keysOf(currentRoles)),
  currentProgram: z.string().nullable(),
  expectedExamDate: z.iso.date().nullable(),
  takenNREMTBefore: z.boolean(),
  previousAttempts: z.int().nullable(),
  hasWebcamMic: z.boolean(),
  wantsStudyPlan: z.boolean(),
  additionalNotes: z.string().nullable(),
  agreesToTerms: z.boolean(),
  timeZone: z.string(),
})
export type AdminTutoringRequest = z.infer<typeof AdminTutoringRequest>

export const TutoringFigures = z.object({
  asOf: z.iso.date(),
  currency: z.literal('usd'),
  requests: z.object({ all: z.int(), waiting: z.int(), accepted: z.int(), declined: z.int(), cancelled: z.int() }),
  sessions: z.object({ /** Scheduled and not settled yet. */ planned: z.int(), held: z.int(), missed: z.int(), cancelled: z.int() }),
  moneyIn: z.int(),
  refunds: z.int(),
  averageRating: z.number().nullable(),
})
export type TutoringFigures = z.infer<typeof TutoringFigures>

const time = z.string(words.timeOfDayUnusual).regex(timeOfDayPattern, words.timeOfDayUnusual)
const Range = z.object({ from: time, to: time })
export const OwnAvailability = z.object({
  timeZone,
  /** 1 is Monday; from 00:00 to 24:00. */
  weekly: z
    .array(Range.extend({ weekday: z.int().min(1).max(7) }))
    .max(MOST_WEEKLY_RANGES)
    .refine(isWeek, words.rangesUnusual),
  /** Days with other hours; none if the tutor is away. */
  exceptions: z
    .array(
      z.object({
        date: z.iso.date(words.examDateUnusual),
        hours: z.array(Range).max(MOST_WEEKLY_RANGES).refine(isHoursOfDay, words.rangesUnusual),
      }),
    )
    .max(MOST_EXCEPTIONS)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, words.exceptionsRepeated),
})
export type OwnAvailability = z.infer<typeof OwnAvailability>

export const OwnTutorProfile = z.object({
  situation: z.enum(tutorSituations).nullable(),
  appliedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  availability: OwnAvailability.nullable(),
  averageRating: z.number().nullable(),
  ratings: z.int(),
})
export type OwnTutorProfile = z.infer<typeof OwnTutorProfile>

export const AdminTutor = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  situation: z.enum(tutorSituations),
  appliedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  certificationNumber: z.string(),
  certifiedUntil: z.iso.date().nullable(),
  yearsOfExperience: z.int(),
  weeklyHours: z.int(),
  about: z.string(),
  averageRating: z.number().nullable(),
  ratings: z.int(),
  sessionsHeld: z.int(),
  availability: OwnAvailability.nullable(),
})
export type AdminTutor = z.infer<typeof AdminTutor>

export const TutorPayout = z.object({
  tutorId: z.uuid(),
  tutorName: z.string(),
  /** Its Monday, UTC. */
  week: z.iso.date(),
  sessions: z.int(),
  /** What students paid minus refunds. */
  amount: z.int(),
  fee: z.int(),
  earned: z.int(),
  currency: z.string(),
  reportedAt: z.iso.datetime().nullable(),
})
export type TutorPayout = z.infer<typeof TutorPayout>

const ofRequest = { id: existing.tutoringRequestId } as const
const ofSession = { ...ofRequest, sessionId: existing.tutoringSessionId } as const
const examplePlan = { startsAt: '2027-06-01T15:00:00.000Z', format: 'online', place: 'https://meet.example.com/ana' } as const

const params = z.object({ id: z.uuid() })
const onSession = { params: params.extend({ sessionId: z.uuid() }), example: { params: ofSession } } as const
const planned = {
  body: SessionPlan,
  response: z.object({ sessionId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
} as const
const timeErrors = ['sessionTimePast', 'tutorNotAvailable', 'tutorBooked', 'studentBooked', 'conflict'] as const
const plan = {
  ...planned,
  params,
  status: 201,
  errors: ['tutoringRequestNotFound', 'tutoringNotAccepted', 'tutoringNotPaid', 'noTutoringSessionsLeft', ...timeErrors],
  example: { params: ofRequest, body: examplePlan },
} as const
const move = {
  ...planned,
  params: onSession.params,
  errors: [
    'tutoringRequestNotFound',
    'tutoringSessionNotFound',
    'tutoringSessionEnded',
    'scheduleNoticeTooShort',
    'tooManyChanges',
    ...timeErrors,
  ],
  example: { params: ofSession, body: examplePlan },
} as const
const settle = {
  ...onSession,
  response: z.object({ sessionId: z.uuid(), state: z.enum(sessionStates), refund: Money }),
  errors: ['tutoringRequestNotFound', 'tutoringSessionNotFound', 'tutoringSessionEnded', 'conflict'],
} as const
const markErrors = [...settle.errors, 'tutoringSessionNotOver'] as const
const endRequest = {
  params,
  response: z.object({ status: z.enum(requestStatuses), refund: Money }),
  errors: ['tutoringRequestNotFound', 'tutoringRequestEnded', 'conflict'],
} as const
const applied = z.object({ situation: z.enum(tutorSituations) })
const decideApplication = { params, response: applied, errors: ['tutorNotFound', 'applicationDecided', 'conflict'] } as const

export const tutoringCalls = {
  'POST /api/tutoring-requests': signedIn.command({
    summary: 'Request tutoring and email a confirmation. Three requests can be open at once.',
    body: TutoringForm,
    status: 201,
    response: z.object({ id: z.uuid(), status: z.enum(requestStatuses) }),
    errors: ['tooManyTutoringRequests', 'conflict'],
    example: {
      body: {
        fullName: 'Ana Silva',
        email: existing.email,
        phoneNumber: '+1 303 555 0100',
        preferredContactMethod: 'email',
        currentRole: 'paramedic_student',
        currentProgram: 'Front Range Community College',
        expectedExamDate: '2027-07-15',
        tutoringGoals: 'Pass the exam at the first try.',
        struggleAreas: ['Cardiology', '12-lead ECGs'],
        takenNREMTBefore: true,
        previousAttempts: 1,
        preferredTimes: ['weekday_evenings', 'weekend_mornings'],
        preferredFormat: 'online',
        hasWebcamMic: true,
        wantsStudyPlan: true,
        interestedInBundle: true,
        additionalNotes: 'I work nights.',
        agreesToTerms: true,
      },
    },
  }),
  'POST /api/tutoring-requests/{id}/sessions': signedIn.command({
    summary: 'Schedule one of the paid sessions, of one hour, at a time when the tutor is available.',
    ...plan,
  }),
  'PATCH /api/tutoring-requests/{id}/sessions/{sessionId}': signedIn.command({
    summary: "Reschedule a session, with 24 hours' notice.",
    ...move,
  }),
  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating': signedIn.command({
    summary: 'Rate a held session from 1 to 5. The latest rating counts.',
    params: onSession.params,
    body: SessionRating,
    response: z.object({ rating: z.int() }),
    errors: ['tutoringRequestNotFound', 'tutoringSessionNotFound', 'tutoringSessionNotHeld', 'tooManyChanges', 'conflict'],
    example: { params: ofSession, body: { rating: 5, comment: 'Patient and clear.' } },
  }),
  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel': signedIn.command({
    summary:
      "Cancel a scheduled session. With 24 hours' notice, the full price is refunded. With 2 hours' notice, half of it. Later, nothing.",
    ...settle,
    body: StudentsCancellation,
    example: { params: ofSession, body: { reason: 'A shift came up.' } },
  }),
  'POST /api/tutoring-requests/{id}/cancel': signedIn.command({
    summary: 'Cancel a request and its scheduled sessions, with refunds by notice. Sessions that are not scheduled are refunded in full.',
    ...endRequest,
    body: StudentsCancellation,
    example: { params: ofRequest, body: { reason: 'I passed.' } },
  }),
  'POST /api/tutors/applications': signedIn.command({
    summary: 'Apply as a tutor. Declined applicants can apply again.',
    body: TutorApplication,
    status: 201,
    response: applied,
    errors: ['certificationExpired', 'tutorApplied', 'conflict'],
    example: {
      body: {
        certificationNumber: 'M5012345',
        certifiedUntil: '2030-03-31',
        yearsOfExperience: 6,
        agreesToBackgroundCheck: true,
        weeklyHours: 8,
        about: 'Field training officer for four years.',
      },
    },
  }),
  'POST /api/tutoring-requests/{id}/checkout': signedIn.command({
    summary: 'Pay for an accepted request. Answers the address of the payment page. Asking again answers the same open page.',
    params,
    response: z.object({ url: z.string(), ...money }),
    errors: ['tutoringRequestNotFound', 'tutoringNotAccepted', 'tutoringPaid', 'conflict'],
    example: { params: ofRequest },
  }),
  'GET /api/user/tutoring-requests': signedIn.read({
    summary: "The caller's own requests with their sessions, newest first.",
    page: true,
    response: z.array(OwnTutoringRequest),
  }),
  'GET /api/tutoring-requests/{id}/free-times': signedIn.read({
    summary: "The free hours of the request's tutor from a day, in UTC. For its student and tutor.",
    params,
    query: z.object({ from: z.iso.date(), days: z.coerce.number<number>().int().min(1).max(31) }),
    response: z.object({ studentTimeZone: z.string(), tutorTimeZone: z.string(), starts: z.array(z.iso.datetime()) }),
    errors: ['tutoringRequestNotFound', 'tutoringNotAccepted'],
    example: { params: ofRequest, query: { from: '2027-06-01', days: 14 } },
  }),
  'GET /api/tutors/application': signedIn.read({
    summary: "The caller's tutor application and profile.",
    response: OwnTutorProfile,
  }),
} as const

export const tutorCalls = {
  'PUT /api/tutor/availability': giveTutoring.command({
    summary: "Set the caller's available hours, at least five a week. Booked sessions stay booked.",
    body: OwnAvailability,
    response: OwnAvailability,
    errors: ['notATutor', 'availabilityTooShort', 'conflict'],
    example: {
      body: {
        timeZone: 'America/New_York',
        weekly: [
          { weekday: 1, from: '09:00', to: '12:00' },
          { weekday: 3, from: '18:00', to: '24:00' },
        ],
        exceptions: [{ date: '2027-06-07', hours: [{ from: '10:00', to: '11:00' }] }],
      },
    },
  }),
  'POST /api/tutor/requests/{id}/sessions': giveTutoring.command({
    summary: "Schedule a session of one of the caller's requests.",
    ...plan,
  }),
  'PATCH /api/tutor/requests/{id}/sessions/{sessionId}': giveTutoring.command({
    summary: "Reschedule a session, with 24 hours' notice.",
    ...move,
  }),
  'POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel': giveTutoring.command({
    summary: 'Cancel a scheduled session with a full refund, at any notice.',
    ...settle,
    body: TutorsCancellation,
    example: { params: ofSession, body: { reason: 'I am ill.' } },
  }),
  'POST /api/tutor/requests/{id}/sessions/{sessionId}/complete': giveTutoring.command({
    summary: 'Record that a session was held, once it is over.',
    ...settle,
    errors: markErrors,
  }),
  'POST /api/tutor/requests/{id}/sessions/{sessionId}/no-show': giveTutoring.command({
    summary: 'Record a no-show, from 15 minutes after the start. There is no refund.',
    ...settle,
    errors: markErrors,
  }),
  'GET /api/tutor/requests': giveTutoring.read({
    summary: 'The requests that are assigned to the caller with their sessions, newest first.',
    page: true,
    query: z.object({ status: z.enum(requestStatuses).optional() }),
    response: z.array(TutorsRequest),
    example: { query: { status: 'accepted' } },
  }),
  'GET /api/tutor/payouts': giveTutoring.read({
    summary: "The caller's earnings by week, newest first.",
    page: true,
    response: z.array(TutorPayout),
  }),
} as const

const exampleTutor = { tutorId: existing.tutorId, reason: 'Teaches cardiology, and is free in the evenings.' }
const exampleDay = '2027-06-15'

/** With `asOf`, as of the end of that day. */
export const adminTutoringCalls = {
  'POST /api/admin/tutoring-requests/{id}/accept': runBusiness.command({
    summary: 'Accept a request and assign its tutor. Emails the student a payment link.',
    params,
    body: TutorChoice,
    response: z.object({ status: z.enum(requestStatuses), price: Money }),
    errors: ['tutoringRequestNotFound', 'tutoringRequestAnswered', 'notATutor', 'ownTutor', 'conflict'],
    example: { params: ofRequest, body: exampleTutor },
  }),
  'POST /api/admin/tutoring-requests/{id}/decline': runBusiness.command({
    summary: 'Decline a request. Emails the student the reason.',
    params,
    body: ReasonOnly,
    response: z.object({ status: z.enum(requestStatuses) }),
    errors: ['tutoringRequestNotFound', 'tutoringRequestAnswered', 'conflict'],
    example: { params: ofRequest, body: { reason: 'No tutor is available in person there.' } },
  }),
  'PUT /api/admin/tutoring-requests/{id}/tutor': runBusiness.command({
    summary: 'Assign another tutor to an accepted request without scheduled sessions.',
    params,
    body: TutorChoice,
    response: z.object({ tutorId: z.uuid() }),
    errors: ['tutoringRequestNotFound', 'tutoringNotAccepted', 'tutoringSessionsPlanned', 'notATutor', 'ownTutor', 'conflict'],
    example: { params: ofRequest, body: exampleTutor },
  }),
  'POST /api/admin/tutoring-requests/{id}/cancel': runBusiness.command({
    summary: 'Cancel a request. Everything paid for and not held is refunded in full.',
    ...endRequest,
    body: ReasonOnly,
    example: { params: ofRequest, body: { reason: 'The tutor has left.' } },
  }),
  'POST /api/admin/tutoring-requests/{id}/sessions/{sessionId}/cancel': runBusiness.command({
    summary: 'Cancel a session that is not settled, such as one that the tutor missed, with a full refund.',
    ...settle,
    body: ReasonOnly,
    example: { params: ofSession, body: { reason: 'The tutor did not come.' } },
  }),
  'POST /api/admin/tutors/{id}/approve': runBusiness.command({
    summary: 'Approve an application once the background check has passed. The applicant becomes a tutor.',
    ...decideApplication,
    body: TutorApproval,
    example: { params: { id: existing.tutorId }, body: { backgroundCheckPassed: true, reason: 'All papers seen.' } },
  }),
  'POST /api/admin/tutors/{id}/decline': runBusiness.command({
    summary: 'Decline an application. Emails the applicant the reason. They can apply again.',
    ...decideApplication,
    body: ReasonOnly,
    example: { params: { id: existing.tutorId }, body: { reason: 'The certification has expired.' } },
  }),
  'GET /api/admin/tutoring-figures': runBusiness.read({
    summary: 'Tutoring figures: requests and sessions by outcome, payments, and ratings.',
    ...onDay,
    response: TutoringFigures,
  }),
  'GET /api/tutoring-requests': runBusiness.read({
    summary: 'All requests for tutoring, newest first.',
    page: true,
    query: z.object({ status: z.enum(requestStatuses).optional(), asOf }),
    response: z.array(AdminTutoringRequestRow),
    example: { query: { status: 'pending', asOf: exampleDay } },
  }),
  'GET /api/admin/tutoring-requests/{id}': runBusiness.read({
    summary: 'A tutoring request in full, with its sessions.',
    params,
    query: z.object({ asOf }),
    response: AdminTutoringRequest,
    errors: ['tutoringRequestNotFound'],
    example: { params: ofRequest, query: { asOf: exampleDay } },
  }),
  'GET /api/admin/sessions': runBusiness.read({
    summary: 'Tutoring sessions, latest first. Can be filtered by state or month (UTC).',
    page: true,
    query: z.object({ state: z.enum(sessionStates).optional(), month: month.optional(), asOf }),
    response: z.array(TutoringSession),
    example: { query: { state: 'completed', month: '2026-11', asOf: exampleDay } },
  }),
  'GET /api/admin/tutors': runBusiness.read({
    summary: 'Tutors and applicants, newest application first.',
    page: true,
    query: z.object({ situation: z.enum(tutorSituations).optional(), asOf }),
    response: z.array(AdminTutor),
    example: { query: { situation: 'applied', asOf: exampleDay } },
  }),
  'GET /api/admin/tutor-payouts': runBusiness.read({
    summary: 'Tutor earnings by week, newest first.',
    page: true,
    query: z.object({ week: z.iso.date().optional(), asOf }),
    response: z.array(TutorPayout),
    example: { query: { week: '2026-11-16', asOf: exampleDay } },
  }),
} as const
