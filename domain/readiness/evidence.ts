import type { CalendarDay } from '../core/shown/calendar.ts'
import type { PoolItem } from '../exams/pool.ts'
import { categoryIn } from '../exams/prepared-pool.ts'
import { blueprints, type MockBlueprint } from '../exams/shown/blueprints.ts'
import { type Evidence, LEAST_SCORED_ANSWERS } from './readiness.ts'

export interface ReadinessAnswer {
  readonly questionId: string
  readonly questionVersion: number
  /** In the account's time zone. */
  readonly day: CalendarDay
  /** Out of time: not answered. On trial: counts in nothing. */
  readonly came: 'right' | 'wrong' | 'out of time' | 'on trial'
}

export interface EvidenceOf {
  readonly scoredAnswers: number
  /** The day on which the minimum was reached; null before. */
  readonly enoughSince: CalendarDay | null
  /** Sorted by day. */
  readonly evidence: readonly Evidence[]
}

type ItemOf = (answer: ReadinessAnswer) => Pick<PoolItem, 'domain' | 'isJudgment' | 'module' | 'difficulty' | 'standardError'> | null

/** Only a question's first meeting is evidence. Questions that read models do not know yet are left out. */
export function evidenceOf(answers: readonly ReadinessAnswer[], itemOf: ItemOf, blueprint: MockBlueprint): EvidenceOf {
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
  // Yesterday's question may be answered after one of today.
  evidence.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return { scoredAnswers: scoredOn.length, enoughSince: scoredOn.sort()[LEAST_SCORED_ANSWERS - 1] ?? null, evidence }
}
