import type { Discount } from '@medicready/domain/billing/discount-rules'
import Stripe from 'stripe'

/** What a code is at the payment provider's: a coupon that lowers the first payment, and a promotion code for it. */

export interface CodeToMake {
  readonly codeId: string
  readonly code: string
  readonly name: string
  readonly discount: Discount
}

export interface MadeCoupon {
  readonly stripeCouponId: string
  readonly stripePromotionCodeId: string
}

/** Promotion codes have no underscore: a code with one gets letters of the provider's own, which nobody ever sees. */
const promotionCodePattern = /^[A-Z0-9-]+$/
/** Names may be shorter there than here. */
const COUPON_NAME_LENGTH = 40

/**
 * Makes the coupon and the promotion code of a discount, or finds them where they were made before: whoever asks, and
 * however often, there is one of each. When a code ends, and for whom, is for us to say: they have no limit of their
 * own.
 */
export async function makeCoupon(stripe: Pick<Stripe, 'coupons' | 'promotionCodes'>, toMake: CodeToMake): Promise<MadeCoupon> {
  const stripeCouponId = await couponOf(stripe, toMake)
  const [known] = (await stripe.promotionCodes.list({ coupon: stripeCouponId, limit: 1 })).data
  if (known) return { stripeCouponId, stripePromotionCodeId: known.id }
  await retireNamesakes(stripe, toMake)
  const made = await stripe.promotionCodes.create(
    {
      promotion: { type: 'coupon', coupon: stripeCouponId },
      ...(promotionCodePattern.test(toMake.code) && { code: toMake.code }),
      metadata: { code: toMake.code, codeId: toMake.codeId },
    },
    { idempotencyKey: `promotion code ${stripeCouponId}` },
  )
  return { stripeCouponId, stripePromotionCodeId: made.id }
}

/** Named by what it takes off, so that the same discount of a code is the same coupon. */
async function couponOf({ coupons }: Pick<Stripe, 'coupons'>, { codeId, code, name, discount }: CodeToMake): Promise<string> {
  const { discountType, discountValue } = discount
  const id = `${codeId}-${discountType}-${discountValue}`
  const off = discountType === 'percentage' ? { percent_off: discountValue } : { amount_off: discountValue, currency: 'usd' }
  try {
    await coupons.create(
      { id, ...off, duration: 'once', name: name.slice(0, COUPON_NAME_LENGTH), metadata: { code, codeId } },
      { idempotencyKey: `coupon ${id}` },
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists')) throw error
  }
  return id
}

/** A code of the same letters, of another discount or deleted since, is of no use any more. */
async function retireNamesakes({ promotionCodes }: Pick<Stripe, 'promotionCodes'>, { code }: CodeToMake): Promise<void> {
  for (const { id } of (await promotionCodes.list({ code, active: true, limit: 100 })).data)
    await promotionCodes.update(id, { active: false })
}
