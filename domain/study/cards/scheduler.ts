import { z } from 'zod'
import type { Aggregate, Decide } from '../../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../../core/event.ts'
import type { CalendarDay } from '../../core/shown/calendar.ts'
import type { Grade } from '../grade.ts'
import { DEFAULT_PARAMETERS, type Memory, type MemoryModel } from './memory.ts'

/** `scheduler-<userId>`: FSRS-6 parameters fitted to one learner, kept only if they predict later reviews better. */

/** Minimum reviews to fit. */
export const REVIEWS_TO_FIT = 400
/** Further reviews before fitting again. */
export const REVIEWS_TO_FIT_AGAIN = 200
/** Share of the latest reviews held out for comparison. */
export const HELD_OUT = 0.2

export const schedulerEvents = defineEvents({
  SchedulerFitted: eventWith({
    userId: z.uuid(),
    parameters: z.array(z.number()).length(DEFAULT_PARAMETERS.length),
    /** False: the previous parameters predict better and stay. */
    isKept: z.boolean(),
    reviews: z.int().min(REVIEWS_TO_FIT),
    /** Mean negative log likelihood of the held-out reviews. */
    logLoss: z.object({ fitted: z.number(), before: z.number() }),
  }),
})
export type SchedulerEvent = EventOf<(typeof schedulerEvents)[number]>

export interface SchedulerState {
  readonly parameters: readonly number[] | null
  readonly reviews: number
}

export const schedulerAggregate: Aggregate<SchedulerState, SchedulerEvent> = {
  category: 'scheduler',
  initial: { parameters: null, reviews: 0 },
  evolve: (_state, { data }) => ({ parameters: data.parameters, reviews: data.reviews }),
}

export const isWorthFitting = ({ reviews: before }: SchedulerState, reviews: number): boolean =>
  reviews >= REVIEWS_TO_FIT && (before === 0 || reviews >= before + REVIEWS_TO_FIT_AGAIN)

interface Fitted extends Omit<SchedulerEvent['data'], 'parameters' | 'isKept'> {
  readonly fitted: readonly number[]
}

/** Once per number of reviews. */
export const fitScheduler =
  ({ userId, fitted, reviews, logLoss }: Fitted): Decide<SchedulerState, SchedulerEvent> =>
  (state) => {
    if (!isWorthFitting(state, reviews)) return []
    const isKept = logLoss.fitted < logLoss.before
    const parameters = [...(isKept ? fitted : (state.parameters ?? DEFAULT_PARAMETERS))]
    return [{ type: 'SchedulerFitted', data: { userId, parameters, isKept, reviews, logLoss } }]
  }

export interface ReviewRecord {
  readonly on: CalendarDay
  readonly grade: Grade
  readonly elapsedDays: number
}

export type ReviewHistory = readonly ReviewRecord[]

export function firstHeldOut(histories: readonly ReviewHistory[]): CalendarDay {
  const days = histories.flatMap((history) => history.map(({ on }) => on)).sort()
  return days[Math.floor(days.length * (1 - HELD_OUT))] ?? ''
}

/** Mean negative log likelihood from a day on, each review predicted from those before. */
export function logLossOf(histories: readonly ReviewHistory[], model: MemoryModel, from: CalendarDay): number {
  let [loss, reviews] = [0, 0]
  for (const history of histories) {
    let memory: Memory | null = null
    for (const { on, grade, elapsedDays } of history) {
      if (memory && elapsedDays > 0 && on >= from) {
        const recall = Math.min(0.9999, Math.max(0.0001, model.recall(memory, elapsedDays)))
        loss -= Math.log(grade === 'again' ? 1 - recall : recall)
        reviews += 1
      }
      memory = model.after(memory, elapsedDays, grade)
    }
  }
  return reviews === 0 ? 0 : loss / reviews
}
