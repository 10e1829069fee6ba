import { defaultModel, MemoryModel } from '@medicready/domain/study/cards/memory'
import {
  firstHeldOut,
  fitScheduler,
  isWorthFitting,
  logLossOf,
  type ReviewHistory,
  ratingOf,
  scheduler,
} from '@medicready/domain/study/cards/scheduler'
import { reviewHistory, usersToFit } from '@medicready/projector/read-models/study/card-queries'
import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding'
import { v5 as uuidV5 } from 'uuid'
import type { WorkerParts } from '../../worker/definitions.ts'

const JOB_NAMESPACE = '9e4b7d55-31c0-4e0c-b0a8-2a4a7be0d6f3'

type FittingParts = Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>

/**
 * Fits FSRS-6 to each learner who has enough reviews, and more than at the last look. The read model says whom to look
 * at and what they answered. Answers how many were looked at, and how many got parameters of their own.
 */
export async function fitSchedulers(parts: FittingParts): Promise<{ readonly looked: number; readonly kept: number }> {
  const { sql, commands, clock, signal } = parts
  let [looked, kept] = [0, 0]
  for (const { userId, reviews } of await usersToFit(sql)) {
    if (signal.aborted) break
    const { state } = await commands.load(scheduler, userId)
    if (!isWorthFitting(state, reviews)) continue
    const found = await fit(await historiesOf(sql, userId), state.parameters)
    const context = {
      commandId: uuidV5(`${userId}/${reviews}`, JOB_NAMESPACE),
      actorId: 'worker',
      correlationId: `schedulers-${clock()}`,
      now: clock(),
    }
    const { events } = await commands.execute(scheduler, userId, fitScheduler({ userId, reviews, ...found }), context)
    looked += events.length
    kept += events.filter(({ data }) => data.isKept).length
  }
  return { looked, kept }
}

/** The answers to each question. A question that was answered once says nothing of forgetting. */
async function historiesOf(sql: FittingParts['sql'], userId: string): Promise<ReviewHistory[]> {
  const rows = await reviewHistory(sql, userId)
  return [...Map.groupBy(rows, ({ questionId }) => questionId).values()]
    .filter((reviews) => reviews.length > 1)
    .map((reviews) => reviews.map(({ grade, elapsedDays, on }) => ({ on, grade, elapsedDays: elapsedDays ?? 0 })))
}

/** Fitted to what is older, and compared by what is held out. */
async function fit(histories: readonly ReviewHistory[], parameters: readonly number[] | null) {
  const from = firstHeldOut(histories)
  const older = histories.map((history) => history.filter(({ on }) => on < from))
  const fitted = await computeParameters(older.flatMap(itemsOf), { enableShortTerm: true })
  const before = parameters ? new MemoryModel(parameters) : defaultModel
  return {
    fitted,
    logLoss: { fitted: logLossOf(histories, new MemoryModel(fitted), from), before: logLossOf(histories, before, from) },
  }
}

/** One item for each review after the first: it and all before it, as the optimizer wants them. */
const itemsOf = (history: ReviewHistory): FSRSBindingItem[] =>
  history.slice(1).flatMap(({ elapsedDays }, index) => {
    if (elapsedDays === 0) return []
    const reviews = history.slice(0, index + 2).map((review) => new FSRSBindingReview(ratingOf(review.grade), review.elapsedDays))
    return [new FSRSBindingItem(reviews)]
  })
