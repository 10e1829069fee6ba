import { addDays, type CalendarDay, hoursAfter } from '../../core/shown/calendar.ts'

export const MIN_PASSWORD_LENGTH = 6
/** Longer passwords are refused before hashing to keep hashing cheap. */
export const MAX_PASSWORD_LENGTH = 200
export const MAX_NAME_LENGTH = 60
export const MAX_EMAIL_LENGTH = 254
export const VERIFICATION_HOURS = 24
export const PASSWORD_RESET_HOURS = 1
export const INVITATION_DAYS = 7
export const EMAIL_CHANGE_HOURS = 24
/** Longer than the verification link is valid. */
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

/** Letters with marks, spaces, `'`, `-` and `.`. Names appear in mail, so they hold no line breaks or links. */
export const personNamePattern = /^(?=\P{L}*\p{L})[\p{L}\p{M} '.-]+$/u
/** Phones type the curly apostrophe. */
export const asPersonName = (typed: string): string => typed.trim().replaceAll('’', "'")

export const userRoles = ['student', 'educator', 'tutor', 'analyst', 'admin'] as const
export type UserRole = (typeof userRoles)[number]

export interface Settings {
  readonly showCorrectAnswers: boolean
  readonly dailyEmailEnabled: boolean
  /** '13:00' in the account's time zone. */
  readonly dailyEmailTime: string
  readonly examDate: string | null
  readonly calmMode: boolean
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

export const AGREEMENT_STATEMENT = 'I am 18 or older and agree to the terms' as const

export const RECOVERY_CODES = 10
export const MAX_FACTOR_NAME_LENGTH = 60

/** The longest day (clocks put back) has 25 hours, so the day of a change is over before the next change. */
const TIME_ZONE_PAUSE_HOURS = 25

export const timeZoneChangeableFrom = (changedAt: string | null): string =>
  changedAt === null ? '' : hoursAfter(changedAt, TIME_ZONE_PAUSE_HOURS)

const EXAM_YEARS_AHEAD = 3
export const latestExamDate = (today: CalendarDay): CalendarDay => addDays(today, Math.floor(EXAM_YEARS_AHEAD * 365.25))

export const MAX_PHONE_LENGTH = 30
/** 5 to 15 digits (the E.164 maximum), optionally with an extension. */
export const phonePattern = /^\+?(?:[ ().\-/]*\d){5,15}[ )]*(?:(?:x|ext\.?) ?\d{1,6})?$/i
export const PHONE_UNUSUAL = 'Please enter a phone number, such as +1 303 555 0100'

export const EXPORT_HOURS = 24
export const DELETION_DAYS = 7
