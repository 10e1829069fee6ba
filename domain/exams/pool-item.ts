import type { QuestionContent } from '../questions/content.ts'
import { examDomainOf } from './blueprints.ts'
import type { GivenItem } from './exam.ts'
import type { PoolItem } from './pool.ts'
import { priorOf } from './prior.ts'

export interface Poolable extends Pick<GivenItem, 'questionId' | 'questionVersion' | 'module' | 'set'> {
  readonly difficulty: QuestionContent['difficulty']
  readonly bloomsLevel: QuestionContent['bloomsLevel']
  readonly domain: QuestionContent['tags']['domain']
  readonly judgmentStep: QuestionContent['tags']['judgmentStep']
  readonly isPilot: boolean
  /** How many of 100 students the panel expects to be right. */
  readonly rating: number | null
}

export interface Calibrated {
  readonly difficulty: number
  readonly discrimination: number
  readonly standardError: number
}

/** Without answers, the prior difficulty plus the common `shift` of calibrated items. */
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

// Nearly every question needs some judgment. Only unfolding cases and evaluation count, or no items would be left for
// the domains.
const isJudgment = ({ judgmentStep, set, bloomsLevel }: Poolable): boolean =>
  judgmentStep !== null && (set !== null || bloomsLevel === 'evaluate')

/** The same on every machine. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
