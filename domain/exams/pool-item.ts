import type { QuestionContent } from '../questions/content.ts'
import type { Difficulty } from '../questions/terms.ts'
import { examDomainOf } from './blueprints.ts'
import type { GivenItem } from './exam.ts'
import type { PoolItem } from './pool.ts'

export interface Prior {
  readonly difficulty: number
  readonly spread: number
}

const labelled: Readonly<Record<Difficulty, number>> = { easy: -0.8, moderate: 0, hard: 0.8 }
const LABEL_SPREAD = 0.75

/** Logit of the panel's expectation for the bank's moderate questions, which define 0. */
const RATING_OF_MODERATE = 0.59
/** Scales ratings so that the mean easy and hard questions match their labels. */
const LOGITS_PER_RATING = 0.75
/** No answers stand behind ratings, so they are not trusted more than this. */
const RATING_SPREAD = 0.6

/** A panel's rating replaces its label, scaled to the labels to keep rated and unrated items comparable. */
export function priorOf(label: Difficulty, rating: number | null): Prior {
  if (rating === null) return { difficulty: labelled[label], spread: LABEL_SPREAD }
  const logit = Math.log(rating / (100 - rating))
  return { difficulty: LOGITS_PER_RATING * (RATING_OF_MODERATE - logit), spread: RATING_SPREAD }
}

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

// Nearly all questions need judgment: only unfolding cases and evaluation count, or the domains had no items left.
const isJudgment = ({ judgmentStep, set, bloomsLevel }: Poolable): boolean =>
  judgmentStep !== null && (set !== null || bloomsLevel === 'evaluate')

/** The same on every machine. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
