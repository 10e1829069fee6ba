import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { countReviewRequest, type ReviewDayEvent, reviewDayAggregate } from './review-day.ts'
import { REVIEW_REQUESTS_A_DAY } from './shown/review-rules.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const about = (n: number, version = 1): ReviewDayEvent['data'] => ({
  userId,
  date: '2026-03-05',
  questionId: `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`,
  version,
})
const counted = (n: number, version = 1): ReviewDayEvent => ({ type: 'ReviewRequestCounted', data: about(n, version) })
const full = Array.from({ length: REVIEW_REQUESTS_A_DAY }, (_, n) => counted(n))

test('a day allows ten requests and no more', () => {
  expect(REVIEW_REQUESTS_A_DAY).toBe(10)
  given(reviewDayAggregate, full.slice(1))
    .when(countReviewRequest(about(0)))
    .emits([counted(0)])
  given(reviewDayAggregate, full)
    .when(countReviewRequest(about(10)))
    .refuses('reviewLimitReached')
})

test('the same version counts once, and another version counts again', () => {
  given(reviewDayAggregate, full)
    .when(countReviewRequest(about(3)))
    .emits([])
  given(reviewDayAggregate, [counted(1)])
    .when(countReviewRequest(about(1, 2)))
    .emits([counted(1, 2)])
  given(reviewDayAggregate, full)
    .when(countReviewRequest(about(3, 2)))
    .refuses('reviewLimitReached')
})
