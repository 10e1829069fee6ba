import type { Coupon } from '@medicready/domain/billing/discount-code'
import type { Discount } from '@medicready/domain/billing/shown/discount-rules'
import Stripe from 'stripe'
import { idOf, isProblem } from './objects.ts'

export interface CodeToMake {
  readonly codeId: string
  readonly code: string
  readonly name: string
  readonly discount: Discount
}

/** Concurrent changes to the same code settle within so many attempts. */
const MOST_ATTEMPTS = 5
const COUPON_NAME_LENGTH = 40

type Catalog = Pick<Stripe, 'coupons' | 'promotionCodes'>

export async function isUsable({ promotionCodes }: Catalog, { stripePromotionCodeId }: Coupon): Promise<boolean> {
  try {
    return (await promotionCodes.retrieve(stripePromotionCodeId)).active
  } catch (error) {
    if (isProblem(error, 'resource_missing')) return false
    throw error
  }
}

/** Limits and expiry are ours. The provider allows one active promotion code per text, which decides a race. */
export async function makeCoupon(stripe: Catalog, toMake: CodeToMake): Promise<Coupon> {
  const stripeCouponId = await couponOf(stripe, toMake)
  for (let attempt = 1; ; attempt++) {
    const own = { coupon: stripeCouponId, limit: 1 }
    const [active] = (await stripe.promotionCodes.list({ ...own, active: true })).data
    if (active) return { stripeCouponId, stripePromotionCodeId: active.id }
    try {
      await retireNamesakes(stripe, toMake, stripeCouponId)
      const [retired] = (await stripe.promotionCodes.list(own)).data
      const { id } = retired
        ? await stripe.promotionCodes.update(retired.id, { active: true })
        : await stripe.promotionCodes.create({
            promotion: { type: 'coupon', coupon: stripeCouponId },
            code: lettersOf(toMake),
            metadata: { code: toMake.code, codeId: toMake.codeId },
          })
      return { stripeCouponId, stripePromotionCodeId: id }
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
  }
}

/** Promotion codes have no underscore: such a code gets a text that no other code has. */
const lettersOf = ({ code, codeId }: CodeToMake): string => (code.includes('_') ? `${code.replaceAll('_', '-')}-${codeId}` : code)

/** Named by its discount, so that the same discount of a code is the same coupon. */
async function couponOf({ coupons }: Catalog, { codeId, code, name, discount }: CodeToMake): Promise<string> {
  const { discountType, discountValue } = discount
  const id = `${codeId}-${discountType}-${discountValue}`
  const off = discountType === 'percentage' ? { percent_off: discountValue } : { amount_off: discountValue, currency: 'usd' }
  try {
    await coupons.create({ id, ...off, duration: 'once', name: name.slice(0, COUPON_NAME_LENGTH), metadata: { code, codeId } })
  } catch (error) {
    if (!isProblem(error, 'resource_already_exists')) throw error
  }
  return id
}

/** The same text for another discount, or deleted since, is obsolete. */
async function retireNamesakes({ promotionCodes }: Catalog, toMake: CodeToMake, stripeCouponId: string): Promise<void> {
  for (const { id, promotion } of (await promotionCodes.list({ code: lettersOf(toMake), active: true, limit: 100 })).data)
    if (idOf(promotion.coupon) !== stripeCouponId) await promotionCodes.update(id, { active: false })
}
