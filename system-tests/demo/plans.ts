import { observeRefund, observeSubscription } from '@medicready/domain/billing/observe'
import {
  CHECKOUT_MINUTES,
  claimMoneyBack,
  endCheckout,
  isGraceOver,
  nameCustomer,
  openCheckout,
  overdueInvoice,
  remindOfPayment,
  startCheckout,
} from '@medicready/domain/billing/plan-commands'
import { priceAggregate, setPrice } from '@medicready/domain/billing/price'
import { completeReconciliation, reconciliation } from '@medicready/domain/billing/reconciliation'
import { currentPlan, subscription, tierOfState } from '@medicready/domain/billing/subscription'
import { type PaidTier, paidTierNames } from '@medicready/domain/billing/tiers'
import { hoursAfter } from '@medicready/domain/core/calendar'
import { PaymentDeclined, Payments } from '@medicready/platform/payments/payments'
import { openTutoringCheckout, refundTutoring, tutoringCheckout } from '@medicready/platform/payments/tutoring-payments'
import type { Chance } from '@medicready/platform/testing/chance'
import { type RunningStripe, startStripe } from '@medicready/stripe-stand-in/start'
import { Storage } from '@medicready/stripe-stand-in/storage'
import { SERVER_OFFSET } from '@medicready/stripe-stand-in/turn'
import type { Codes } from './codes.ts'
import type { Past } from './past.ts'
import type { Standing } from './school.ts'

const GOOD_CARD = '4242424242424242'
const FAILING_CARD = '4000000000000341'
const RENEWAL_MILLISECONDS = 12 * 3_600_000
const instant = (at: number): string => new Date(at).toISOString()

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
export class Plans {
  readonly #past: Past
  readonly #chance: Chance
  readonly #stripe: RunningStripe
  readonly #payments: Payments
  readonly #customers = new Set<Standing>()
  #now: number

  private constructor({ past, chance, from }: Opening, stripe: RunningStripe, payments: Payments) {
    this.#past = past
    this.#chance = chance
    this.#stripe = stripe
    this.#payments = payments
    this.#now = from
  }

  static async open(opening: Opening): Promise<Plans> {
    const { directory, secretKey, webhookSecret, from } = opening
    const storage = new Storage(directory)
    storage.setFigure(SERVER_OFFSET, Math.floor((from - Date.now()) / 1000))
    storage.close()
    const stripe = await startStripe({ port: 0, directory, secretKey, isDurable: false })
    const payments = new Payments({ secretKey, webhookSecret, apiBase: stripe.url })
    await payments.prices.ensure()
    for (const tier of paidTierNames) {
      const { priceId, amount, currency } = await payments.prices.of(tier)
      opening.past.decide(priceAggregate, tier, setPrice({ tier, priceId, amount, currency }), { actorId: 'worker', at: from })
    }
    return new Plans(opening, stripe, payments)
  }

  async close(): Promise<void> {
    this.goOn(Date.now())
    await this.#stripe.close()
  }

  goOn(to: number): void {
    this.#now = this.#stripe.moveForward(Math.max(0, Math.floor((to - this.#now) / 1000))) * 1000
  }

  async until(at: number): Promise<void> {
    this.goOn(at)
    for (const student of this.#customers) {
      const state = this.#past.stateOf(subscription, student.learner.userId)
      const plan = currentPlan(state)
      const overdue = overdueInvoice(state)
      if (!plan || (plan.paid.periodEnd > instant(at) && !overdue)) continue
      await this.#look(student, plan.subscriptionId, at)
      await this.#remind(student, at)
    }
  }

  async #look(student: Standing, subscriptionId: string, at: number): Promise<void> {
    const { userId } = student.learner
    const snapshot = await this.#payments.subscription(subscriptionId)
    if (!snapshot) return
    const heard = observeSubscription({ userId, now: instant(at), snapshot })
    student.tier = tierOfState(this.#past.decide(subscription, userId, heard, { actorId: 'worker', at }))
  }

  async #remind(student: Standing, at: number): Promise<void> {
    const { userId } = student.learner
    const deed = { actorId: 'worker', at }
    const overdue = overdueInvoice(this.#past.decide(subscription, userId, remindOfPayment({ userId, now: instant(at) }), deed))
    if (!overdue || !isGraceOver(overdue, instant(at))) return
    await this.#payments.cancelNow(overdue.subscriptionId)
    await this.#payments.voidInvoice(overdue.invoiceId)
    await this.#look(student, overdue.subscriptionId, at)
  }

  async goToCheckout(student: Standing, tier: PaidTier, { at, codes }: { readonly at: number; readonly codes: Codes | null }) {
    const { userId, email, firstName, lastName } = student.learner
    const deed = { actorId: userId, at }
    const now = instant(at)
    const name = `${firstName} ${lastName}`
    const customerId = await this.#payments.makeCustomer({ userId, email, name, key: `customer-${userId}` })
    this.#past.decide(subscription, userId, nameCustomer({ userId, customerId }), deed)
    const { priceId, amount, currency } = await this.#payments.prices.of(tier)
    const checkoutId = this.#chance.uuid()
    const expiresAt = hoursAfter(now, CHECKOUT_MINUTES / 60)
    const code = codes && (await codes.hold(this.#payments, { userId, checkoutId, tier, reservedUntil: expiresAt }, at))
    const started = { userId, checkoutId, tier, priceId, amount, currency, code, expiresAt }
    this.#past.decide(subscription, userId, startCheckout({ ...started, now }), deed)
    const back = 'http://localhost:3000/subscription'
    const { sessionId, url } = await this.#payments.openCheckout(started, { customerId, successUrl: back, cancelUrl: back })
    this.#past.decide(subscription, userId, openCheckout({ userId, checkoutId, sessionId }), deed)
    return { checkoutId, sessionId, url, amount }
  }

  /** One card in twelve fails later, but for those who keep their plan. */
  async buy(student: Standing, tier: PaidTier, { at, codes }: { readonly at: number; readonly codes: Codes | null }): Promise<void> {
    const { userId } = student.learner
    const deed = { actorId: userId, at }
    const { checkoutId, sessionId, url, amount } = await this.goToCheckout(student, tier, { at, codes })
    await this.#payAt(url, student, !student.learner.keepsPlan && this.#chance.happens(1 / 12) ? FAILING_CARD : GOOD_CARD)
    const seen = await this.#payments.checkout(sessionId)
    if (!seen?.subscriptionId) throw new Error('A checkout came to no subscription.')
    await this.#look(student, seen.subscriptionId, at)
    this.#past.decide(subscription, userId, endCheckout({ userId, checkoutId, outcome: 'completed' }), deed)
    const [paid] = this.#past.stateOf(subscription, userId).payments
    codes?.redeem({ userId, checkoutId, subscriptionId: seen.subscriptionId, tier, saved: amount - (paid?.amount ?? amount) }, at)
    this.#customers.add(student)
  }

  async #payAt(url: string | null, { learner: { email, firstName, lastName } }: Standing, number: string): Promise<void> {
    const card = { email, name: `${firstName} ${lastName}`, number, expiry: '12 / 40', cvc: '123', country: 'US', postal: '60601' }
    const paid = await fetch(url ?? '', { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) })
    if (paid.status !== 303) throw new Error(`A checkout was not paid: ${paid.status}`)
  }

  async payOnce(student: Standing, of: { requestId: string; amount: number; currency: string }, at: number) {
    this.goOn(at)
    const { userId } = student.learner
    const back = 'http://localhost:3000/tutoring'
    const opening = { ...of, userId, title: 'Tutoring', successUrl: back, cancelUrl: back, key: of.requestId }
    const { checkoutId, url } = await openTutoringCheckout(this.#payments, opening)
    await this.#payAt(url, student, GOOD_CARD)
    const paid = await tutoringCheckout(this.#payments, checkoutId)
    if (!paid?.payment) throw new Error('A payment for tutoring did not come in.')
    return { checkoutId, expiresAt: paid.expiresAt, payment: paid.payment }
  }

  /** Compares the stand-in with what was read of it, as the worker does each night. */
  async reconcile(at: number): Promise<void> {
    const checked = { subscriptions: 0, invoices: 0, refunds: 0 }
    const before = this.#past.count
    const owners = new Map<string, string>()
    for await (const snapshot of this.#payments.allSubscriptions()) {
      const { userId, subscriptionId } = snapshot
      if (userId === null) continue
      owners.set(subscriptionId, userId)
      checked.subscriptions += 1
      checked.invoices += snapshot.invoices.length
      this.#past.decide(subscription, userId, observeSubscription({ userId, now: instant(at), snapshot }), { actorId: 'worker', at })
    }
    for await (const { refund, subscriptionId } of this.#payments.allRefunds()) {
      const userId = owners.get(subscriptionId)
      if (userId === undefined) continue
      checked.refunds += 1
      this.#past.decide(subscription, userId, observeRefund({ userId, now: instant(at), refund }), { actorId: 'worker', at })
    }
    const date = instant(at).slice(0, 'YYYY-MM-DD'.length)
    const differences = this.#past.count - before
    const done = { date, startedAt: instant(at), checked, differences, mended: differences, found: [] }
    this.#past.decide(reconciliation, date, completeReconciliation(done), { actorId: 'worker', at })
  }

  giveBackTutoring(refund: Parameters<typeof refundTutoring>[1]): Promise<string> {
    return refundTutoring(this.#payments, refund)
  }

  async upgrade(student: Standing, at: number): Promise<void> {
    const plan = this.#planOf(student, at)
    if (plan?.paid.tier !== 'basic') return
    const { subscriptionId } = plan
    const [snapshot, { priceId }] = await Promise.all([this.#payments.subscription(subscriptionId), this.#payments.prices.of('premium')])
    if (!snapshot) return
    const { itemId } = snapshot.next
    try {
      await this.#payments.changePrice({ subscriptionId, itemId, priceId, atOnce: true, key: `upgrade-${subscriptionId}-${at}` })
    } catch (error) {
      if (!(error instanceof PaymentDeclined)) throw error
    }
    await this.#look(student, subscriptionId, at)
  }

  async cancel(student: Standing, at: number): Promise<void> {
    const plan = this.#planOf(student, at)
    if (!plan || plan.endsAt !== null) return
    await this.#payments.cancelAtPeriodEnd(plan.subscriptionId, true, `cancel-${plan.subscriptionId}`)
    await this.#look(student, plan.subscriptionId, at)
  }

  async giveBack(student: Standing, at: number): Promise<void> {
    const { userId } = student.learner
    const plan = this.#planOf(student, at)
    if (!plan) return
    const deed = { actorId: userId, at }
    const claimed = this.#past.decide(subscription, userId, claimMoneyBack({ userId, now: instant(at) }), deed)
    for (const { invoiceId, paymentId, amount } of claimed.payments)
      if (paymentId !== null) await this.#payments.refund({ userId, invoiceId, paymentId, amount })
    await this.#payments.cancelNow(plan.subscriptionId)
    for (const { paymentId } of claimed.payments)
      for (const refund of paymentId === null ? [] : await this.#payments.refundsOfPayment(paymentId))
        this.#past.decide(subscription, userId, observeRefund({ userId, now: instant(at), refund }), { actorId: 'worker', at })
    await this.#look(student, plan.subscriptionId, at)
  }

  /** Null around a renewal, whose outcome only the stand-in knows. */
  #planOf({ learner: { userId } }: Standing, at: number) {
    const plan = currentPlan(this.#past.stateOf(subscription, userId))
    return plan && Math.abs(Date.parse(plan.paid.periodEnd) - at) > RENEWAL_MILLISECONDS ? plan : null
  }
}
