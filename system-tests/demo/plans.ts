import {
  createCode,
  discountCodeAggregate,
  recordCoupon,
  redeemAtPayment,
  redeemForFreePeriod,
  reserveCode,
} from '@medicready/domain/billing/discount-code'
import { observeRefund, observeSubscription } from '@medicready/domain/billing/observe'
import {
  CHECKOUT_MINUTES,
  claimMoneyBack,
  endCheckout,
  endFreePeriods,
  grantFreePeriod,
  isGraceOver,
  nameCustomer,
  openCheckout,
  overdueInvoice,
  remindOfPayment,
  startCheckout,
} from '@medicready/domain/billing/plan-commands'
import { priceAggregate, setPrice } from '@medicready/domain/billing/price'
import { completeReconciliation, reconciliationAggregate } from '@medicready/domain/billing/reconciliation'
import { type PaidTier, paidTierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { currentPlan, subscriptionAggregate, tierOfState } from '@medicready/domain/billing/subscription'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { makeCoupon } from '@medicready/platform/payments/coupons'
import { PaymentDeclined, Payments } from '@medicready/platform/payments/payments'
import { openTutoringCheckout, refundTutoring, tutoringCheckout } from '@medicready/platform/payments/tutoring-payments'
import type { Chance } from '@medicready/platform/testing/chance'
import { startStripe } from '@medicready/stripe-stand-in/start'
import { Storage } from '@medicready/stripe-stand-in/storage'
import { SERVER_OFFSET } from '@medicready/stripe-stand-in/turn'
import { cards, submitCard } from '../payment-page.ts'
import { instant, type Past } from './past.ts'
import type { LearnerStanding } from './school.ts'

const RENEWAL_MILLISECONDS = 12 * 3_600_000

interface Opening {
  readonly past: Past
  readonly chance: Chance
  /** The data of the stand-in for Stripe, which later runs on it. */
  readonly directory: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly from: number
}

/**
 * Payments at the stand-in for Stripe, whose clock goes through the year. What happens there is read as the product
 * reads it.
 */
export async function openPlans({ past, chance, directory, secretKey, webhookSecret, from }: Opening) {
  const storage = new Storage(directory)
  storage.setFigure(SERVER_OFFSET, Math.floor((from - Date.now()) / 1000))
  storage.close()
  const stripe = await startStripe({ port: 0, directory, secretKey, isDurable: false })
  const payments = new Payments({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripe.url })
  await payments.prices.ensure()
  for (const tier of paidTierNames) {
    const { priceId, amount, currency } = await payments.prices.of(tier)
    past.decide(priceAggregate, tier, setPrice({ tier, priceId, amount, currency }), { actorId: 'worker', at: from })
  }
  const customers = new Set<LearnerStanding>()
  let now = from

  async function close(): Promise<void> {
    goOn(Date.now())
    await stripe.close()
  }

  function goOn(to: number): void {
    now = stripe.moveForward(Math.max(0, Math.floor((to - now) / 1000))) * 1000
  }

  async function until(at: number): Promise<void> {
    goOn(at)
    for (const student of customers) {
      const state = past.stateOf(subscriptionAggregate, student.learner.userId)
      const plan = currentPlan(state)
      const overdue = overdueInvoice(state)
      if (!plan || (plan.paid.periodEnd > instant(at) && !overdue)) continue
      await look(student, plan.subscriptionId, at)
      await remind(student, at)
    }
  }

  async function look(student: LearnerStanding, subscriptionId: string, at: number): Promise<void> {
    const { userId } = student.learner
    const snapshot = await payments.subscription(subscriptionId)
    if (!snapshot) return
    const heard = observeSubscription({ userId, now: instant(at), snapshot })
    student.tier = tierOfState(past.decide(subscriptionAggregate, userId, heard, { actorId: 'worker', at }))
  }

  async function remind(student: LearnerStanding, at: number): Promise<void> {
    const { userId } = student.learner
    const deed = { actorId: 'worker', at }
    const overdue = overdueInvoice(past.decide(subscriptionAggregate, userId, remindOfPayment({ userId, now: instant(at) }), deed))
    if (!overdue || !isGraceOver(overdue, instant(at))) return
    await payments.cancelNow(overdue.subscriptionId)
    await payments.voidInvoice(overdue.invoiceId)
    await look(student, overdue.subscriptionId, at)
  }

  async function goToCheckout(student: LearnerStanding, tier: PaidTier, { at, codes }: Buying) {
    const { userId, email, firstName, lastName } = student.learner
    const deed = { actorId: userId, at }
    const now = instant(at)
    const name = `${firstName} ${lastName}`
    const customerId = await payments.makeCustomer({ userId, email, name, key: `customer-${userId}` })
    past.decide(subscriptionAggregate, userId, nameCustomer({ userId, customerId }), deed)
    const { priceId, amount, currency } = await payments.prices.of(tier)
    const checkoutId = chance.uuid()
    const expiresAt = hoursAfter(now, CHECKOUT_MINUTES / 60)
    const code = codes && (await codes.hold(payments, { userId, checkoutId, tier, reservedUntil: expiresAt }, at))
    const started = { userId, checkoutId, tier, priceId, amount, currency, code, expiresAt }
    past.decide(subscriptionAggregate, userId, startCheckout({ ...started, now }), deed)
    const back = 'http://localhost:3000/subscription'
    const { sessionId, url } = await payments.openCheckout(started, { customerId, successUrl: back, cancelUrl: back })
    past.decide(subscriptionAggregate, userId, openCheckout({ userId, checkoutId, sessionId }), deed)
    return { checkoutId, sessionId, url, amount }
  }

  /** One card in twelve fails later, but for those who keep their plan. */
  async function buy(student: LearnerStanding, tier: PaidTier, { at, codes }: Buying): Promise<void> {
    const { userId } = student.learner
    const deed = { actorId: userId, at }
    const { checkoutId, sessionId, url, amount } = await goToCheckout(student, tier, { at, codes })
    await payAt(url, student, !student.learner.keepsPlan && chance.happens(1 / 12) ? cards.failsAtRenewal : cards.pays)
    const seen = await payments.checkout(sessionId)
    if (!seen?.subscriptionId) throw new Error('A checkout came to no subscription.')
    await look(student, seen.subscriptionId, at)
    past.decide(subscriptionAggregate, userId, endCheckout({ userId, checkoutId, outcome: 'completed' }), deed)
    const [paid] = past.stateOf(subscriptionAggregate, userId).payments
    codes?.redeem({ userId, checkoutId, subscriptionId: seen.subscriptionId, tier, saved: amount - (paid?.amount ?? amount) }, at)
    customers.add(student)
  }

  async function payAt(url: string | null, { learner: { email, firstName, lastName } }: LearnerStanding, number: string): Promise<void> {
    const paid = await submitCard(url ?? '', number, { email, name: `${firstName} ${lastName}`, postal: '60601' })
    if (paid.status !== 303) throw new Error(`A checkout was not paid: ${paid.status}`)
  }

  async function payOnce(student: LearnerStanding, of: { requestId: string; amount: number; currency: string }, at: number) {
    goOn(at)
    const { userId } = student.learner
    const back = 'http://localhost:3000/tutoring'
    const opening = { ...of, userId, title: 'Tutoring', successUrl: back, cancelUrl: back, key: of.requestId }
    const { checkoutId, url } = await openTutoringCheckout(payments, opening)
    await payAt(url, student, cards.pays)
    const paid = await tutoringCheckout(payments, checkoutId)
    if (!paid?.payment) throw new Error('A payment for tutoring did not come in.')
    return { checkoutId, expiresAt: paid.expiresAt, payment: paid.payment }
  }

  /** Compares the stand-in with what was read of it, as the worker does each night. */
  async function reconcile(at: number): Promise<void> {
    const checked = { subscriptions: 0, invoices: 0, refunds: 0 }
    const before = past.count
    const owners = new Map<string, string>()
    for await (const snapshot of payments.allSubscriptions()) {
      const { userId, subscriptionId } = snapshot
      if (userId === null) continue
      owners.set(subscriptionId, userId)
      checked.subscriptions += 1
      checked.invoices += snapshot.invoices.length
      past.decide(subscriptionAggregate, userId, observeSubscription({ userId, now: instant(at), snapshot }), { actorId: 'worker', at })
    }
    for await (const { refund, subscriptionId } of payments.allRefunds()) {
      const userId = owners.get(subscriptionId)
      if (userId === undefined) continue
      checked.refunds += 1
      past.decide(subscriptionAggregate, userId, observeRefund({ userId, now: instant(at), refund }), { actorId: 'worker', at })
    }
    const date = instant(at).slice(0, 'YYYY-MM-DD'.length)
    const differences = past.count - before
    const done = { date, startedAt: instant(at), checked, differences, mended: differences, found: [] }
    past.decide(reconciliationAggregate, date, completeReconciliation(done), { actorId: 'worker', at })
  }

  function giveBackTutoring(refund: Parameters<typeof refundTutoring>[1]): Promise<string> {
    return refundTutoring(payments, refund)
  }

  async function upgrade(student: LearnerStanding, at: number): Promise<void> {
    const plan = planOf(student, at)
    if (plan?.paid.tier !== 'basic') return
    const { subscriptionId } = plan
    const [snapshot, { priceId }] = await Promise.all([payments.subscription(subscriptionId), payments.prices.of('premium')])
    if (!snapshot) return
    const { itemId } = snapshot.next
    try {
      await payments.changePrice({ subscriptionId, itemId, priceId, atOnce: true, key: `upgrade-${subscriptionId}-${at}` })
    } catch (error) {
      if (!(error instanceof PaymentDeclined)) throw error
    }
    await look(student, subscriptionId, at)
  }

  async function cancel(student: LearnerStanding, at: number): Promise<void> {
    const plan = planOf(student, at)
    if (!plan || plan.endsAt !== null) return
    await payments.cancelAtPeriodEnd(plan.subscriptionId, true, `cancel-${plan.subscriptionId}`)
    await look(student, plan.subscriptionId, at)
  }

  async function giveBack(student: LearnerStanding, at: number): Promise<void> {
    const { userId } = student.learner
    const plan = planOf(student, at)
    if (!plan) return
    const deed = { actorId: userId, at }
    const claimed = past.decide(subscriptionAggregate, userId, claimMoneyBack({ userId, now: instant(at) }), deed)
    for (const { invoiceId, paymentId, amount } of claimed.payments)
      if (paymentId !== null) await payments.refund({ userId, invoiceId, paymentId, amount })
    await payments.cancelNow(plan.subscriptionId)
    for (const { paymentId } of claimed.payments)
      for (const refund of paymentId === null ? [] : await payments.refundsOfPayment(paymentId))
        past.decide(subscriptionAggregate, userId, observeRefund({ userId, now: instant(at), refund }), { actorId: 'worker', at })
    await look(student, plan.subscriptionId, at)
  }

  /** Null around a renewal, whose outcome only the stand-in knows. */
  function planOf({ learner: { userId } }: LearnerStanding, at: number) {
    const plan = currentPlan(past.stateOf(subscriptionAggregate, userId))
    return plan && Math.abs(Date.parse(plan.paid.periodEnd) - at) > RENEWAL_MILLISECONDS ? plan : null
  }

  return { close, goOn, until, goToCheckout, buy, payOnce, reconcile, giveBackTutoring, upgrade, cancel, giveBack }
}

const OFF = 'WELCOME20'
const FREE = 'EMSWEEK'

const codes = {
  [OFF]: {
    name: 'Welcome',
    description: 'For anyone who tries a paid plan for the first time.',
    discountType: 'percentage',
    discountValue: 20,
    grantsTier: null,
    maxUses: 200,
  },
  [FREE]: {
    name: 'EMS Week',
    description: 'A month of Basic for the classes that visited our stand.',
    discountType: 'free_subscription',
    discountValue: 1,
    grantsTier: 'basic',
    maxUses: 25,
  },
} as const

export type Codes = ReturnType<typeof openCodes>
type Buying = { readonly at: number; readonly codes: Codes | null }
export type Plans = Awaited<ReturnType<typeof openPlans>>

export function openCodes({ past, chance, adminId, at }: { past: Past; chance: Chance; adminId: string; at: number }) {
  const holders = new Set<LearnerStanding>()
  for (const [code, terms] of Object.entries(codes)) {
    const creation = { ...terms, code, codeId: chance.uuid(), expiresAt: null, now: instant(at), by: adminId, reason: 'For the year.' }
    past.decide(discountCodeAggregate, code, createCode(creation), { actorId: adminId, at })
  }

  async function hold(payments: Payments, of: { userId: string; checkoutId: string; tier: PaidTier; reservedUntil: string }, at: number) {
    const known = past.stateOf(discountCodeAggregate, OFF)
    if (!known) throw new Error('There is no such code.')
    const { codeId, terms: discount } = known
    const worker = { actorId: 'worker', at }
    const made = known.coupon ?? (await payments.ask((stripe) => makeCoupon(stripe, { codeId, code: OFF, name: discount.name, discount })))
    past.decide(discountCodeAggregate, OFF, recordCoupon({ codeId, discount, ...made }), worker)
    past.decide(discountCodeAggregate, OFF, reserveCode({ ...of, now: instant(at) }), { actorId: of.userId, at })
    return { code: OFF, promotionCodeId: made.stripePromotionCodeId }
  }

  function redeem(
    { userId, saved, ...payment }: { userId: string; checkoutId: string; subscriptionId: string; tier: PaidTier; saved: number },
    at: number,
  ): void {
    const amountSaved = { amount: saved, currency: 'usd' as const }
    const redemption = { userId, usageId: chance.uuid(), amountSaved, for: { kind: 'payment' as const, ...payment } }
    past.decide(discountCodeAggregate, OFF, redeemAtPayment(redemption), { actorId: 'worker', at })
  }

  function useFree(student: LearnerStanding, at: number): void {
    const { userId } = student.learner
    const { grantsTier: tier, discountValue: months } = codes[FREE]
    const monthlyPrice = tiers[tier].monthlyPrice * 100
    const deed = { actorId: userId, at }
    const redemption = { userId, now: instant(at), usageId: chance.uuid(), monthlyPrice }
    past.decide(discountCodeAggregate, FREE, redeemForFreePeriod(redemption), deed)
    const grant = grantFreePeriod({ userId, tier, months, code: FREE, now: instant(at) })
    student.tier = tierOfState(past.decide(subscriptionAggregate, userId, grant, deed))
    holders.add(student)
  }

  function until(at: number): void {
    for (const student of holders) {
      const { userId } = student.learner
      const state = past.decide(subscriptionAggregate, userId, endFreePeriods({ userId, now: instant(at) }), { actorId: 'worker', at })
      student.tier = tierOfState(state)
      if (state.freePeriods.length === 0) holders.delete(student)
    }
  }

  return { hold, redeem, useFree, until }
}
