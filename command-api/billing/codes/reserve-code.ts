import { reserveCode as decide, discountCode, usable } from '@medicready/domain/billing/discount-code'
import type { PaidTier } from '@medicready/domain/billing/tiers'
import { Rejection } from '@medicready/domain/rejection'
import type { Payments } from '@medicready/platform/payments/payments'
import { type CommandContext, idFrom } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import { findCode } from './find-code.ts'
import { couponOf } from './make-coupon.ts'

interface Reservation {
  readonly userId: string
  /** As it was typed. */
  readonly code: string
  readonly checkoutId: string
  readonly tier: PaidTier
  /** The end of the checkout. */
  readonly reservedUntil: string
}

/**
 * Holds a use of a code for a checkout, and answers what the payment provider calls the code. Refused as the code is.
 * It is given back when that checkout ends without a payment, or never begins; the first payment makes it.
 */
export async function reserveCode(
  parts: Pick<Parts, 'commands'> & { readonly payments: Pick<Payments, 'ask'> },
  { code: typed, ...reservation }: Reservation,
  context: CommandContext,
): Promise<{ readonly code: string; readonly promotionCodeId: string }> {
  const known = usable((await findCode(parts, typed)).state, { userId: reservation.userId, now: context.now })
  if (known.terms.discountType === 'free_subscription') throw new Rejection('discountCodeNeedsNoCheckout')
  const { stripePromotionCodeId } = await couponOf(parts, known, context)
  const ofReservation = { ...context, commandId: idFrom(context, `reservation ${reservation.checkoutId}`) }
  await parts.commands.execute(discountCode, known.code, decide({ ...reservation, now: context.now }), ofReservation)
  return { code: known.code, promotionCodeId: stripePromotionCodeId }
}
