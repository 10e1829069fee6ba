import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { duePriceChange, tellPriceChange } from './plan-commands.ts'
import { announcePrice, duePrice, priceAggregate, setPrice } from './price.ts'
import { type SubscriptionEvent, subscriptionAggregate } from './subscription.ts'
import { invoicePaid } from './testing/subscription-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const by = '6c3d4e5f-6071-4b8c-9d0e-1f2a3b4c5d63'
const now = '2026-03-01T09:00:00.000Z'
const later = '2026-03-31T09:00:00.000Z'
const tomorrow = '2026-03-02T00:00:00.000Z'
const ofPrice = { tier: 'premium', currency: 'usd' } as const

const set = (amount: number, formerAmount: number | null = null) =>
  ({ type: 'PriceSet', data: { ...ofPrice, priceId: `price_${amount}`, formerAmount, amount } }) as const
const announcement = { ...ofPrice, amount: 1_500, by, reason: 'More questions.', now, holdsFrom: now }
const announced = (amount: number, holdsFrom = now) =>
  ({
    type: 'PriceAnnounced',
    data: { ...ofPrice, formerAmount: 1_200, amount, by, reason: 'More questions.', announcedAt: now, holdsFrom },
  }) as const

test('a price is announced, is due from its day on, and takes effect once set', () => {
  given(priceAggregate, [set(1_200)])
    .when(announcePrice(announcement))
    .emits([announced(1_500)])
  const waiting = fold(priceAggregate, [set(1_200), announced(1_500, tomorrow)])
  expect([duePrice(waiting, now), duePrice(waiting, tomorrow)]).toEqual([null, 1_500])
  const held = fold(priceAggregate, [set(1_200), announced(1_500), set(1_500, 1_200)])
  expect(held).toEqual({ priceId: 'price_1500', amount: 1_500, announced: null })
  given(priceAggregate, [set(1_200)])
    .when(setPrice({ ...ofPrice, priceId: 'price_1200', amount: 1_200 }))
    .emits([])
})

test('the same price is not announced again, another one replaces it, and the current price withdraws it', () => {
  given(priceAggregate, [set(1_200)])
    .when(announcePrice({ ...announcement, amount: 1_200 }))
    .refuses('priceUnchanged')
  const waits = [set(1_200), announced(1_500, tomorrow)]
  given(priceAggregate, waits)
    .when(announcePrice({ ...announcement, holdsFrom: tomorrow }))
    .refuses('priceUnchanged')
  const [other] = announcePrice({ ...announcement, amount: 1_400 })(fold(priceAggregate, waits))
  expect(duePrice(fold(priceAggregate, [...waits, ...(other ? [other] : [])]), now)).toBe(1_400)
  given(priceAggregate, waits)
    .when(announcePrice({ ...announcement, amount: 1_200 }))
    .emits([announced(1_200)])
  expect(duePrice(fold(priceAggregate, [...waits, announced(1_200)]), tomorrow)).toBeNull()
})

const plan = { userId, subscriptionId: 'sub_1' }
const paid = (changes: Partial<Parameters<typeof invoicePaid>[0]> = {}) =>
  invoicePaid({ ...plan, invoiceId: 'in_1', tier: 'premium', amount: 1_200, monthlyAmount: 1_200, ...changes })
const price = (amount: number) => ({ tier: 'premium', priceId: `price_${amount}`, amount }) as const
const told = (amount: number, holdsFrom = later): SubscriptionEvent => ({
  type: 'PriceChangeTold',
  data: { ...plan, ...ofPrice, priceId: `price_${amount}`, formerAmount: 1_200, amount, holdsFrom },
})
const tell = (amount: number) => tellPriceChange({ userId, now, price: price(amount) })

test('a subscriber is told once of a new price, which is due 30 days later and not before', () => {
  given(subscriptionAggregate, [paid()])
    .when(tell(1_500))
    .emits([told(1_500)])
  given(subscriptionAggregate, [paid(), told(1_500)])
    .when(tell(1_500))
    .emits([])
  const state = fold(subscriptionAggregate, [paid(), told(1_500)])
  expect(duePriceChange(state, '2026-03-31T08:59:59.999Z')).toBeNull()
  expect(duePriceChange(state, later)).toEqual({ subscriptionId: 'sub_1', priceId: 'price_1500' })
  given(subscriptionAggregate, [paid()]).when(tell(1_200)).emits([])
})

test('a subscriber is told if an announced price is dropped, and keeps the price at once', () => {
  given(subscriptionAggregate, [paid(), told(1_500)])
    .when(tell(1_200))
    .emits([told(1_200, now)])
  const state = fold(subscriptionAggregate, [paid(), told(1_500), told(1_200, now)])
  expect(duePriceChange(state, now)).toEqual({ subscriptionId: 'sub_1', priceId: 'price_1200' })
  // Another price has its own 30 days.
  given(subscriptionAggregate, [paid(), told(1_500)])
    .when(tell(1_400))
    .emits([told(1_400)])
})

test('a price announced for one plan does not apply to another, and a paid price is not announced again', () => {
  const basic = paid({ tier: 'basic', amount: 500, monthlyAmount: 500 })
  const toldOfBasic: SubscriptionEvent = {
    type: 'PriceChangeTold',
    data: { ...plan, tier: 'basic', priceId: 'price_600', formerAmount: 500, amount: 600, currency: 'usd', holdsFrom: later },
  }
  const upgraded = paid({ invoiceId: 'in_2', kind: 'change', invoicedAt: '2026-03-05T09:00:00.000Z' })
  expect(duePriceChange(fold(subscriptionAggregate, [basic, toldOfBasic, upgraded]), later)).toBeNull()
  const renewed = paid({ invoiceId: 'in_2', kind: 'renewal', invoicedAt: later, monthlyAmount: 1_500, previousMonthlyAmount: 1_200 })
  expect(duePriceChange(fold(subscriptionAggregate, [paid(), told(1_500), renewed]), later)).toBeNull()
  given(subscriptionAggregate, [paid(), told(1_500), renewed])
    .when(tell(1_500))
    .emits([])
})
