import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { isValidCoupon } from './discounts.ts'
import { newId, randomLetters } from './ids.ts'
import { listing } from './lists.ts'
import { cents, clearable, flag, mergedMetadata, metadata, quantity, text, unread, whole } from './parameters.ts'
import { invalid } from './refusals.ts'
import { idOrNull, type Turn } from './turn.ts'

const percent = z
  .string()
  .regex(/^\d+(\.\d{1,2})?$/, 'must have at most two decimals')
  .transform(Number)
  .refine((share) => share > 0 && share <= 100, 'must be greater than 0 and at most 100')

const newCoupon = z.strictObject({
  amount_off: cents.optional(),
  applies_to: unread,
  currency: text.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: quantity.optional(),
  id: text.optional(),
  max_redemptions: quantity.optional(),
  metadata,
  name: text.optional(),
  percent_off: percent.optional(),
  redeem_by: whole.optional(),
})

function createCoupon(turn: Turn, given: z.output<typeof newCoupon>): Stripe.Coupon {
  if ((given.amount_off === undefined) === (given.percent_off === undefined))
    throw invalid('You must pass either percent_off or amount_off, and not both.', { code: 'parameter_missing', param: 'percent_off' })
  if (given.amount_off !== undefined && !given.currency)
    throw invalid('You must pass currency when passing amount_off', { code: 'parameter_missing', param: 'currency' })
  if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined))
    throw invalid('You must pass duration_in_months with duration repeating, and with no other.', { param: 'duration_in_months' })
  if (given.id && turn.find('coupon', given.id)) throw invalid('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  const coupon: Stripe.Coupon = {
    id: given.id ?? randomLetters(8),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    created: turn.now(),
    currency: given.currency?.toLowerCase() ?? null,
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergedMetadata(null, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
  turn.save({ ...coupon, valid: isValidCoupon(coupon, turn.now()) })
  turn.emit('coupon.created', coupon)
  return coupon
}

/** Who has a discount of it keeps it: only new redemptions are over. */
function removeCoupon(turn: Turn, id: string): Stripe.DeletedCoupon {
  const coupon = turn.get('coupon', id)
  const inUse = turn.storage.all('discount').some(({ source }) => source.coupon === id)
  if (inUse) turn.save({ ...coupon, valid: false, max_redemptions: coupon.times_redeemed })
  else turn.storage.remove(id)
  turn.emit('coupon.deleted', coupon)
  return { id, object: 'coupon', deleted: true }
}

const newPromotionCode = z.strictObject({
  active: flag.optional(),
  code: text.regex(/^[A-Za-z0-9-]+$/, 'may have letters, digits and dashes only').optional(),
  customer: text.optional(),
  expires_at: whole.optional(),
  max_redemptions: quantity.optional(),
  metadata,
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  restrictions: z
    .strictObject({ first_time_transaction: flag.optional(), minimum_amount: cents.optional(), minimum_amount_currency: text.optional() })
    .optional(),
})

/** Codes are told apart by their letters, not by their case. */
export function activeCode(turn: Turn, code: string): Stripe.PromotionCode | undefined {
  const codes = turn.storage.all('promotion_code')
  return codes.find((one) => one.active && one.code.toUpperCase() === code.toUpperCase())
}

const taken = (code: string) => invalid(`An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' })

function createPromotionCode(turn: Turn, given: z.output<typeof newPromotionCode>): Stripe.PromotionCode {
  const code = given.code ?? randomLetters(8).toUpperCase()
  const coupon = turn.get('coupon', given.promotion.coupon, 'promotion[coupon]')
  if (!isValidCoupon(coupon, turn.now())) throw invalid('The coupon for this promotion code has expired or is used up.')
  if (activeCode(turn, code)) throw taken(code)
  if (given.customer) turn.get('customer', given.customer, 'customer')
  const promotionCode: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: given.active ?? true,
    code,
    created: turn.now(),
    customer: given.customer ?? null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergedMetadata(null, given.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: {
      first_time_transaction: given.restrictions?.first_time_transaction ?? false,
      minimum_amount: given.restrictions?.minimum_amount ?? null,
      minimum_amount_currency: given.restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  }
  turn.save(promotionCode)
  turn.emit('promotion_code.created', promotionCode)
  return promotionCode
}

export const couponCalls: Calls = {
  'POST /v1/coupons': call(newCoupon, createCoupon),
  'GET /v1/coupons': listing('coupon', '/v1/coupons'),
  'GET /v1/coupons/:id': retrieving('coupon'),
  'POST /v1/coupons/:id': call(z.strictObject({ metadata, name: clearable(text).optional() }), (turn, { metadata, name }, id) => {
    const coupon = turn.get('coupon', id)
    return turn.update<'coupon'>('coupon.updated', coupon, {
      ...coupon,
      name: name === undefined ? coupon.name : name,
      metadata: mergedMetadata(coupon.metadata, metadata),
    })
  }),
  'DELETE /v1/coupons/:id': call(z.strictObject({}), (turn, _given, id) => removeCoupon(turn, id)),
  'POST /v1/promotion_codes': call(newPromotionCode, createPromotionCode),
  'GET /v1/promotion_codes': listing('promotion_code', '/v1/promotion_codes', {
    active: { isFlag: true },
    code: {},
    coupon: { path: 'promotion.coupon' },
    customer: {},
  }),
  'GET /v1/promotion_codes/:id': retrieving('promotion_code'),
  'POST /v1/promotion_codes/:id': call(
    z.strictObject({ active: flag.optional(), expires_at: clearable(whole).optional(), metadata }),
    (turn, { active, expires_at, metadata }, id) => {
      const code = turn.get('promotion_code', id)
      const coupon = turn.find('coupon', idOrNull(code.promotion.coupon) ?? '')
      if (active && !code.active && (!coupon || !isValidCoupon(coupon, turn.now())))
        throw invalid('This promotion code cannot be activated: its coupon is not valid any more.', { param: 'active' })
      if (active && !code.active && activeCode(turn, code.code)) throw taken(code.code)
      return turn.update<'promotion_code'>('promotion_code.updated', code, {
        ...code,
        active: active ?? code.active,
        expires_at: expires_at === undefined ? code.expires_at : expires_at,
        metadata: mergedMetadata(code.metadata, metadata),
      })
    },
  ),
}
