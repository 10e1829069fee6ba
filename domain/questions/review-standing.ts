import type { Recorded } from '../event.ts'
import type { QuestionEvent } from './question.ts'

type FactOf<Type extends QuestionEvent['type']> = Extract<QuestionEvent, { type: Type }>

/** Where a question stands for the educators: whether it is given, and what of it waits for their decision. */
export interface ReviewStanding {
  readonly source: FactOf<'QuestionAdded'>['data']['source']
  readonly version: number
  readonly situation: 'active' | 'withdrawn' | 'retired'
  readonly isPilot: boolean
  /** Whose requests are open, each person once. */
  readonly asking: readonly string[]
  readonly oldestRequestAt: string | null
  readonly withdrawnFor: FactOf<'QuestionWithdrawn'>['data']['cause'] | null
  /** The number of what the bank offers; null where nothing waits. */
  readonly offer: number | null
}

/** The facts that move it. */
export type StandingFact = Recorded<FactOf<Exclude<QuestionEvent['type'], 'QuestionProtected'>>>

/** What was asked until now has its answer. */
const decided = { asking: [], oldestRequestAt: null, withdrawnFor: null } as const

/** The standing of a question after a fact; null for an unknown question. */
export function standingAfter(before: ReviewStanding | null, fact: StandingFact): ReviewStanding | null {
  if (fact.type === 'QuestionAdded') {
    const { source, version } = fact.data
    return { source, version, situation: 'active', isPilot: source !== 'curated', offer: null, ...decided }
  }
  if (before === null) return null
  switch (fact.type) {
    case 'QuestionRevised':
      return { ...before, version: fact.data.version }
    case 'QuestionPromoted':
      return { ...before, isPilot: false }
    case 'QuestionRestored':
      return { ...before, situation: 'active' }
    case 'QuestionRetired':
      // When the bank takes a question away, that is the answer to those who asked; a review says its own after it.
      return { ...before, situation: 'retired', ...(fact.data.cause === 'bank' && decided) }
    case 'QuestionWithdrawn':
      return { ...before, situation: 'withdrawn', withdrawnFor: fact.data.cause }
    case 'QuestionReviewRequested': {
      const { userId } = fact.data
      const others = before.asking.filter((id) => id !== userId)
      return { ...before, asking: [...others, userId], oldestRequestAt: before.oldestRequestAt ?? fact.metadata.occurredAt }
    }
    case 'QuestionReviewResolved':
      return { ...before, ...decided, situation: before.situation === 'retired' ? 'retired' : 'active' }
    case 'BankRevisionOffered':
      return { ...before, offer: fact.data.offer }
    case 'BankRevisionSettled':
      return { ...before, version: fact.data.version, offer: null }
  }
}

/** Whether educators have something to decide. */
export const waits = ({ situation, asking, withdrawnFor, offer }: ReviewStanding): boolean =>
  offer !== null || (situation !== 'retired' && (asking.length > 0 || withdrawnFor !== null))
