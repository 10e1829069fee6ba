/** No zod: the browser uses it. */

export const contactMethods = { email: 'Email', phone: 'Phone call', text: 'Text message' } as const
export type ContactMethod = keyof typeof contactMethods

export const currentRoles = {
  paramedic_student: 'Paramedic student',
  emt: 'EMT',
  aemt: 'Advanced EMT',
  paramedic: 'Paramedic (recertifying)',
  other: 'Other',
} as const
export type CurrentRole = keyof typeof currentRoles

export const preferredTimes = {
  weekday_mornings: 'Weekday mornings',
  weekday_afternoons: 'Weekday afternoons',
  weekday_evenings: 'Weekday evenings',
  weekend_mornings: 'Weekend mornings',
  weekend_afternoons: 'Weekend afternoons',
  weekend_evenings: 'Weekend evenings',
} as const
export type PreferredTime = keyof typeof preferredTimes

export const sessionFormats = { online: 'Online', in_person: 'In person' } as const
export type SessionFormat = keyof typeof sessionFormats
export const preferredFormats = { ...sessionFormats, either: 'Either' } as const
export type PreferredFormat = keyof typeof preferredFormats

export const keysOf = <Words extends object>(words: Words) => Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]]

export const requestStatuses = ['pending', 'accepted', 'declined', 'scheduled', 'completed', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** `missed`: the student did not come. */
export const sessionStates = ['scheduled', 'completed', 'missed', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

export const participants = ['student', 'tutor', 'admin'] as const
export type Participant = (typeof participants)[number]

export const MAX_FULL_NAME_LENGTH = 121
export const MAX_TUTORING_TEXT_LENGTH = 2_000
export const MAX_SHORT_TEXT_LENGTH = 80
export const MAX_STRUGGLE_AREAS = 20
export const MAX_REASON_LENGTH = 500
export const MAX_PLACE_LENGTH = 300
/** More attempts need new training. */
export const MAX_PREVIOUS_ATTEMPTS = 6
export const MIN_RATING = 1
export const MAX_RATING = 5

export const SESSION_MINUTES = 60
/** Cents. */
export const HOURLY_PRICE = 5_000
export const TUTORING_CURRENCY = 'usd'
export const BUNDLE_SESSIONS = 5
export const BUNDLE_DISCOUNT_PERCENT = 10
export const PLATFORM_FEE_PERCENT = 20

/** Minimum notice for moving a session and for a full or half refund. */
export const SCHEDULE_NOTICE_HOURS = 24
export const FULL_REFUND_HOURS = 24
export const HALF_REFUND_HOURS = 2
/** After this many minutes a student counts as absent. */
export const NO_SHOW_MINUTES = 15
export const MOST_DAYS_AHEAD = 90
/** Then the tutor is asked how the session went; */
export const MARK_AFTER_HOURS = 24
/** then it counts as held. */
export const UNMARKED_HOURS = 48
export const MOST_SESSION_CHANGES = 20
export const MOST_RATINGS = 5
/** Changes within this time are combined in one mail. */
export const MINUTES_BETWEEN_MAILS = 5
export const MOST_OPEN_REQUESTS = 3
/** After this, a counted request that was never written is a failed process. */
export const BEGINNING_MINUTES = 5

/** Hours before the session. */
export const reminderHours = [24, 1] as const
export type ReminderHours = (typeof reminderHours)[number]

export const MIN_TUTOR_YEARS = 2
export const MIN_TUTOR_WEEKLY_HOURS = 5
export const MAX_TUTOR_YEARS = 60
export const MAX_TUTOR_WEEKLY_HOURS = 60
export const MOST_WEEKLY_RANGES = 42
export const MOST_EXCEPTIONS = 100
export const tutorSituations = ['applied', 'approved', 'declined'] as const
export type TutorSituation = (typeof tutorSituations)[number]

/** `00:00` to `24:00` in quarter hours. */
export const timeOfDayPattern = /^(?:(?:[01]\d|2[0-3]):(?:00|15|30|45)|24:00)$/

export const tutoringWords = {
  nameRequired: 'Please enter your full name',
  contactRequired: 'Please choose how we should contact you',
  phoneRequired: 'Please enter a phone number so that we can contact you',
  roleRequired: 'Please choose your current role',
  goalsRequired: 'Please tell us your goals',
  struggleAreasRequired: 'Please name at least one area that you struggle with',
  timesRequired: 'Please choose at least one time that suits you',
  formatRequired: 'Please choose a format',
  answerRequired: 'Please answer this question',
  termsRequired: 'Please agree to the tutoring terms',
  examDateUnusual: 'Please enter a date, such as 2027-06-15',
  reasonRequired: 'Please enter a reason',
  startRequired: 'Please choose a time',
  attemptsUnusual: `Please enter a whole number from 1 to ${MAX_PREVIOUS_ATTEMPTS}, or leave this empty`,
  placeRequired: 'Please enter where the session takes place',
  ratingRequired: 'Please choose 1 to 5 stars',
  certificationRequired: 'Please enter the number of your current paramedic certification',
  certifiedUntilRequired: 'Please enter the date your certification expires',
  experienceTooShort: 'Tutors need at least two years of field experience',
  backgroundCheckRequired: 'Please agree to a background check',
  hoursTooFew: 'Tutors offer at least five hours a week',
  aboutRequired: 'Please tell us about your experience',
  timeOfDayUnusual: 'Please enter a time on the quarter hour, such as 09:15',
  rangesUnusual: 'Each range must end after it begins, and ranges on one day cannot overlap',
  exceptionsRepeated: 'Please name each day once',
} as const

/** `09:15`, up to `24:00`. No zod: the browser uses it. */

export interface HoursRange {
  readonly from: string
  readonly to: string
}

export interface WeeklyRange extends HoursRange {
  /** 1 is Monday. */
  readonly weekday: number
}

export const minutesOf = (timeOfDay: string): number => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3))

/** Each range ends after it begins, and none overlap. */
export const isHoursOfDay = (ranges: readonly HoursRange[]): boolean => {
  const ordered = ranges.toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from))
  return ordered.every(({ from, to }, place) => {
    const before = ordered[place - 1]
    return minutesOf(from) < minutesOf(to) && (before === undefined || minutesOf(before.to) <= minutesOf(from))
  })
}

export const isWeek = (ranges: readonly WeeklyRange[]): boolean =>
  [1, 2, 3, 4, 5, 6, 7].every((weekday) => isHoursOfDay(ranges.filter((range) => range.weekday === weekday)))

export const minutesIn = (ranges: readonly HoursRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0)
