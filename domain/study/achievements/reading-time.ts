import type { QuestionContent } from '../../questions/content.ts'
import { textsOf } from '../../questions/item.ts'

/** Fastest plausible reading speed. */
const WORDS_A_SECOND = 5
const SHORTEST_SECONDS = 10

export function readingSeconds({ scenario, stem, item }: Pick<QuestionContent, 'scenario' | 'stem' | 'item'>): number {
  const texts = [scenario?.patient ?? '', stem, ...textsOf(item)]
  const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  return Math.max(SHORTEST_SECONDS, Math.ceil(words / WORDS_A_SECOND))
}
