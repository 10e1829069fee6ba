import { z } from 'zod'
import type { CalendarDay } from '../../calendar.ts'
import type { Aggregate, Decide } from '../../decider.ts'
import { defineEvent, type EventOf } from '../../event.ts'
import { type Grade, grades } from './grade.ts'
import { DEFAULT_PARAMETERS, type Memory, type MemoryModel } from './memory.ts'

/**
 * `scheduler-<userId>`: the parameters of FSRS-6 that fit one learner. The worker fits them to the learner's reviews,
 * and they are kept only where they predict later reviews better than those before.
 */

/** From so many reviews on there is enough to fit. */
export const REVIEWS_TO_FIT = 400
/** So many more make another look worth while. */
export const REVIEWS_TO_FIT_AGAIN = 200
/** The part of the reviews, the latest, that nothing is fitted to: by them it is told which parameters are better. */
export const HELD_OUT = 0.2

export const SchedulerFitted = defineEvent('SchedulerFitted', {
  userId: z.uuid(),
  /** Of FSRS-6, as they are scheduled with from now on. */
  parameters: z.array(z.number()).length(DEFAULT_PARAMETERS.length),
  /** Whether they are those that were fitted now; otherwise those before predict better and stay. */
  isKept: z.boolean(),
  /** How many reviews there were. */
  reviews: z.int().min(REVIEWS_TO_FIT),
  /** Over the reviews that were held out: mean negative log likelihood of what was fitted, and of what stood before. */
  logLoss: z.object({ fitted: z.number(), before: z.number() }),
})

export const schedulerEvents = [SchedulerFitted] as const
export type SchedulerEvent = EventOf<typeof SchedulerFitted>

export interface SchedulerState {
  /** Null while the default parameters hold. */
  readonly parameters: readonly number[] | null
  /** How many reviews there were at the latest look. */
  readonly reviews: number
}

export const scheduler: Aggregate<SchedulerState, SchedulerEvent> = {
  category: 'scheduler',
  initial: { parameters: null, reviews: 0 },
  evolve: (_state, { data }) => ({ parameters: data.parameters, reviews: data.reviews }),
}

export const isWorthFitting = ({ reviews: before }: SchedulerState, reviews: number): boolean =>
  reviews >= REVIEWS_TO_FIT && (before === 0 || reviews >= before + REVIEWS_TO_FIT_AGAIN)

interface Fitted {
  readonly userId: string
  readonly fitted: readonly number[]
  readonly reviews: number
  readonly logLoss: { readonly fitted: number; readonly before: number }
}

/** Records what fitting has found, once for so many reviews. */
export const fitScheduler =
  ({ userId, fitted, reviews, logLoss }: Fitted): Decide<SchedulerState, SchedulerEvent> =>
  (state) => {
    if (!isWorthFitting(state, reviews)) return []
    const isKept = logLoss.fitted < logLoss.before
    const parameters = [...(isKept ? fitted : (state.parameters ?? DEFAULT_PARAMETERS))]
    return [{ type: 'SchedulerFitted', data: { userId, parameters, isKept, reviews, logLoss } }]
  }

/** One answer of a card's history. */
export interface Reviewed {
  readonly on: CalendarDay
  readonly grade: Grade
  /** Days since the one before; 0 for the first. */
  readonly elapsedDays: number
}

/** The answers to one question, in their order. */
export type History = readonly Reviewed[]

/** The day from which on reviews are held out. */
export function firstHeldOut(histories: readonly History[]): CalendarDay {
  const days = histories.flatMap((history) => history.map(({ on }) => on)).sort()
  return days[Math.floor(days.length * (1 - HELD_OUT))] ?? ''
}

/** How a model predicts the reviews from a day on: their mean negative log likelihood, each told from all before it. */
export function logLossOf(histories: readonly History[], model: MemoryModel, from: CalendarDay): number {
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

/** As FSRS counts grades: 1 to 4. */
export const ratingOf = (grade: Grade): number => grades.indexOf(grade) + 1
