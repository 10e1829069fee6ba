import type { UserRole } from './rules.ts'

/** How long a session lasts: in all, and without use. */
export interface SessionLimits {
  readonly minutes: number
  readonly idleMinutes: number
}

const HOUR = 60
const DAY = 24 * HOUR
const ofLearners: SessionLimits = { minutes: 30 * DAY, idleMinutes: 14 * DAY }

/** A change of role ends every session, so that each was begun by the role that its account has. */
export const sessionLimits: Readonly<Record<UserRole, SessionLimits>> = {
  student: ofLearners,
  educator: ofLearners,
  tutor: ofLearners,
  admin: { minutes: 12 * HOUR, idleMinutes: 30 },
}
