import {
  type Coupon,
  reserveCode as decide,
  releaseCode as decideRelease,
  discountCodeAggregate,
  type KnownCode,
  recordCoupon,
  redeemAtPayment,
  usable,
} from '@medicready/domain/billing/discount-code'
import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/core/decider'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { isUsable, makeCoupon } from '@medicready/platform/payments/coupons'
import type { Payments } from '@medicready/platform/payments/payments'
import { overdueReservations } from '@medicready/projector/read-models/billing/discount-code-queries'
import { type CommandContext, idFrom, jobContext, partOf, reactionContext, uuidOfName } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { JobDeps, WorkerDeps } from '../../worker/definitions.ts'
import { doneWith } from '../../worker/shown.ts'
import { findCode } from './use-code.ts'

type CouponDeps = Pick<Dependencies, 'commands'> & { readonly payments: Pick<Payments, 'ask'> }

/** Created if the worker has not done so yet, or if the old one is no longer usable. */
export async function couponOf(
  { commands, payments }: CouponDeps,
  { codeId, code, terms, coupon }: KnownCode,
  context: CommandContext,
): Promise<Coupon> {
  if (coupon && (await payments.ask((stripe) => isUsable(stripe, coupon)))) return coupon
  const made = await payments.ask((stripe) => makeCoupon(stripe, { codeId, code, name: terms.name, discount: terms }))
  const ofCoupon = partOf(context, `coupon ${made.stripePromotionCodeId}`)
  await commands.execute(discountCodeAggregate, code, recordCoupon({ codeId, discount: terms, ...made }), ofCoupon)
  return made
}

type CodeFact = FactOf<'DiscountCodeCreated'> | FactOf<'DiscountCodeRevised'> | FactOf<'DiscountCodeActivated'>

export async function makeCouponOf(fact: Recorded<CodeFact>, deps: CouponDeps & Pick<WorkerDeps, 'clock'>): Promise<void> {
  const { state } = await deps.commands.load(discountCodeAggregate, fact.data.code)
  if (!state || state.codeId !== fact.data.codeId || state.terms.discountType === 'free_subscription') return
  await couponOf(deps, state, reactionContext(fact, deps.clock))
}

interface Reservation {
  readonly userId: string
  readonly code: string
  readonly checkoutId: string
  readonly tier: PaidTier
  readonly reservedUntil: string
}

export async function reserveCode(
  deps: CouponDeps,
  { code: typed, ...reservation }: Reservation,
  context: CommandContext,
): Promise<{ readonly code: string; readonly promotionCodeId: string }> {
  const known = usable((await findCode(deps, typed)).state, { userId: reservation.userId, now: context.now })
  if (known.terms.discountType === 'free_subscription') throw new Rejection('discountCodeNeedsNoCheckout')
  const { stripePromotionCodeId } = await couponOf(deps, known, context)
  const ofReservation = partOf(context, `reservation ${reservation.checkoutId}`)
  await deps.commands.execute(discountCodeAggregate, known.code, decide({ ...reservation, now: context.now }), ofReservation)
  return { code: known.code, promotionCodeId: stripePromotionCodeId }
}

type Checkout = FactOf<'CheckoutStarted'>['data']
type LogDeps = Pick<WorkerDeps, 'eventStore'>

const JOB_NAMESPACE = '5c7b9c0a-9c84-4b8c-8f0e-2a7d5b6e9d31'

export async function checkoutOf({ eventStore }: LogDeps, { userId, checkoutId }: { userId: string; checkoutId: string }) {
  let started: Checkout | null = null
  let ended: FactOf<'CheckoutEnded'>['data'] | null = null
  for (const { type, data } of await eventStore.readStream(streamName(subscriptionAggregate, userId))) {
    if (type === 'CheckoutStarted' && data.checkoutId === checkoutId) started = data
    if (type === 'CheckoutEnded' && data.checkoutId === checkoutId) ended = data
  }
  return { started, ended }
}

export async function releaseOfCheckout(
  fact: RecordedFact<'CheckoutEnded'>,
  deps: LogDeps & Pick<WorkerDeps, 'commands' | 'clock'>,
): Promise<void> {
  const { userId, checkoutId, outcome } = fact.data
  if (outcome === 'completed') return
  const { code } = (await checkoutOf(deps, fact.data)).started ?? {}
  if (!code) return
  const release = decideRelease({ userId, checkoutId, cause: outcome })
  await deps.commands.execute(discountCodeAggregate, code.code, release, reactionContext(fact, deps.clock))
}

/** Releases holds of checkouts that never began because the process was killed. */
export async function releaseAbandoned(deps: JobDeps & LogDeps): Promise<{ released: number }> {
  const { commands, sql, clock, signal } = deps
  const now = clock()
  const released = await doneWith(await overdueReservations(sql, now), signal, async ({ userId, code, checkoutId }) => {
    const { started, ended } = await checkoutOf(deps, { userId, checkoutId })
    if (started && (!ended || ended.outcome === 'completed')) return false
    const context = jobContext('abandoned-codes', uuidOfName(`${checkoutId}/${now}`, JOB_NAMESPACE), now)
    const release = decideRelease({ userId, checkoutId, cause: 'abandoned' })
    const { events } = await commands.execute(discountCodeAggregate, code, release, context)
    return events.length > 0
  })
  return { released }
}

export async function redeemPayment(
  fact: RecordedFact<'InvoicePaid'>,
  { commands, eventStore, clock }: Pick<WorkerDeps, 'commands' | 'eventStore' | 'clock'>,
): Promise<void> {
  const { userId, subscriptionId, tier, kind, code, discount } = fact.data
  if (kind !== 'first' || code === null) return
  const facts = await eventStore.readStream(streamName(subscriptionAggregate, userId))
  const activated = facts.find(({ type, data }) => type === 'SubscriptionActivated' && data.subscriptionId === subscriptionId)
  const checkoutId = activated?.type === 'SubscriptionActivated' ? activated.data.checkoutId : null
  const context = reactionContext(fact, clock)
  const payment = { kind: 'payment', checkoutId: checkoutId ?? subscriptionId, subscriptionId, tier } as const
  const amountSaved = { amount: discount, currency: 'usd' as const }
  const redeem = redeemAtPayment({ userId, usageId: idFrom(context, 'usage'), for: payment, amountSaved })
  await commands.execute(discountCodeAggregate, code, redeem, context)
}
