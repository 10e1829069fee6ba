import type { Fact, FactOf } from '@medicready/domain/events'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { discountCodes } from './discount-codes.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [codeId, by, ana, ben] = [id(1), id(2), id(3), id(4)]
const ofCode = { codeId, code: 'SPRING' }
const byAdmin = { by, reason: 'The spring course' }
const terms = {
  name: 'Spring',
  description: null,
  discountType: 'percentage',
  discountValue: 25,
  currency: 'usd',
  grantsTier: null,
  maxUses: 7,
  expiresAt: null,
} as const

const created: Fact = { type: 'DiscountCodeCreated', data: { ...ofCode, ...byAdmin, ...terms } }
const revised = (changes: Partial<FactOf<'DiscountCodeRevised'>['data']>): Fact => ({
  type: 'DiscountCodeRevised',
  data: { ...ofCode, ...byAdmin, ...terms, ...changes },
})
const deactivated: Fact = { type: 'DiscountCodeDeactivated', data: { ...ofCode, ...byAdmin } }
const coupon: Fact = { type: 'CouponMade', data: { ...ofCode, stripeCouponId: 'co_1', stripePromotionCodeId: 'promo_1' } }
const reserved = (userId: string): Fact => ({
  type: 'CodeReserved',
  data: { ...ofCode, userId, checkoutId: 'c1', tier: 'premium', reservedUntil: '2026-03-01T12:30:00.000Z' },
})
const released = (userId: string): Fact => ({ type: 'CodeReleased', data: { ...ofCode, userId, checkoutId: 'c1', cause: 'expired' } })
const paid = (userId: string): Fact => ({
  type: 'CodeRedeemed',
  data: {
    ...ofCode,
    userId,
    usageId: id(9),
    for: { kind: 'payment', checkoutId: 'c1', subscriptionId: 'sub_1', tier: 'premium' },
    amountSaved: { amount: 300, currency: 'usd' },
  },
})

test('a code starts active and unused', () =>
  given(discountCodes, [created]).leaves({
    discount_codes: [
      {
        id: codeId,
        code: 'SPRING',
        discount_value: 25,
        max_uses: 7,
        used_count: 0,
        held_count: 0,
        savings: 0,
        is_active: true,
        created_by: by,
      },
    ],
    discount_code_versions: [{ discount_code_id: codeId, change: 0, is_active: true, is_deleted: false }],
  }))

test('each change is kept, so that earlier days can be shown', () =>
  given(discountCodes, [created, coupon, revised({ maxUses: 9 }), deactivated]).leaves({
    discount_codes: [{ max_uses: 9, is_active: false, stripe_coupon_id: 'co_1', changes: 3 }],
    discount_code_versions: [
      { change: 0, max_uses: 7, is_active: true },
      { change: 1, max_uses: 9, is_active: true },
      { change: 2, max_uses: 9, is_active: false },
    ],
  }))

test('a changed discount needs another coupon', () =>
  given(discountCodes, [created, coupon, revised({ discountValue: 50 })]).leaves({
    discount_codes: [{ discount_value: 50, stripe_coupon_id: null }],
  }))

test('a deleted code is not listed, but its history is kept', () =>
  given(discountCodes, [created, { type: 'DiscountCodeDeleted', data: { ...ofCode, ...byAdmin } }]).leaves({
    discount_codes: [],
    discount_code_versions: [
      { change: 0, is_deleted: false },
      { change: 1, is_deleted: true },
    ],
  }))

test('a use held by a checkout is released or redeemed', () =>
  given(discountCodes, [created, reserved(ana), reserved(ben), released(ben), paid(ana)]).leaves({
    discount_codes: [{ used_count: 1, held_count: 0, savings: 300 }],
    discount_code_usage: [
      {
        user_id: ana,
        kind: 'payment',
        subscription_id: 'sub_1',
        tier: 'premium',
        months: null,
        amount_saved: 300,
        used_at: expect.any(String),
      },
    ],
    discount_code_reservations: [
      { user_id: ana, is_held: false },
      { user_id: ben, is_held: false },
    ],
  }))

test('a payment after its use was released counts once', () =>
  given(discountCodes, [created, reserved(ana), released(ana), paid(ana)]).leaves({
    discount_codes: [{ used_count: 1, held_count: 0, savings: 300 }],
  }))

test('a free subscription has its tier and months', () => {
  const free: Fact = {
    type: 'CodeRedeemed',
    data: {
      ...ofCode,
      userId: ana,
      usageId: id(9),
      for: { kind: 'free_period', tier: 'premium', months: 3 },
      amountSaved: { amount: 3_600, currency: 'usd' },
    },
  }
  return given(discountCodes, [created, free]).leaves({
    discount_codes: [{ used_count: 1, savings: 3_600 }],
    discount_code_usage: [{ kind: 'free_period', tier: 'premium', months: 3, subscription_id: null, amount_saved: 3_600 }],
    discount_code_reservations: [],
  })
})
