import type { QuestionContent } from './content/content.ts'
import { correctAnswerOf } from './content/item.ts'
import { drugsIn } from './doses.ts'

// A dose calculation in other words is still the same question: compare its drug, its formula, and its result.

interface Sum {
  readonly drugs: ReadonlySet<string>
  /** The units of the order by weight, such as `mcg/kg/min`, and of the result. */
  readonly formula: string
  readonly result: number
}

/** Results this close are reached by the same steps with slightly other numbers. */
const SAME_RESULT = 0.1

/** Null without a drug or without a number as the answer. */
export function sumOf({ stem, item }: Pick<QuestionContent, 'stem' | 'item'>): Sum | null {
  const [, figures, unit] = /^(?:about )?(\d[\d,]*(?:\.\d+)?) (\D+)$/i.exec(correctAnswerOf(item)) ?? []
  const drugs = new Set(drugsIn(stem).map(({ drug }) => drug))
  if (figures === undefined || unit === undefined || drugs.size === 0) return null
  const orders = new Set(stem.match(/\b(?:g|mg|mcg|mEq|units|J)\/kg(?:\/(?:min|hr))?\b/g))
  return { drugs, formula: [...orders, unit].join(', '), result: Number(figures.replaceAll(',', '')) }
}

export const isSameSum = (one: Sum, other: Sum): boolean =>
  one.formula === other.formula &&
  [...one.drugs].some((drug) => other.drugs.has(drug)) &&
  Math.abs(one.result - other.result) <= SAME_RESULT * Math.max(one.result, other.result)
