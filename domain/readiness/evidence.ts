import type { CalendarDay } from '../calendar.ts'
import { blueprints, type MockBlueprint } from '../exams/blueprints.ts'
import type { PoolItem } from '../exams/pool.ts'
import { categoryIn } from '../exams/prepared-pool.ts'
import { type Evidence, LEAST_SCORED_ANSWERS } from './readiness.ts'

/** An answer as far as it tells of readiness. */
export interface GivenAnswer {
  readonly questionId: string
  readonly questionVersion: number
  /** The account's own. */
  readonly day: CalendarDay
  /** Where time ran out nothing was answered; answers to questions on trial count in nothing. */
  readonly came: 'right' | 'wrong' | 'out of time' | 'on trial'
}

export interface EvidenceOf {
  /** All that count as right or wrong. */
  readonly scoredAnswers: number
  /** The day by whose end there were enough of them to say anything; null while there are not. */
  readonly enoughSince: CalendarDay | null
  /** In the order of its days. */
  readonly evidence: readonly Evidence[]
}

type ItemOf = (answer: GivenAnswer) => Pick<PoolItem, 'domain' | 'isJudgment' | 'module' | 'difficulty' | 'standardError'> | null

/**
 * What answers tell, in the order in which they were given. One who has met a question, also in other words, on trial
 * or without answering, answers it from memory later: only the first meeting is evidence. What is not known of a
 * question yet, since read models do not move together, tells nothing yet.
 */
export function evidenceOf(answers: readonly GivenAnswer[], itemOf: ItemOf, blueprint: MockBlueprint): EvidenceOf {
  const categoryOf = categoryIn[blueprints[blueprint].balance]
  const met = new Set<string>()
  const evidence: Evidence[] = []
  const scoredOn: CalendarDay[] = []
  for (const answer of answers) {
    const { questionId, day, came } = answer
    if (came !== 'on trial') scoredOn.push(day)
    if (met.has(questionId)) continue
    met.add(questionId)
    if (came === 'on trial' || came === 'out of time') continue
    const item = itemOf(answer)
    if (!item) continue
    const { difficulty, standardError } = item
    evidence.push({ day, category: categoryOf(item), isCorrect: came === 'right', difficulty, standardError })
  }
  // A question of yesterday may be answered after one of today.
  evidence.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return { scoredAnswers: scoredOn.length, enoughSince: scoredOn.sort()[LEAST_SCORED_ANSWERS - 1] ?? null, evidence }
}
