import { defaultModel, MemoryModel } from '@medicready/domain/study/cards/memory'
import {
  firstHeldOut,
  fitScheduler,
  isWorthFitting,
  logLossOf,
  type ReviewHistory,
  schedulerAggregate,
} from '@medicready/domain/study/cards/scheduler'
import { ratingOf } from '@medicready/domain/study/grade'
import { reviewHistory, usersToFit } from '@medicready/projector/read-models/study/card-queries'
import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding'
import { v5 as uuidV5 } from 'uuid'
import { jobContext } from '../../command-context.ts'
import type { JobDeps } from '../../worker/definitions.ts'

const JOB_NAMESPACE = '9e4b7d55-31c0-4e0c-b0a8-2a4a7be0d6f3'

/** For learners with more reviews than at the last look. The read model says whom to look at. */
export async function fitSchedulers(deps: JobDeps): Promise<{ readonly looked: number; readonly kept: number }> {
  const { sql, commands, clock, signal } = deps
  let [looked, kept] = [0, 0]
  for (const { userId, reviews } of await usersToFit(sql)) {
    if (signal.aborted) break
    const { state } = await commands.load(schedulerAggregate, userId)
    if (!isWorthFitting(state, reviews)) continue
    const found = await fit(await historiesOf(sql, userId), state.parameters)
    const context = jobContext('schedulers', uuidV5(`${userId}/${reviews}`, JOB_NAMESPACE), clock())
    const { events } = await commands.execute(schedulerAggregate, userId, fitScheduler({ userId, reviews, ...found }), context)
    looked += events.length
    kept += events.filter(({ data }) => data.isKept).length
  }
  return { looked, kept }
}

/** A question answered once says nothing about forgetting. */
async function historiesOf(sql: JobDeps['sql'], userId: string): Promise<ReviewHistory[]> {
  const rows = await reviewHistory(sql, userId)
  return [...Map.groupBy(rows, ({ questionId }) => questionId).values()]
    .filter((reviews) => reviews.length > 1)
    .map((reviews) => reviews.map(({ grade, elapsedDays, on }) => ({ on, grade, elapsedDays: elapsedDays ?? 0 })))
}

/** Fitted to older reviews, compared on the held-out ones. */
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

/** One item per review after the first, with all reviews before it. */
const itemsOf = (history: ReviewHistory): FSRSBindingItem[] =>
  history.slice(1).flatMap(({ elapsedDays }, index) => {
    if (elapsedDays === 0) return []
    const reviews = history.slice(0, index + 2).map((review) => new FSRSBindingReview(ratingOf(review.grade), review.elapsedDays))
    return [new FSRSBindingItem(reviews)]
  })
