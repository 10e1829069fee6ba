/** Limits and messages of the account forms. */
export const MIN_PASSWORD_LENGTH = 6
/** Longer passwords are refused before they are hashed, so that hashing stays cheap. */
export const MAX_PASSWORD_LENGTH = 200
export const MAX_NAME_LENGTH = 60
export const MAX_EMAIL_LENGTH = 254
export const VERIFICATION_HOURS = 24
export const PASSWORD_RESET_HOURS = 1
/** How long an invited person has to choose a password. */
export const INVITATION_DAYS = 7
export const EMAIL_CHANGE_HOURS = 24
/** How long the password of an unverified registration is kept. The link in its mail expires earlier. */
export const UNVERIFIED_PASSWORD_DAYS = 7

export const accountWords = {
  invalidEmail: 'Invalid email address',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordMissing: 'Please enter your password',
  codeUnusual: 'Please enter the six digits that the app shows',
  recoveryCodeMissing: 'Please enter a recovery code',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: 'Please use at most 60 characters',
  nameUnusual: 'Please use only letters, spaces, apostrophes, hyphens, and periods',
  agreementRequired: 'Please confirm that you are 18 or older and agree to the terms',
  verifyFirst: 'Please verify your email address before you sign in.',
} as const

/**
 * A person's first or last name: letters with their marks, spaces, `'`, `-` and `.`, one letter at least. A name stands
 * in official mails: line breaks, addresses of pages and signs would make them say what we do not.
 */
export const personNamePattern = /^(?=\P{L}*\p{L})[\p{L}\p{M} '.-]+$/u
/** As it is kept: phones type the curly apostrophe. */
export const asPersonName = (typed: string): string => typed.trim().replaceAll('’', "'")

export const userRoles = ['student', 'educator', 'tutor', 'admin'] as const
export type UserRole = (typeof userRoles)[number]

/** What a person can set. */
export interface Settings {
  /** Whether the right answer and the explanation are shown at once; else after a press. */
  readonly showCorrectAnswers: boolean
  readonly dailyEmailEnabled: boolean
  /** '13:00', in the account's own day. */
  readonly dailyEmailTime: string
  /** Null while none is known. */
  readonly examDate: string | null
  /** Hides leaderboard, streaks and celebrations. */
  readonly calmMode: boolean
  /** Whether others see them on the leaderboard. */
  readonly showOnLeaderboard: boolean
}

export const DEFAULT_SETTINGS: Settings = {
  showCorrectAnswers: true,
  dailyEmailEnabled: false,
  dailyEmailTime: '13:00',
  examDate: null,
  calmMode: false,
  showOnLeaderboard: true,
}
export const dailyEmailTimePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is agreed to at the registration: which versions of which documents that means is the server's to say. */
export const AGREEMENT_STATEMENT = 'I am 18 or older and agree to the terms' as const

/** So many are made at a time, each to be used once. */
export const RECOVERY_CODES = 10
/** Of a second factor, as its owner calls it. */
export const MAX_FACTOR_NAME_LENGTH = 60
