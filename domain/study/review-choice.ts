import type { CalendarDay } from '../calendar.ts'
import type { DeliveredQuestion, Portion } from './delivered-question.ts'
import type { ModuleName } from './modules.ts'
import { dealFrom, longestUnseenFirst, repeat, type SeenPortion } from './selection.ts'
import { because } from './why.ts'

/**
 * Why something is reviewed, the most urgent first: it was revised with a guideline, its card is due, the latest
 * answer to it was wrong, or the learner flagged it.
 */
const reviewCauses = ['changed', 'due', 'missed', 'flagged'] as const

/** A question that asks to be seen again. */
export interface ToReview {
  readonly questionId: string
  readonly module: ModuleName
  readonly lastDeliveredOn: CalendarDay
  /** How often it was missed. */
  readonly missed: number
  readonly cause: (typeof reviewCauses)[number]
  /** How likely it is to be known, where its card asks for it; null otherwise. */
  readonly recall: number | null
}

interface Asked {
  /** What may be drawn, by each of its questions. */
  readonly portionOf: ReadonlyMap<string, Portion>
  readonly withheld: ReadonlySet<string>
  readonly seed: string
  readonly count: number
  /** As many may be dealt where what is most urgent is a set that is larger than `count`. */
  readonly most: number
}

interface Reviewed extends SeenPortion, Pick<ToReview, 'cause' | 'recall'> {}

/**
 * Chooses what is reviewed, of all modules: what has changed and then what is due, the least likely to be known first;
 * then what was missed and then what was flagged, what was not seen for the longest time first. A set is reviewed as a
 * whole when any of its parts asks for it. What is most urgent comes, also where it is a set of more questions than
 * were asked for.
 */
export function chooseForReview(rows: readonly ToReview[], { portionOf, withheld, seed, count, most }: Asked): DeliveredQuestion[] {
  const reviewed = new Map<Portion, Reviewed>()
  for (const row of rows) {
    const portion = portionOf.get(row.questionId)
    if (!portion || portion.some(({ questionId }) => withheld.has(questionId))) continue
    const known = reviewed.get(portion)
    reviewed.set(portion, known ? together(known, row) : { ...row, portion })
  }
  const inOrder = longestUnseenFirst([...reviewed.values()], seed)
  const piles = reviewCauses.map((cause) =>
    inOrder
      .filter((one) => one.cause === cause)
      .sort((one, other) => (one.recall ?? 1) - (other.recall ?? 1))
      .map((one) => repeat(one, { ...because(cause), recall: one.recall, missed: one.missed }, seed)),
  )
  const [first = [], ...rest] = piles.flat().filter(({ length }) => length <= most)
  return [...first, ...dealFrom([[rest]], Math.max(count - first.length, 0))]
}

/** Of a set what is most urgent about any of its parts, and the last day that any was seen on. */
const together = (one: Reviewed, other: ToReview): Reviewed => ({
  ...one,
  lastDeliveredOn: one.lastDeliveredOn > other.lastDeliveredOn ? one.lastDeliveredOn : other.lastDeliveredOn,
  missed: Math.max(one.missed, other.missed),
  cause: reviewCauses.find((cause) => cause === one.cause || cause === other.cause) ?? one.cause,
  recall: one.recall === null || other.recall === null ? (one.recall ?? other.recall) : Math.min(one.recall, other.recall),
})
