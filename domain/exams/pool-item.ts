import type { QuestionContent } from '../questions/content.ts'
import { examDomainOf } from './blueprints.ts'
import type { GivenItem } from './exam.ts'
import type { PoolItem } from './pool.ts'
import { priorOf } from './prior.ts'

/** What of a question says how it may be given in an exam. */
export interface Poolable extends Pick<GivenItem, 'questionId' | 'questionVersion' | 'module' | 'set'> {
  readonly difficulty: QuestionContent['difficulty']
  readonly bloomsLevel: QuestionContent['bloomsLevel']
  readonly domain: QuestionContent['tags']['domain']
  readonly judgmentStep: QuestionContent['tags']['judgmentStep']
  readonly isPilot: boolean
  /** How many of 100 students a panel expects to be right; null where it has not rated this one. */
  readonly rating: number | null
}

/** What a calibration says of an item. */
export interface Calibrated {
  readonly difficulty: number
  readonly discrimination: number
  readonly standardError: number
}

/**
 * A question as exams have it, as hard as its answers say. Where there are none it is as hard as it is thought to be,
 * and harder by what those with answers have turned out to be (`shift`).
 */
export function poolItemOf(question: Poolable, calibrated: Calibrated | null, shift = 0): PoolItem {
  const { questionId, questionVersion, module, set, domain, isPilot } = question
  const prior = priorOf(question.difficulty, question.rating)
  return {
    questionId,
    questionVersion,
    module,
    set,
    domain: examDomainOf(domain),
    isJudgment: isJudgment(question),
    difficulty: rounded(calibrated?.difficulty ?? prior.difficulty + shift),
    discrimination: rounded(calibrated?.discrimination ?? 1),
    standardError: rounded(calibrated?.standardError ?? prior.spread),
    isPilot,
  }
}

/**
 * Nearly every question of the bank asks for some step of clinical judgment, and would leave nothing to the domains. It
 * is judgment before all where a case unfolds from step to step, or where what was done has to be weighed.
 */
const isJudgment = ({ judgmentStep, set, bloomsLevel }: Poolable): boolean =>
  judgmentStep !== null && (set !== null || bloomsLevel === 'evaluate')

/** The same on every machine, and no longer than it is exact. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
