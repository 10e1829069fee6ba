import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { remainingQuestions, UNLIMITED } from './shown/tiers.ts'
import { grantTier, type SubscriptionEvent, subscriptionAggregate } from './subscription.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const toPremium: SubscriptionEvent = { type: 'TierChanged', data: { userId, from: 'free', to: 'premium', cause: 'granted', reason: null } }

test('everyone begins on the free tier, and a tier is granted once', () => {
  given(subscriptionAggregate, [])
    .when(grantTier({ userId, tier: 'free' }))
    .emits([])
  given(subscriptionAggregate, [])
    .when(grantTier({ userId, tier: 'premium' }))
    .emits([toPremium])
  given(subscriptionAggregate, [toPremium])
    .when(grantTier({ userId, tier: 'premium' }))
    .emits([])
  given(subscriptionAggregate, [toPremium])
    .when(grantTier({ userId, tier: 'basic' }))
    .emits([{ type: 'TierChanged', data: { userId, from: 'premium', to: 'basic', cause: 'granted', reason: null } }])
})

test('what remains of a limit is never negative, and unlimited stays unlimited', () => {
  expect(remainingQuestions(5, 3)).toBe(2)
  expect(remainingQuestions(1, 4)).toBe(0)
  expect(remainingQuestions(UNLIMITED, 400)).toBe(UNLIMITED)
})
