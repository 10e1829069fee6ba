import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { withMember } from '../core/growing.ts'
import { Rejection } from '../refusals/rejection.ts'
import { REVIEW_REQUESTS_A_DAY } from './shown/review-rules.ts'

// `reviewDay-<userId>_<date>`: bounds review requests, as each costs an educator's time and some withdraw a question.

export const reviewDayEvents = defineEvents({
  ReviewRequestCounted: eventWith({
    userId: z.uuid(),
    date: z.iso.date(),
    questionId: z.uuid(),
    version: z.int().min(1),
  }),
})
export type ReviewDayEvent = EventOf<(typeof reviewDayEvents)[number]>

export interface ReviewDayState {
  /** `<questionId>@<version>` */
  readonly counted: ReadonlySet<string>
}

const keyOf = ({ questionId, version }: { questionId: string; version: number }): string => `${questionId}@${version}`

export const reviewDayAggregate: Aggregate<ReviewDayState, ReviewDayEvent> = {
  category: 'reviewDay',
  initial: { counted: new Set() },
  evolve: ({ counted }, { data }) => ({ counted: withMember(counted, keyOf(data)) }),
}

export const reviewDayId = (userId: string, date: string): string => `${userId}_${date}`

/** Repeating a request is free. Rejects with `reviewLimitReached`. */
export const countReviewRequest =
  (request: ReviewDayEvent['data']): Decide<ReviewDayState, ReviewDayEvent> =>
  ({ counted }) => {
    if (counted.has(keyOf(request))) return []
    if (counted.size >= REVIEW_REQUESTS_A_DAY) throw new Rejection('reviewLimitReached')
    return [{ type: 'ReviewRequestCounted', data: request }]
  }
