import type { User } from '../api/session.ts'

/** Somebody who has just come, for what looks at the screens without a server. */
export const sampleUser: User = {
  id: '7a4a6b6e-3f0d-4a55-9a5e-0d5f3ad2a111',
  email: 'ana@example.org',
  firstName: 'Ana',
  lastName: 'Ortiz',
  role: 'student',
  subscriptionTier: 'free',
  emailVerified: true,
  secondFactor: 'none',
  secondFactorRequired: false,
  phone: null,
  firstLanguage: null,
  paramedicProgram: null,
  showCorrectAnswers: true,
  dailyEmailEnabled: false,
  dailyEmailTime: '13:00',
  examDate: null,
  calmMode: false,
  showOnLeaderboard: true,
  timeZone: 'UTC',
  formerTimeZone: null,
  timeZoneChangedAt: null,
  eraseAt: null,
  mailStopped: null,
  createdAt: '2026-03-01T12:00:00.000Z',
}
