import type { UserRole } from './rules.ts'

/**
 * Who may do what. Free of zod and of events: the contract makes its access from this table, and the browser shows by
 * it what a person can reach.
 */

/** What only some roles may do. All signed-in people can study. */
export const rights = ['reviewQuestions', 'giveTutoring', 'runBusiness'] as const
export type Right = (typeof rights)[number]

const rightsOf: Readonly<Record<UserRole, readonly Right[]>> = {
  student: [],
  /** Writes and reviews questions. */
  educator: ['reviewQuestions'],
  tutor: ['giveTutoring'],
  admin: ['reviewQuestions', 'giveTutoring', 'runBusiness'],
}

export const hasRight = (role: UserRole, right: Right): boolean => rightsOf[role].includes(right)

/** A right opens the keys of questions, or what others told us: a password alone does not give it. */
export const needsSecondFactor = (role: UserRole): boolean => rightsOf[role].length > 0
