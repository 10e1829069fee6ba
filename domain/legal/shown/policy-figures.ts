/** Figures that only the policies state. No zod: the browser uses it. */
export interface FromTo {
  readonly from: number
  readonly to: number
}

export const rangeInWords = ({ from, to }: FromTo): string => `${from}-${to}`

/** Minimum age of users; no data is kept of anyone below CHILDRENS_AGE. */
export const LEAST_AGE = 18
export const CHILDRENS_AGE = 13

export const RESPONSE_HOURS = { from: 24, to: 48 } as const satisfies FromTo
export const REFUND_BUSINESS_DAYS = { from: 5, to: 7 } as const satisfies FromTo
export const PRIVACY_CONFIRMATION_BUSINESS_DAYS = 10
export const PRIVACY_ANSWER_DAYS = 45
export const TAKEDOWN_HOURS = { from: 24, to: 48 } as const satisfies FromTo
export const COUNTER_NOTICE_BUSINESS_DAYS = { from: 10, to: 14 } as const satisfies FromTo

export const POLICY_NOTICE_DAYS = 30
export const TALKS_DAYS = 30
/** The larger of both limits applies. */
export const LIABILITY_MONTHS = 12
export const LIABILITY_DOLLARS = 100

/** Backups that the operator keeps outside the product. */
export const BACKUP_DAYS = 35
export const SERVER_LOG_DAYS = 90
export const LONGEST_COOKIE_YEARS = 2

/** Not offered yet; the texts say so. */
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
