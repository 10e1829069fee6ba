import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestStripe, type TestStripe } from '../testing/stripe.ts'
import { type CodeToMake, isUsable, makeCoupon } from './coupons.ts'

let provider: TestStripe
let stripe: Stripe

beforeAll(async () => {
  provider = await startTestStripe()
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = provider.environment
  stripe = new Stripe(STRIPE_SECRET_KEY, { host: '127.0.0.1', port: new URL(STRIPE_API_BASE).port, protocol: 'http', telemetry: false })
})
afterAll(() => provider.close())

let codes = 0
function newCode(given: Partial<CodeToMake> = {}): CodeToMake {
  codes += 1
  const discount = { discountType: 'percentage', discountValue: 25, grantsTier: null } as const
  return { codeId: randomUUID(), code: `SPRING${codes}`, name: 'Spring', discount, ...given }
}
const activeOf = async (code: string) => (await stripe.promotionCodes.list({ code, active: true })).data.map(({ id }) => id)

/** One caller in lockstep with all others: each sees the state from before any of them acted. */
function inStep(callers: number) {
  let arrived = 0
  let next = Promise.withResolvers<void>()
  const wait = async () => {
    arrived += 1
    const turn = next
    if (arrived === callers) {
      arrived = 0
      next = Promise.withResolvers()
      turn.resolve()
    }
    // A caller that is done no longer waits for the others.
    await Promise.race([turn.promise, new Promise((resolve) => setTimeout(resolve, 100))])
  }
  const stepping = <Resource extends object>(resource: Resource): Resource =>
    new Proxy(resource, {
      get: (target, name) => {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]) => {
          await wait()
          return method.apply(target, given)
        }
      },
    })
  return { coupons: stepping(stripe.coupons), promotionCodes: stepping(stripe.promotionCodes) }
}

test.each([2, 8])('%i concurrent callers, in lockstep, create one active promotion code and all answer it', async (callers) => {
  for (const code of ['IN-STEP', 'WITH_LINE']) {
    const toMake = newCode({ code: `${code}${callers}` })
    const catalog = inStep(callers)
    const made = await Promise.all(Array.from({ length: callers }, () => makeCoupon(catalog, toMake)))
    expect(new Set(made.map(({ stripePromotionCodeId }) => stripePromotionCodeId)).size).toBe(1)
    expect(await isUsable(stripe, made[0] as (typeof made)[number])).toBe(true)
  }
})

test('an inactive promotion code is activated again by the next caller', async () => {
  const toMake = newCode()
  const made = await makeCoupon(stripe, toMake)
  await stripe.promotionCodes.update(made.stripePromotionCodeId, { active: false })
  expect(await isUsable(stripe, made)).toBe(false)
  expect(await makeCoupon(stripe, toMake)).toEqual(made)
  expect(await isUsable(stripe, made)).toBe(true)
})

test('one that the provider does not know is not used', async () => {
  expect(await isUsable(stripe, { stripeCouponId: 'co_1', stripePromotionCodeId: 'promo_unknown' })).toBe(false)
})

test('a code whose discount changes back and forth always has the promotion code of its discount', async () => {
  const quarter = newCode()
  const half = { ...quarter, discount: { ...quarter.discount, discountValue: 50 } }
  const first = await makeCoupon(stripe, quarter)
  const second = await makeCoupon(stripe, half)
  expect(await activeOf(quarter.code)).toEqual([second.stripePromotionCodeId])
  expect(await makeCoupon(stripe, quarter)).toEqual(first)
  expect(await activeOf(quarter.code)).toEqual([first.stripePromotionCodeId])
})

test('a new code takes over the letters of a deleted one', async () => {
  const former = newCode()
  await makeCoupon(stripe, former)
  const made = await makeCoupon(stripe, newCode({ code: former.code }))
  expect(await activeOf(former.code)).toEqual([made.stripePromotionCodeId])
})
