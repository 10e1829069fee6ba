import { discountCode, type KnownCode, recordCoupon } from '@medicready/domain/billing/discount-code'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { isUsable, type MadeCoupon, makeCoupon } from '@medicready/platform/payments/coupons'
import type { Payments } from '@medicready/platform/payments/payments'
import { type CommandContext, idFrom, reactionContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

type CouponParts = Pick<Parts, 'commands'> & { readonly payments: Pick<Payments, 'ask'> }

/** The coupon of a code: made now where the worker has not come to it yet, and again where it is of no use any more. */
export async function couponOf(
  { commands, payments }: CouponParts,
  { codeId, code, terms, coupon }: KnownCode,
  context: CommandContext,
): Promise<MadeCoupon> {
  if (coupon && (await payments.ask((stripe) => isUsable(stripe, coupon)))) return coupon
  const made = await payments.ask((stripe) => makeCoupon(stripe, { codeId, code, name: terms.name, discount: terms }))
  const ofCoupon = { ...context, commandId: idFrom(context, `coupon ${made.stripePromotionCodeId}`) }
  await commands.execute(discountCode, code, recordCoupon({ codeId, discount: terms, ...made }), ofCoupon)
  return made
}

type CodeFact = FactOf<'DiscountCodeCreated'> | FactOf<'DiscountCodeRevised'> | FactOf<'DiscountCodeActivated'>

/** Makes the coupon of a code as soon as there is one; a free subscription is given without the payment provider. */
export async function makeCouponOf(fact: Recorded<CodeFact>, parts: CouponParts & Pick<WorkerParts, 'clock'>): Promise<void> {
  const { state } = await parts.commands.load(discountCode, fact.data.code)
  if (!state || state.codeId !== fact.data.codeId || state.terms.discountType === 'free_subscription') return
  await couponOf(parts, state, reactionContext(fact, parts.clock))
}
