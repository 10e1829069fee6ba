import type { CalendarDay } from '../core/calendar.ts'
import type { DeliveredQuestion, Portion } from '../questions/delivered-question.ts'
import type { ModuleName } from '../questions/modules.ts'
import { because } from '../questions/selection-reason.ts'
import { dealFrom, longestUnseenFirst, repeat, type SeenPortion } from './selection.ts'

/** Most urgent first. */
const reviewCauses = ['changed', 'due', 'missed', 'flagged'] as const

export interface ToReview {
  readonly questionId: string
  readonly module: ModuleName
  readonly lastDeliveredOn: CalendarDay
  readonly missed: number
  readonly cause: (typeof reviewCauses)[number]
  /** Predicted recall, if its card is due. */
  readonly recall: number | null
}

interface Asked {
  readonly portionOf: ReadonlyMap<string, Portion>
  readonly withheld: ReadonlySet<string>
  readonly seed: string
  readonly count: number
  /** Room for a most urgent set that is larger than `count`. */
  readonly most: number
}

interface Reviewed extends SeenPortion, Pick<ToReview, 'cause' | 'recall'> {}

/**
 * Changed, then due (lowest recall first), then missed, then flagged (longest unseen first). Any part brings the whole
 * set; the most urgent one comes even if it exceeds `count`.
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

const together = (one: Reviewed, other: ToReview): Reviewed => ({
  ...one,
  lastDeliveredOn: one.lastDeliveredOn > other.lastDeliveredOn ? one.lastDeliveredOn : other.lastDeliveredOn,
  missed: Math.max(one.missed, other.missed),
  cause: reviewCauses.find((cause) => cause === one.cause || cause === other.cause) ?? one.cause,
  recall: one.recall === null || other.recall === null ? (one.recall ?? other.recall) : Math.min(one.recall, other.recall),
})
