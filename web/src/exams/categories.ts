import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { accuracyOf, type Tally, weakOf } from '@medicready/domain/study/weakness'
import { categoryName } from './result-words.ts'

/** What was given of a part of an exam, and right. Questions on trial are in none. */
export interface CategoryTally extends Tally {
  readonly category: string
  readonly name: string
}

/** Those of which something was given, by their share of right answers, the lowest first. */
export const talliesOf = ({ domainCounts, domainCorrect }: Pick<PracticeExam, 'domainCounts' | 'domainCorrect'>): CategoryTally[] =>
  Object.entries(domainCounts)
    .filter(([, given]) => given > 0)
    .map(([category, given]) => ({
      category,
      name: categoryName(category),
      scoredAnswers: given,
      correctAnswers: domainCorrect?.[category] ?? 0,
    }))
    .sort((one, other) => (accuracyOf(one) ?? 0) - (accuracyOf(other) ?? 0) || one.name.localeCompare(other.name))

/** The weakest, by what *weak* means everywhere; null where none is weak, or nothing has enough questions to say so. */
export const weakestOf = (tallies: readonly CategoryTally[]): CategoryTally | null => weakOf(tallies)[0] ?? null
