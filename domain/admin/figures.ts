import type { DataOf } from '../core/event.ts'
import { type ReviewStanding, waits } from '../questions/review-standing.ts'
import type { PayoutEvent } from '../tutoring/tutor.ts'
import type { AdminFigure, ReviewFigure } from './shown/figure-names.ts'

// Figures are sums of entries. This file turns facts into entries; the code that sums them does not know their meaning.

export interface FigureEntry {
  readonly figure: AdminFigure | ReviewFigure
  readonly group: string
  readonly amount: number
}

const entry = (figure: FigureEntry['figure'], amount: number, group = ''): FigureEntry => ({ figure, group, amount })
const thatCount = (entries: readonly FigureEntry[]): readonly FigureEntry[] => entries.filter(({ amount }) => amount !== 0)

export type PaidProduct = 'basic' | 'premium' | 'tutoring' | 'other'

export const paid = (product: PaidProduct, amount: number): readonly FigureEntry[] =>
  thatCount([entry('moneyIn', amount, product), entry('revenue', amount, product)])

/** Cents; negative when a refund failed. */
export const givenBack = (product: PaidProduct, amount: number): readonly FigureEntry[] =>
  thatCount([entry('refunds', amount, product), entry('revenue', 0 - amount, product)])

export const registered: readonly FigureEntry[] = [entry('registered', 1), entry('students', 1)]
export const erased: readonly FigureEntry[] = [entry('students', -1)]
export const verified: readonly FigureEntry[] = [entry('verified', 1)]
export const paidFirst: readonly FigureEntry[] = [entry('firstPayments', 1)]

export interface PlaceInBank {
  readonly situation: 'active' | 'withdrawn' | 'retired'
  readonly isPilot: boolean
}

/** What a state counts for in each figure. */
type Counts<State> = { readonly [Figure in FigureEntry['figure']]?: (state: State) => number | boolean }

/** `before` is null when the question is added. */
const moved =
  <State>(counts: Counts<State>) =>
  (before: State | null, after: State): readonly FigureEntry[] =>
    thatCount(
      (Object.entries(counts) as [FigureEntry['figure'], (state: State) => number | boolean][]).map(([figure, amount]) =>
        entry(figure, Number(amount(after)) - (before === null ? 0 : Number(amount(before)))),
      ),
    )

export const movedInBank = moved<PlaceInBank>({
  questionsInBank: ({ situation }) => situation === 'active',
  questionsOnTrial: ({ situation, isPilot }) => situation === 'active' && isPilot,
  questionsWithdrawn: ({ situation }) => situation === 'withdrawn',
  questionsRetired: ({ situation }) => situation === 'retired',
})

export const movedInReview = moved<ReviewStanding>({
  waitingQuestions: waits,
  withdrawnQuestions: (standing) => standing.situation === 'withdrawn' && waits(standing),
  openRequests: ({ asking }) => asking.length,
  bankOffers: ({ offer }) => offer !== null,
  generatedPilots: ({ source, isPilot }) => source === 'ai' && isPilot,
  generatedPromoted: ({ source, isPilot }) => source === 'ai' && !isPilot,
})

export const generationBegun: readonly FigureEntry[] = [entry('generationAttempts', 1)]
/** Cost in millionths of a dollar. */
export const generationSettled = ({ calls, cost }: { readonly calls: number; readonly cost: number }, reason?: string) =>
  thatCount([
    reason === undefined ? entry('generationAccepted', 1) : entry('generationRejected', 1, reason),
    entry('generationCalls', calls),
    entry('generationCost', cost),
  ])

export const reviewRequested: readonly FigureEntry[] = [entry('reviewRequests', 1)]

export const compared = (differences: number): readonly FigureEntry[] => [entry('differences', differences)]

export const tutoringRequested: readonly FigureEntry[] = [entry('tutoringRequests', 1), entry('waitingRequests', 1)]
export const tutoringAnswered = (answer: 'accepted' | 'declined'): readonly FigureEntry[] => [
  entry('waitingRequests', -1),
  entry(answer === 'accepted' ? 'acceptedRequests' : 'declinedRequests', 1),
]
export const tutoringCancelled = ({ hasWaited }: { readonly hasWaited: boolean }): readonly FigureEntry[] =>
  thatCount([entry('waitingRequests', hasWaited ? -1 : 0), entry('cancelledRequests', 1)])

export const sessionPlanned = (price: number): readonly FigureEntry[] =>
  thatCount([entry('plannedSessions', 1), entry('sessionPrices', price)])
export const sessionSettled = (as: 'sessions' | 'missedSessions' | 'cancelledSessions', refund: number): readonly FigureEntry[] =>
  thatCount([entry('plannedSessions', -1), entry(as, 1), entry('sessionRefunds', refund)])

type Earning = Pick<DataOf<PayoutEvent, 'TutorEarned'>, 'week' | 'amount' | 'fee' | 'earned'>
export const tutorEarned = ({ week, amount, fee, earned }: Earning): readonly FigureEntry[] =>
  thatCount([
    entry('payoutSessions', 1, week),
    entry('payoutAmount', amount, week),
    entry('payoutFee', fee, week),
    entry('payoutEarned', earned, week),
  ])

export const sessionRated = ({ rating, formerRating }: { readonly rating: number; readonly formerRating: number | null }) =>
  thatCount([entry('stars', rating - (formerRating ?? 0)), entry('ratings', formerRating === null ? 1 : 0)])

export const codeLimitMoved = (before: number, after: number): readonly FigureEntry[] => thatCount([entry('codeLimits', after - before)])
export const codeHeld: readonly FigureEntry[] = [entry('codeHolds', 1)]
export const codeLetGo: readonly FigureEntry[] = [entry('codeHolds', -1)]
export const codeUsed = (saved: number): readonly FigureEntry[] => thatCount([entry('codeUses', 1), entry('savings', saved)])

export interface SubscribedPlan {
  readonly tier: 'basic' | 'premium'
  /** Cents, before discounts and tax. */
  readonly monthlyAmount: number
}

export function planMoved(before: SubscribedPlan | null, after: SubscribedPlan | null): readonly FigureEntry[] {
  const [had, has] = [before?.monthlyAmount ?? 0, after?.monthlyAmount ?? 0]
  const [tierBefore, tierAfter] = [before?.tier ?? '', after?.tier ?? '']
  const changes = [
    entry('mrr', 0 - had, tierBefore),
    entry('mrr', has, tierAfter),
    entry('subscribers', had > 0 ? -1 : 0, tierBefore),
    entry('subscribers', has > 0 ? 1 : 0, tierAfter),
  ]
  if (had === 0 && has > 0) changes.push(entry('newMrr', has, tierAfter), entry('newSubscribers', 1, tierAfter))
  else if (has === 0 && had > 0) changes.push(entry('churnedMrr', 0 - had, tierBefore), entry('churnedSubscribers', 1, tierBefore))
  else if (has > had) changes.push(entry('expansionMrr', has - had, tierAfter))
  else if (has < had) changes.push(entry('contractionMrr', has - had, tierAfter))
  return thatCount(together(changes))
}

function together(entries: readonly FigureEntry[]): FigureEntry[] {
  const sums = new Map<string, FigureEntry>()
  for (const each of entries) {
    const series = seriesOf(each)
    sums.set(series, { ...each, amount: each.amount + (sums.get(series)?.amount ?? 0) })
  }
  return [...sums.values()]
}

export const joinedCohort = (cohort: string): readonly FigureEntry[] => [
  entry('cohortSize', 1, cohort),
  entry('cohortSubscribers', 1, cohort),
]
export const leftCohort = (cohort: string): readonly FigureEntry[] => [entry('cohortSubscribers', -1, cohort)]
export const cameBackToCohort = (cohort: string): readonly FigureEntry[] => [entry('cohortSubscribers', 1, cohort)]

export const seriesOf = ({ figure, group }: Pick<FigureEntry, 'figure' | 'group'>): string => `${figure}/${group}`
