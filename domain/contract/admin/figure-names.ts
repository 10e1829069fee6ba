/**
 * The figures of the business, each a sum of entries that stand behind facts of the log: what a screen names a number
 * by when it asks why it is what it is. Free of zod, so that a screen gets the words without the schemas.
 */

/** What a figure counts: whole cents, millionths of a dollar, or how many of something. */
export type FigureUnit = 'cents' | 'microDollars' | 'count'

const count = (label: string) => ({ label, unit: 'count' }) as const
const cents = (label: string) => ({ label, unit: 'cents' }) as const

export const adminFigures = {
  // Money, by what it was paid for: the group is `basic`, `premium` or `tutoring`.
  /** Payments minus refunds. */
  revenue: cents('Revenue'),
  moneyIn: cents('Money in'),
  refunds: cents('Refunds'),
  /** Paid for days of a subscription that are still to come. */
  deferred: cents('Deferred revenue'),
  // Subscriptions; the group is `basic` or `premium`, the tier that is moved to, or was had.
  mrr: cents('Monthly recurring revenue'),
  newMrr: cents('New MRR'),
  expansionMrr: cents('Expansion MRR'),
  contractionMrr: cents('Contraction MRR'),
  churnedMrr: cents('Churned MRR'),
  subscribers: count('Paying subscribers'),
  newSubscribers: count('New subscribers'),
  churnedSubscribers: count('Subscribers who left'),
  // By the month of the first payment, which is the group.
  cohortSize: count('Paid a first time in a month'),
  /** Of them, who is subscribed. */
  cohortSubscribers: count('Subscribed of those'),
  // Students. Active is who answered in the last 14 days.
  students: count('Students'),
  activeStudents: count('Active students'),
  registered: count('Registered'),
  verified: count('Verified their email'),
  firstAnswers: count('Answered a first question'),
  firstPayments: count('Paid a first time'),
  /** Once in each month in which they answered; the group is the month of their registration. */
  returningStudents: count('Students who answered in a month'),
  // Answers.
  answers: count('Answers'),
  scoredAnswers: count('Scored answers'),
  correctAnswers: count('Right answers'),
  // The bank of questions, as it stands.
  questionsInBank: count('Questions in the bank'),
  questionsOnTrial: count('Questions on trial'),
  questionsWithdrawn: count('Questions withdrawn'),
  questionsRetired: count('Questions retired'),
  reviewRequests: count('Review requests'),
  // Tutoring.
  tutoringRequests: count('Tutoring requests'),
  /** Asked for, and neither answered nor cancelled. */
  waitingRequests: count('Tutoring requests that wait'),
  acceptedRequests: count('Tutoring requests accepted'),
  declinedRequests: count('Tutoring requests declined'),
  cancelledRequests: count('Tutoring requests cancelled'),
  sessions: count('Tutoring sessions held'),
  /** Scheduled and not settled yet. */
  plannedSessions: count('Tutoring sessions to come'),
  missedSessions: count('Tutoring sessions missed'),
  cancelledSessions: count('Tutoring sessions cancelled'),
  /** The share of sessions in what was paid for them, from when they are planned on. */
  sessionPrices: cents('Price of tutoring sessions'),
  /** What of it was promised back. */
  sessionRefunds: cents('Refunded for tutoring sessions'),
  /** The sum of the stars that were given; the mean is that over `ratings`. */
  stars: count('Stars'),
  ratings: count('Ratings'),
  // What tutors earned: the group is the Monday of the week it is paid out for.
  payoutSessions: count('Sessions that were earned by'),
  payoutAmount: cents('Paid by students'),
  payoutFee: cents('Fee of the platform'),
  payoutEarned: cents('Earned by tutors'),
  /** What codes took off what was paid. */
  savings: cents('Saved by discount codes'),
  codeUses: count('Uses of discount codes'),
  /** At a checkout that is not over. */
  codeHolds: count('Uses held at the checkout'),
  /** How often codes may be used; a code without a limit counts for what is assumed of it. */
  codeLimits: count('Limits of discount codes'),
  /** What nightly comparisons found to differ from Stripe. */
  differences: count('Differences from Stripe'),
} as const satisfies Readonly<Record<string, { readonly label: string; readonly unit: FigureUnit }>>

export type AdminFigure = keyof typeof adminFigures
/** Figures of one student alone. */
export const studentFigures = {
  rightQuestions: count('Questions answered right at least once'),
} as const

export type StudentFigure = keyof typeof studentFigures
export const studentFigureNames = Object.keys(studentFigures) as [StudentFigure, ...StudentFigure[]]

/** What educators are told. Anyone who answers or asks stays unnamed. */
export const reviewFigures = {
  waitingQuestions: count('Questions waiting'),
  /** Of those that wait. */
  withdrawnQuestions: count('Questions withdrawn that wait'),
  /** People who wait for a decision, each once for a question. */
  openRequests: count('Open requests'),
  bankOffers: count('Questions that the bank words otherwise'),
  // What the model wrote: the days are those on which it happened.
  generationAttempts: count('Attempts to generate'),
  generationAccepted: count('Generated and accepted'),
  /** The group is the reason. */
  generationRejected: count('Generated and discarded'),
  generationCalls: count('Calls of the model'),
  generationCost: { label: 'Cost of generation', unit: 'microDollars' },
  generatedPilots: count('Generated questions on trial'),
  generatedPromoted: count('Generated questions promoted'),
  // Of one version of a question alone: a person's first answer to it.
  versionAnswers: count('Answers'),
  versionCorrectAnswers: count('Right answers'),
} as const satisfies Readonly<Record<string, { readonly label: string; readonly unit: FigureUnit }>>

export type ReviewFigure = keyof typeof reviewFigures
export const reviewFigureNames = Object.keys(reviewFigures) as [ReviewFigure, ...ReviewFigure[]]

/** The words and the unit of any figure. */
export const figureWords: Readonly<
  Record<AdminFigure | StudentFigure | ReviewFigure, { readonly label: string; readonly unit: FigureUnit }>
> = { ...adminFigures, ...studentFigures, ...reviewFigures }

export const adminFigureNames = Object.keys(adminFigures) as [AdminFigure, ...AdminFigure[]]

/** Who has answered within so many days, today among them, is active. */
export const ACTIVE_DAYS = 14

/** So many days of generation are told together, the day that is shown among them. */
export const GENERATION_DAYS = 30
