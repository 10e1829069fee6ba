import type { FactOf, FactType } from '../../events.ts'
import { sessionEnd } from '../availability.ts'
import { parted, priceOf } from '../shown/tutoring-money.ts'

type DataOf<Type extends FactType> = FactOf<Type>['data']
type With<Type extends FactType> = Partial<DataOf<Type>>

export const ANA = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
export const TUTOR = '5b2c3d4e-5f60-4a7b-8c9d-0e1f2a3b4c52'
export const ADMIN = '6c3d4e5f-6071-4b8c-9d0e-1f2a3b4c5d63'
export const REQUEST = '8a1f2c3d-4b5e-4f60-8a7b-9c0d1e2f3a41'
export const SESSION = '7d4e5f60-7182-4c9d-8e0f-2a3b4c5d6e74'
const AT = '2026-03-02T09:30:00.000Z'
const STARTS_AT = '2026-03-09T15:00:00.000Z'

const ofRequest = { userId: ANA, requestId: REQUEST, by: ANA, at: AT }
const ofSession = { ...ofRequest, sessionId: SESSION, tutorId: TUTOR }
const bundle = priceOf({ bundle: true })
const share = { ...parted(bundle.amount / bundle.sessions, 0), currency: bundle.currency }

export const requestForm = {
  fullName: 'Ana Silva',
  email: 'ana@example.com',
  phoneNumber: null,
  preferredContactMethod: 'email',
  currentRole: 'paramedic_student',
  currentProgram: null,
  expectedExamDate: null,
  tutoringGoals: 'Pass the exam.',
  struggleAreas: ['Cardiology'],
  takenNREMTBefore: false,
  previousAttempts: null,
  preferredTimes: ['weekday_evenings'],
  preferredFormat: 'online',
  hasWebcamMic: true,
  wantsStudyPlan: false,
  interestedInBundle: true,
  additionalNotes: null,
  agreesToTerms: true,
} satisfies Partial<FactOf<'TutoringRequested'>['data']>

export const tutoringRequested = (data: With<'TutoringRequested'> = {}): FactOf<'TutoringRequested'> => ({
  type: 'TutoringRequested',
  data: {
    ...ofRequest,
    ...requestForm,
    timeZone: 'America/Denver',
    ...data,
  },
})

export const tutoringAccepted = (data: With<'TutoringRequestAccepted'> = {}): FactOf<'TutoringRequestAccepted'> => ({
  type: 'TutoringRequestAccepted',
  data: { ...ofRequest, by: ADMIN, tutorId: TUTOR, ...bundle, reason: 'Teaches cardiology.', ...data },
})

export const tutoringPaid = (data: With<'TutoringPaid'> = {}): FactOf<'TutoringPaid'> => ({
  type: 'TutoringPaid',
  data: { ...ofRequest, by: null, checkoutId: 'cs_1', paymentId: 'pi_1', ...bundle, fee: 4_500, ...data },
})

export const sessionScheduled = (data: With<'TutoringSessionScheduled'> = {}): FactOf<'TutoringSessionScheduled'> => {
  const startsAt = data.startsAt ?? STARTS_AT
  return {
    type: 'TutoringSessionScheduled',
    data: {
      ...ofSession,
      startsAt,
      endsAt: sessionEnd(startsAt),
      format: 'online',
      place: 'https://meet.example.com/ana',
      studentTimeZone: 'America/Denver',
      tutorTimeZone: 'America/New_York',
      sequence: 0,
      as: 'student',
      ordinal: 1,
      amount: share.amount,
      currency: share.currency,
      ...data,
    },
  }
}

export const sessionCompleted = (data: With<'TutoringSessionCompleted'> = {}): FactOf<'TutoringSessionCompleted'> => ({
  type: 'TutoringSessionCompleted',
  data: { ...ofSession, by: TUTOR, startsAt: STARTS_AT, minutes: 60, ...share, ...data },
})

export const sessionRated = (data: With<'TutoringSessionRated'> = {}): FactOf<'TutoringSessionRated'> => ({
  type: 'TutoringSessionRated',
  data: { ...ofSession, rating: 5, formerRating: null, comment: null, ...data },
})

export const tutorApplied = (data: With<'TutorApplied'> = {}): FactOf<'TutorApplied'> => ({
  type: 'TutorApplied',
  data: {
    userId: TUTOR,
    at: AT,
    certificationNumber: 'M5012345',
    certifiedUntil: '2030-03-31',
    yearsOfExperience: 6,
    agreesToBackgroundCheck: true,
    weeklyHours: 8,
    about: 'Field training officer.',
    timeZone: 'America/New_York',
    ...data,
  },
})

export const tutorApproved = (data: With<'TutorApproved'> = {}): FactOf<'TutorApproved'> => ({
  type: 'TutorApproved',
  data: { userId: TUTOR, at: AT, by: ADMIN, backgroundCheckPassed: true, reason: 'All papers seen.', ...data },
})

export const availabilitySet = (data: With<'TutorAvailabilitySet'> = {}): FactOf<'TutorAvailabilitySet'> => ({
  type: 'TutorAvailabilitySet',
  data: {
    userId: TUTOR,
    at: AT,
    timeZone: 'America/New_York',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
    exceptions: [],
    ...data,
  },
})

export const tutorSlotHeld = (data: With<'TutorSlotHeld'> = {}): FactOf<'TutorSlotHeld'> => {
  const startsAt = data.startsAt ?? STARTS_AT
  const slot = { userId: TUTOR, at: AT, sessionId: SESSION, sequence: 0, requestId: REQUEST, startsAt, endsAt: sessionEnd(startsAt) }
  return { type: 'TutorSlotHeld', data: { ...slot, ...data } }
}
