import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { endFreePeriods, grantFreePeriod, monthsAfter } from './plan-commands.ts'
import { type SubscriptionEvent, subscriptionAggregate } from './subscription.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const now = '2026-03-01T12:00:00.000Z'
const [april, may, june] = ['2026-04-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z']

const granted = (tier: 'basic' | 'premium', months: number, from: string, until: string): SubscriptionEvent => ({
  type: 'FreePeriodGranted',
  data: { userId, tier, months, code: 'SPRING', from, until },
})
const ended = (tier: 'basic' | 'premium', until: string): SubscriptionEvent => ({ type: 'FreePeriodEnded', data: { userId, tier, until } })
const changed = (from: 'free' | 'basic' | 'premium', to: 'free' | 'basic' | 'premium', cause: 'code' | 'ended'): SubscriptionEvent => ({
  type: 'TierChanged',
  data: { userId, from, to, cause, reason: null },
})
const grant = (tier: 'basic' | 'premium', months: number) => grantFreePeriod({ userId, tier, months, code: 'SPRING', now })

test.each([
  ['2026-03-15T12:34:56.789Z', 1, '2026-04-15T12:34:56.789Z'],
  ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
  ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
  ['2026-08-31T23:59:59.999Z', 3, '2026-11-30T23:59:59.999Z'],
  ['2026-12-31T00:00:00.000Z', 24, '2028-12-31T00:00:00.000Z'],
])('%s and %i months are %s', (from, months, until) => expect(monthsAfter(from, months)).toBe(until))

test('a free period raises the tier from now on', () =>
  given(subscriptionAggregate, [])
    .when(grant('premium', 3))
    .emits([granted('premium', 3, now, june), changed('free', 'premium', 'code')]))

test('one of the same tier continues where the first ends', () =>
  given(subscriptionAggregate, [granted('premium', 1, now, april), changed('free', 'premium', 'code')])
    .when(grant('premium', 2))
    .emits([granted('premium', 2, april, june)]))

test('it ends on time, and the tier falls back to what remains', () => {
  const running = [
    granted('basic', 3, now, june),
    changed('free', 'basic', 'code'),
    granted('premium', 2, now, may),
    changed('basic', 'premium', 'code'),
  ]
  const end = (at: string) => endFreePeriods({ userId, now: at })
  given(subscriptionAggregate, running).when(end('2026-05-01T11:59:59.999Z')).emits([])
  given(subscriptionAggregate, running)
    .when(end(may))
    .emits([ended('premium', may), changed('premium', 'basic', 'ended')])
  given(subscriptionAggregate, running)
    .when(end(june))
    .emits([ended('basic', june), ended('premium', may), changed('premium', 'free', 'ended')])
  given(subscriptionAggregate, [...running, ended('premium', may), changed('premium', 'basic', 'ended')])
    .when(end(may))
    .emits([])
})
