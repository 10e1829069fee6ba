/**
 * What the policies promise in figures and no other rule counts by. Ranges are the least and the most. Free of zod: the
 * browser uses them too.
 */
export interface FromTo {
  readonly from: number
  readonly to: number
}

export const rangeInWords = ({ from, to }: FromTo): string => `${from}-${to}`

/** The least age of users. No data is kept of anyone younger than the second. */
export const LEAST_AGE = 18
export const CHILDRENS_AGE = 13

/** How soon the Admin Team replies. */
export const RESPONSE_HOURS = { from: 24, to: 48 } as const satisfies FromTo
export const REFUND_BUSINESS_DAYS = { from: 5, to: 7 } as const satisfies FromTo
/** How soon a wish about one's own data is confirmed, and carried out. */
export const PRIVACY_CONFIRMATION_BUSINESS_DAYS = 10
export const PRIVACY_ANSWER_DAYS = 45
export const TAKEDOWN_HOURS = { from: 24, to: 48 } as const satisfies FromTo
export const COUNTER_NOTICE_BUSINESS_DAYS = { from: 10, to: 14 } as const satisfies FromTo

/** A changed policy is announced so long before it holds. */
export const POLICY_NOTICE_DAYS = 30
/** So long both sides talk before either goes to court. */
export const TALKS_DAYS = 30
/** The most that is owed for a damage: what was paid in so many months, or so many dollars where that is more. */
export const LIABILITY_MONTHS = 12
export const LIABILITY_DOLLARS = 100

/** Kept outside the product by its operator, and no longer than this. */
export const BACKUP_DAYS = 35
export const SERVER_LOG_DAYS = 90
export const LONGEST_COOKIE_YEARS = 2

/** What is not offered yet: the texts say so wherever these stand. */
export const ANALYTICS_COOKIE_MONTHS = 24
export const affiliateFigures = {
  basicPercent: 20,
  premiumPercent: 25,
  tutoringPercent: 10,
  licensePercent: 15,
  leastPayoutDollars: 50,
  attributionDays: 30,
  leastAge: 18,
  approvalBusinessDays: { from: 3, to: 5 },
  inactiveMonths: 6,
} as const
export const licenseFigures = {
  basic: { students: 50, dollarsAYear: 500 },
  premium: { students: 200, dollarsAYear: 1_500 },
  netDays: 30,
  uptimePercent: 99.5,
} as const
