/**
 * Rules of the sign-in and registration forms, with the words that go with them. Free of zod: the browser uses them
 * too.
 */
export const MIN_PASSWORD_LENGTH = 6
/** Longer passwords are refused before they are hashed, so that hashing stays cheap. */
export const MAX_PASSWORD_LENGTH = 200
export const MAX_NAME_LENGTH = 100
export const MAX_EMAIL_LENGTH = 254
export const VERIFICATION_HOURS = 24

export const accountWords = {
  invalidEmail: 'Invalid email address',
  passwordTooShort: 'Password must be at least 6 characters',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  verifyFirst: 'Please verify your email address before you sign in.',
} as const

export const userRoles = ['student', 'admin'] as const
export type UserRole = (typeof userRoles)[number]
