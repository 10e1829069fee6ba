import { randomUUID } from 'node:crypto'
import { hoursAfter } from '@medicready/domain/calendar'
import type { Fact } from '@medicready/domain/events'
import { type APIRequestContext, expect } from '@playwright/test'
import { type Student, signIn } from './fixtures.ts'
import { appendFacts } from './given-questions.ts'

const ZONE = 'America/Chicago'
const BUNDLE = { sessions: 5, amount: 22_500, currency: 'usd' }
const SHARE = 4_500

interface Someone {
  readonly request: APIRequestContext
  readonly person: Student
}

const idOf = async (request: APIRequestContext) => ((await (await request.get('/api/auth/user')).json()) as { id: string }).id

interface Given {
  readonly requestId: string
  readonly sessionIds: readonly string[]
}

/**
 * Makes a tutor who can be booked at any hour and a student with a paid bundle, by events. Hours count from the start
 * of the current one.
 */
export async function giveTutoring(tutor: Someone, student: Someone, inHours: readonly number[]): Promise<Given> {
  const [tutorId, userId] = [await idOf(tutor.request), await idOf(student.request)]
  const now = new Date().toISOString()
  const before = hoursAfter(now, -9 * 24)
  const requestId = randomUUID()
  const ofRequest = { userId, requestId, by: tutorId, at: before }
  const thisHour = `${now.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`
  const sessions = inHours.map((hours) => ({
    sessionId: randomUUID(),
    startsAt: hoursAfter(thisHour, hours),
    endsAt: hoursAfter(thisHour, hours + 1),
  }))
  const slots = sessions.map((session) => ({ ...session, at: before, sequence: 0, requestId }))
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  const own = { userId: tutorId, at: before }
  const wish: Fact = {
    type: 'TutoringRequested',
    data: {
      ...{ ...ofRequest, by: userId, fullName: `${student.person.firstName} ${student.person.lastName}`, email: student.person.email },
      ...{ phoneNumber: null, preferredContactMethod: 'email', currentRole: 'paramedic_student', currentProgram: null },
      ...{ expectedExamDate: null, tutoringGoals: 'Read a 12-lead without fear.', struggleAreas: ['Cardiology'], takenNREMTBefore: false },
      ...{ previousAttempts: null, preferredTimes: ['weekday_evenings'], preferredFormat: 'online', hasWebcamMic: true },
      ...{ wantsStudyPlan: false, interestedInBundle: true, additionalNotes: null, agreesToTerms: true, timeZone: ZONE },
    },
  }
  const planned = sessions.map(
    (session, index): Fact => ({
      type: 'TutoringSessionScheduled',
      data: {
        ...{ ...ofRequest, ...session, tutorId, format: 'online', place: 'https://example.org/room', studentTimeZone: ZONE },
        ...{ tutorTimeZone: ZONE, sequence: 0, as: 'tutor', ordinal: index + 1, amount: SHARE, currency: 'usd' },
      },
    }),
  )
  await appendFacts([
    {
      stream: `tutor-${tutorId}`,
      facts: [
        {
          type: 'TutorApplied',
          data: {
            ...{ ...own, certificationNumber: 'M5012345', certifiedUntil: '2099-12-31', yearsOfExperience: 6 },
            ...{ agreesToBackgroundCheck: true, weeklyHours: 8, about: 'Field training officer.', timeZone: ZONE },
          },
        },
        { type: 'TutorApproved', data: { ...own, by: tutorId, backgroundCheckPassed: true, reason: 'All papers seen.' } },
        { type: 'TutorAvailabilitySet', data: { ...own, timeZone: ZONE, weekly, exceptions: [] } },
        ...slots.map((slot): Fact => ({ type: 'TutorSlotHeld', data: { ...slot, userId: tutorId } })),
      ],
    },
    { stream: `tutee-${userId}`, facts: slots.map((slot): Fact => ({ type: 'TuteeSlotHeld', data: { ...slot, userId } })) },
    {
      stream: `tutoringRequest-${requestId}`,
      occurredAt: before,
      facts: [
        wish,
        { type: 'TutoringRequestAccepted', data: { ...ofRequest, tutorId, ...BUNDLE, reason: 'Glad to help.' } },
        { type: 'TutoringPaid', data: { ...ofRequest, by: null, checkoutId: 'cs_given', paymentId: 'pi_given', ...BUNDLE, fee: 4_500 } },
        ...planned,
      ],
    },
  ])
  // A new role signs its holder out.
  await expect.poll(async () => (await tutor.request.get('/api/auth/user')).status(), { timeout: 30_000 }).toBe(401)
  await signIn(tutor.request, tutor.person)
  return { requestId, sessionIds: sessions.map(({ sessionId }) => sessionId) }
}
