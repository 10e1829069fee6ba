import type { UserRole } from './rules.ts'

// Who may do what: the contract's access and the browser's navigation follow from it. No zod: the browser uses it.

export const rights = ['reviewQuestions', 'giveTutoring', 'analyzeData', 'runBusiness'] as const
export type Right = (typeof rights)[number]

const rightsOf: Readonly<Record<UserRole, readonly Right[]>> = {
  student: [],
  educator: ['reviewQuestions'],
  tutor: ['giveTutoring'],
  /** Sees sums and facts without names, addresses, or what is sealed. */
  analyst: ['analyzeData'],
  admin: ['reviewQuestions', 'giveTutoring', 'analyzeData', 'runBusiness'],
}

export const hasRight = (role: UserRole, right: Right): boolean => rightsOf[role].includes(right)

/** A right opens answer keys, personal messages, or everyone's data, so a password alone is not enough. */
export const needsSecondFactor = (role: UserRole): boolean => rightsOf[role].length > 0

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
  analyst: ofLearners,
  admin: { minutes: 12 * HOUR, idleMinutes: 30 },
}
