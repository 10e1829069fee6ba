import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import type { QuestionContent } from '../questions/content/content.ts'
import { givenQuestion, PlaceInSet } from '../questions/delivered-question.ts'
import type { Difficulty } from '../questions/shown/terms.ts'
import type { GivenItem } from './exam.ts'
import { examDomainOf, examDomains } from './shown/blueprints.ts'

// `examPool-<id>`: what exams may give, pinned for replays. The id is a content hash: exams between changes share one.

export const PoolItem = z.object({
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  domain: z.enum(examDomains),
  isJudgment: z.boolean(),
  /** Rasch difficulty in logits. */
  difficulty: z.number(),
  /** 1 until an item has 500 first answers. */
  discrimination: z.number().positive(),
  standardError: z.number().min(0),
  /** On trial: given unscored. */
  isPilot: z.boolean(),
})
export type PoolItem = z.infer<typeof PoolItem>

export const MOST_ITEMS_AN_EVENT = 2_000

export const examPoolEvents = defineEvents({
  ExamPoolDrawnUp: eventWith({
    poolId: z.uuid(),
    calibrationId: z.uuid().nullable(),
    part: z.int().min(1),
    of: z.int().min(1),
    items: z.array(PoolItem).max(MOST_ITEMS_AN_EVENT),
  }),
})
export type ExamPoolEvent = EventOf<(typeof examPoolEvents)[number]>
type DrawnUp = ExamPoolEvent['data']

export interface ExamPoolState {
  readonly calibrationId: string | null
  readonly items: readonly PoolItem[]
  readonly parts: number
  readonly of: number
}

export const examPoolAggregate: Aggregate<ExamPoolState, ExamPoolEvent> = {
  category: 'examPool',
  initial: { calibrationId: null, items: [], parts: 0, of: 0 },
  evolve: ({ items, parts }, { data }) => ({
    calibrationId: data.calibrationId,
    items: appended(items, ...data.items),
    parts: parts + 1,
    of: data.of,
  }),
}

/** Written in parts, because one append is limited in size. A second caller gets the same pool. */
export const drawUpPool =
  (pool: Pick<DrawnUp, 'poolId' | 'calibrationId' | 'items'>): Decide<ExamPoolState, ExamPoolEvent> =>
  (state) => {
    if (isWhole(state)) return []
    const of = Math.max(1, Math.ceil(pool.items.length / MOST_ITEMS_AN_EVENT))
    const part = state.parts + 1
    const items = pool.items.slice((part - 1) * MOST_ITEMS_AN_EVENT, part * MOST_ITEMS_AN_EVENT)
    return [{ type: 'ExamPoolDrawnUp', data: { ...pool, part, of, items } }]
  }

export const isWhole = ({ parts, of }: ExamPoolState): boolean => parts > 0 && parts === of

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
