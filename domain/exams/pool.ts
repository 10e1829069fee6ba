import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { appended } from '../growing.ts'
import { givenQuestion, PlaceInSet } from '../study/delivered-question.ts'
import { examDomains } from './blueprints.ts'

/**
 * `examPool-<id>`: what exams may give, with all that is known of it. An exam pins one, so that whatever changes in the
 * bank or is calibrated anew, its decisions can be made again. Its id is a hash of what it holds: exams that begin
 * between two changes share it.
 */

export const PoolItem = z.object({
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  domain: z.enum(examDomains),
  /** Whether it asks for a step of clinical judgment. */
  isJudgment: z.boolean(),
  /** Rasch difficulty, in logits. */
  difficulty: z.number(),
  /** 1 until an item has had 500 first answers. */
  discrimination: z.number().positive(),
  /** Of the difficulty. */
  standardError: z.number().min(0),
  /** On trial: given unscored. */
  isPilot: z.boolean(),
})
export type PoolItem = z.infer<typeof PoolItem>

/** The most items of one event, which keeps it well below what the log takes. */
export const MOST_ITEMS_AN_EVENT = 2_000

export const ExamPoolDrawnUp = defineEvent('ExamPoolDrawnUp', {
  poolId: z.uuid(),
  /** The calibration that its difficulties are of; null before the first. */
  calibrationId: z.uuid().nullable(),
  part: z.int().min(1),
  of: z.int().min(1),
  /** In the order of the ids, the parts of a set in theirs. */
  items: z.array(PoolItem).max(MOST_ITEMS_AN_EVENT),
})

export const examPoolEvents = [ExamPoolDrawnUp] as const
export type ExamPoolEvent = EventOf<(typeof examPoolEvents)[number]>
type DrawnUp = ExamPoolEvent['data']

export interface ExamPoolState {
  readonly calibrationId: string | null
  /** Of all parts together. */
  readonly items: readonly PoolItem[]
  /** How many parts are there, and how many there will be; 0 before the first. */
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

/**
 * Draws the next part of a pool up, until it is whole: parts are written one by one, since what is written at once must
 * not be too large. The second caller gets the pool of the first.
 */
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
