/** Each figure is a sum of entries behind events. Free of zod, so that a screen can load it without the schemas. */

export type FigureUnit = 'cents' | 'microDollars' | 'count'

const count = (label: string) => ({ label, unit: 'count' }) as const
const cents = (label: string) => ({ label, unit: 'cents' }) as const

export const adminFigures = {
  // Money. The group is `basic`, `premium` or `tutoring`.
  revenue: cents('Revenue'),
  moneyIn: cents('Money in'),
  refunds: cents('Refunds'),
  deferred: cents('Deferred revenue'),
  // Subscriptions. The group is the tier, `basic` or `premium`.
  mrr: cents('Monthly recurring revenue'),
  newMrr: cents('New MRR'),
  expansionMrr: cents('Expansion MRR'),
  contractionMrr: cents('Contraction MRR'),
  churnedMrr: cents('Churned MRR'),
  subscribers: count('Paying subscribers'),
  newSubscribers: count('New subscribers'),
  churnedSubscribers: count('Subscribers who left'),
  // The group is the month of the first payment.
  cohortSize: count('Paid a first time in a month'),
  cohortSubscribers: count('Subscribed of those'),
  // Active: answered in the last 14 days.
  students: count('Students'),
  activeStudents: count('Active students'),
  registered: count('Registered'),
  verified: count('Verified their email'),
  firstAnswers: count('Answered a first question'),
  firstPayments: count('Paid a first time'),
  /** Once per month with answers; the group is the month of registration. */
  returningStudents: count('Students who answered in a month'),
  answers: count('Answers'),
  scoredAnswers: count('Scored answers'),
  correctAnswers: count('Right answers'),
  questionsInBank: count('Questions in the bank'),
  questionsOnTrial: count('Questions on trial'),
  questionsWithdrawn: count('Questions withdrawn'),
  questionsRetired: count('Questions retired'),
  reviewRequests: count('Review requests'),
  tutoringRequests: count('Tutoring requests'),
  waitingRequests: count('Tutoring requests that wait'),
  acceptedRequests: count('Tutoring requests accepted'),
  declinedRequests: count('Tutoring requests declined'),
  cancelledRequests: count('Tutoring requests cancelled'),
  sessions: count('Tutoring sessions held'),
  plannedSessions: count('Tutoring sessions to come'),
  missedSessions: count('Tutoring sessions missed'),
  cancelledSessions: count('Tutoring sessions cancelled'),
  sessionPrices: cents('Price of tutoring sessions'),
  sessionRefunds: cents('Refunded for tutoring sessions'),
  stars: count('Stars'),
  ratings: count('Ratings'),
  // The group is the Monday of the payout week.
  payoutSessions: count('Sessions that were earned by'),
  payoutAmount: cents('Paid by students'),
  payoutFee: cents('Fee of the platform'),
  payoutEarned: cents('Earned by tutors'),
  savings: cents('Saved by discount codes'),
  codeUses: count('Uses of discount codes'),
  codeHolds: count('Uses held at the checkout'),
  /** A code without a limit counts with an assumed one. */
  codeLimits: count('Limits of discount codes'),
  differences: count('Differences from Stripe'),
} as const satisfies Readonly<Record<string, { readonly label: string; readonly unit: FigureUnit }>>

export type AdminFigure = keyof typeof adminFigures
export const studentFigures = {
  rightQuestions: count('Questions answered right at least once'),
} as const

export type StudentFigure = keyof typeof studentFigures
export const studentFigureNames = Object.keys(studentFigures) as [StudentFigure, ...StudentFigure[]]

/** For educators; learners stay anonymous. */
export const reviewFigures = {
  waitingQuestions: count('Questions waiting'),
  withdrawnQuestions: count('Questions withdrawn that wait'),
  openRequests: count('Open requests'),
  bankOffers: count('Questions that the bank words otherwise'),
  generationAttempts: count('Attempts to generate'),
  generationAccepted: count('Generated and accepted'),
  /** The group is the reason. */
  generationRejected: count('Generated and discarded'),
  generationCalls: count('Calls of the model'),
  generationCost: { label: 'Cost of generation', unit: 'microDollars' },
  generatedPilots: count('Generated questions on trial'),
  generatedPromoted: count('Generated questions promoted'),
  // Of one version; only a person's first answer counts.
  versionAnswers: count('Answers'),
  versionCorrectAnswers: count('Right answers'),
} as const satisfies Readonly<Record<string, { readonly label: string; readonly unit: FigureUnit }>>

export type ReviewFigure = keyof typeof reviewFigures
export const reviewFigureNames = Object.keys(reviewFigures) as [ReviewFigure, ...ReviewFigure[]]

export const figureWords: Readonly<
  Record<AdminFigure | StudentFigure | ReviewFigure, { readonly label: string; readonly unit: FigureUnit }>
> = { ...adminFigures, ...studentFigures, ...reviewFigures }

export const adminFigureNames = Object.keys(adminFigures) as [AdminFigure, ...AdminFigure[]]

export const ACTIVE_DAYS = 14

export const GENERATION_DAYS = 30
