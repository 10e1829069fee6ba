import type { DataOf, Recorded } from '../core/event.ts'
import type { QuestionEvent } from './question.ts'

export interface ReviewStanding {
  readonly source: DataOf<QuestionEvent, 'QuestionAdded'>['source']
  readonly version: number
  readonly situation: 'active' | 'withdrawn' | 'retired'
  readonly isPilot: boolean
  readonly asking: readonly string[]
  readonly oldestRequestAt: string | null
  readonly withdrawnFor: DataOf<QuestionEvent, 'QuestionWithdrawn'>['cause'] | null
  readonly offer: number | null
  /** By a change of a guideline, undecided. */
  readonly isOutdated: boolean
}

export type StandingFact = Recorded<Exclude<QuestionEvent, { type: 'QuestionProtected' | 'RevisionProposed' }>>

const decided = { asking: [], oldestRequestAt: null, withdrawnFor: null, isOutdated: false } as const

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
      // The bank's removal answers open requests. A review records its own decision afterwards.
      return { ...before, situation: 'retired', ...(fact.data.cause === 'bank' && decided) }
    case 'QuestionWithdrawn':
      return { ...before, situation: 'withdrawn', withdrawnFor: fact.data.cause }
    case 'QuestionOutdated':
      return { ...before, isOutdated: true, situation: fact.data.isWithdrawn ? 'withdrawn' : before.situation }
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

export const waits = ({ situation, asking, withdrawnFor, offer, isOutdated }: ReviewStanding): boolean =>
  offer !== null || (situation !== 'retired' && (asking.length > 0 || withdrawnFor !== null || isOutdated))
