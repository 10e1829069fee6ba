import type { UserRole } from './rules.ts'

export interface SessionLimits {
  readonly minutes: number
  readonly idleMinutes: number
}

const HOUR = 60
const DAY = 24 * HOUR
const ofLearners: SessionLimits = { minutes: 30 * DAY, idleMinutes: 14 * DAY }

/** Changing a role ends every session, so a session always matches the account's role. */
export const sessionLimits: Readonly<Record<UserRole, SessionLimits>> = {
  student: ofLearners,
  educator: ofLearners,
  tutor: ofLearners,
  admin: { minutes: 12 * HOUR, idleMinutes: 30 },
}
