import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { givenQuestion, PlaceInSet } from '../questions/delivered-question.ts'
import { examDomains } from './blueprints.ts'

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

export const examPool: Aggregate<ExamPoolState, ExamPoolEvent> = {
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
