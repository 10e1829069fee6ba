import { randomUUID } from 'node:crypto'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import {
  availabilitySet,
  sessionScheduled,
  tutorApplied,
  tutorApproved,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
  tutorSlotHeld,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
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
  const own = { userId: tutorId, at: before, timeZone: ZONE }
  const { firstName, lastName, email } = student.person
  const wish = { fullName: `${firstName} ${lastName}`, email, tutoringGoals: 'Read a 12-lead without fear.', timeZone: ZONE }
  const place = { place: 'https://example.org/room', studentTimeZone: ZONE, tutorTimeZone: ZONE, as: 'tutor' } as const
  await appendFacts([
    {
      stream: `tutor-${tutorId}`,
      facts: [
        tutorApplied({ ...own, certifiedUntil: '2099-12-31' }),
        tutorApproved({ userId: tutorId, at: before, by: tutorId }),
        availabilitySet({ ...own, weekly }),
        ...slots.map((slot) => tutorSlotHeld({ ...slot, userId: tutorId })),
      ],
    },
    { stream: `tutee-${userId}`, facts: slots.map((slot): Fact => ({ type: 'TuteeSlotHeld', data: { ...slot, userId } })) },
    {
      stream: `tutoringRequest-${requestId}`,
      occurredAt: before,
      facts: [
        tutoringRequested({ ...ofRequest, by: userId, ...wish }),
        tutoringAccepted({ ...ofRequest, tutorId, ...BUNDLE }),
        tutoringPaid({ ...ofRequest, by: null, ...BUNDLE }),
        ...sessions.map((session, index) =>
          sessionScheduled({ ...ofRequest, ...session, tutorId, ...place, ordinal: index + 1, amount: SHARE, currency: 'usd' }),
        ),
      ],
    },
  ])
  // A new role signs its holder out.
  await expect.poll(async () => (await tutor.request.get('/api/auth/user')).status(), { timeout: 30_000 }).toBe(401)
  await signIn(tutor.request, tutor.person)
  return { requestId, sessionIds: sessions.map(({ sessionId }) => sessionId) }
}
