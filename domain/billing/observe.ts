import { hoursAfter } from '../core/shown/calendar.ts'
import { isAbove } from './shown/tiers.ts'
import type { InvoiceSnapshot, RefundSnapshot, SubscriptionSnapshot } from './snapshots.ts'
import {
  type DecideBilling,
  isNewestOf,
  planIn,
  type SubscriptionEvent,
  type SubscriptionState,
  subscriptionAggregate,
  type TierCause,
  tierOfState,
} from './subscription.ts'

// Turns the payment provider's state into facts: whatever the order of notifications, the log converges to it.

/** How long a plan continues while a payment is overdue. */
export const GRACE_DAYS = 7

interface Heard {
  readonly userId: string
  readonly now: string
}

class Telling {
  readonly facts: SubscriptionEvent[] = []
  state: SubscriptionState
  readonly userId: string

  constructor(state: SubscriptionState, userId: string) {
    this.state = state
    this.userId = userId
  }

  tell(fact: SubscriptionEvent): void {
    this.facts.push(fact)
    this.state = subscriptionAggregate.evolve(this.state, fact)
  }

  tellTier(cause: TierCause): void {
    const [from, to] = [this.state.tier, tierOfState(this.state)]
    if (from !== to) this.tell({ type: 'TierChanged', data: { userId: this.userId, from, to, cause, reason: null } })
  }
}

export const observeSubscription =
  ({ userId, now, snapshot }: Heard & { snapshot: SubscriptionSnapshot }): DecideBilling =>
  (state) => {
    const telling = new Telling(state, userId)
    if (state.customerId === null && !state.isForgotten)
      telling.tell({ type: 'CustomerMade', data: { userId, customerId: snapshot.customerId } })
    for (const invoice of [...snapshot.invoices].sort(byAge)) hearOfInvoice(telling, snapshot, invoice, now)
    if (snapshot.hasEnded) hearOfEnd(telling, snapshot, now)
    else hearOfWishes(telling, snapshot)
    return telling.facts
  }

const byAge = (one: InvoiceSnapshot, other: InvoiceSnapshot): number =>
  one.invoicedAt === other.invoicedAt ? compare(one.invoiceId, other.invoiceId) : compare(one.invoicedAt, other.invoicedAt)
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
const earlier = (one: string, other: string): string => (one < other ? one : other)

function hearOfInvoice(telling: Telling, of: SubscriptionSnapshot, invoice: InvoiceSnapshot, now: string): void {
  if (invoice.status === 'paid') hearOfPayment(telling, of, invoice, now)
  else if (invoice.status === 'open' && invoice.attempts > 0) hearOfFailure(telling, of, invoice, now)
  else if (invoice.status === 'void' || invoice.status === 'uncollectible') hearOfVoid(telling, of, invoice)
}

function hearOfPayment(telling: Telling, of: SubscriptionSnapshot, invoice: InvoiceSnapshot, now: string): void {
  const { subscriptionId, checkoutId, code, next } = of
  const { state, userId } = telling
  if (state.payments.some(({ invoiceId }) => invoiceId === invoice.invoiceId)) return
  const plan = planIn(state, subscriptionId)
  const tier = invoice.plan?.tier ?? plan?.paid?.tier ?? next.tier
  if (tier === null) return
  const before = plan?.ended ? 0 : (plan?.paid?.monthlyAmount ?? 0)
  const isOfPlan = invoice.plan !== null && invoice.kind !== 'other'
  const isNewest = isOfPlan && isNewestOf(plan, invoice)
  const { invoiceId, number, kind, currency, subtotal, discount, tax, taxes, lines, invoicedAt, paymentId, hostedUrl, pdfUrl } = invoice
  const [periodStart, periodEnd] = [invoice.plan?.periodStart ?? invoicedAt, invoice.plan?.periodEnd ?? invoicedAt]
  const paidAt = earlier(invoice.paidAt ?? now, now)
  const monthlyAmount = isNewest ? (invoice.plan?.monthlyAmount ?? before) : before
  telling.tell({
    type: 'InvoicePaid',
    data: {
      userId,
      subscriptionId,
      invoiceId,
      number,
      kind: isOfPlan ? kind : 'other',
      tier,
      amount: invoice.amountPaid,
      currency,
      subtotal,
      discount,
      code: discount > 0 ? code : null,
      tax,
      taxes,
      lines,
      periodStart,
      periodEnd,
      previousMonthlyAmount: before,
      monthlyAmount,
      invoicedAt,
      paidAt,
      paymentId,
      hostedUrl: state.isForgotten ? null : hostedUrl,
      pdfUrl: state.isForgotten ? null : pdfUrl,
    },
  })
  if (!isNewest) return
  if (!plan?.paid)
    telling.tell({
      type: 'SubscriptionActivated',
      data: { userId, subscriptionId, checkoutId, code, tier, monthlyAmount, currency, activatedAt: paidAt, periodStart, periodEnd },
    })
  const isLarger = isAbove(tierOfState(telling.state), state.tier)
  telling.tellTier(isLarger ? (plan?.paid ? 'upgraded' : 'purchased') : 'downgraded')
}

/** A failed first payment does not start a plan. */
function hearOfFailure(telling: Telling, { subscriptionId }: SubscriptionSnapshot, invoice: InvoiceSnapshot, now: string): void {
  const { state, userId } = telling
  const plan = planIn(state, subscriptionId)
  const known = state.openInvoices.find(({ invoiceId }) => invoiceId === invoice.invoiceId)
  if (!plan?.paid || plan.ended || (known && known.attempt >= invoice.attempts)) return
  const since = known?.since ?? earlier(invoice.since, now)
  const { invoiceId, amountDue: amount, currency, attempts: attempt } = invoice
  const graceUntil = hoursAfter(since, GRACE_DAYS * 24)
  telling.tell({
    type: 'PaymentFailed',
    data: { userId, subscriptionId, invoiceId, tier: plan.paid.tier, amount, currency, attempt, since, graceUntil },
  })
}

function hearOfVoid(telling: Telling, { subscriptionId, hasEnded }: SubscriptionSnapshot, { invoiceId }: InvoiceSnapshot): void {
  const open = telling.state.openInvoices.find((one) => one.invoiceId === invoiceId)
  if (!open || hasEnded) return
  const { tier, amount, currency } = open
  telling.tell({ type: 'InvoiceVoided', data: { userId: telling.userId, subscriptionId, invoiceId, tier, amount, currency } })
}

const tierCauseOfEnd = { cancelled: 'ended', unpaid: 'unpaid', refunded: 'refunded', erased: 'ended' } as const

function hearOfEnd(telling: Telling, { subscriptionId, endedAt, currency }: SubscriptionSnapshot, now: string): void {
  const { state, userId } = telling
  const plan = planIn(state, subscriptionId)
  if (plan?.ended) return
  const cause = causeOfEnd(state, subscriptionId)
  const before = { tier: plan?.paid?.tier ?? null, previousMonthlyAmount: plan?.paid?.monthlyAmount ?? 0 }
  telling.tell({
    type: 'SubscriptionEnded',
    data: { userId, subscriptionId, cause, ...before, currency, endedAt: earlier(endedAt ?? now, now) },
  })
  telling.tellTier(tierCauseOfEnd[cause])
}

function causeOfEnd({ refundedSubscriptionId, openInvoices, isForgotten }: SubscriptionState, id: string): keyof typeof tierCauseOfEnd {
  if (isForgotten) return 'erased'
  if (refundedSubscriptionId === id) return 'refunded'
  return openInvoices.some(({ subscriptionId }) => subscriptionId === id) ? 'unpaid' : 'cancelled'
}

function hearOfWishes(telling: Telling, { subscriptionId, endsAt, next }: SubscriptionSnapshot): void {
  const { state, userId } = telling
  const plan = planIn(state, subscriptionId)
  if (!plan?.paid || plan.ended) return
  const { tier, periodEnd } = plan.paid
  const ofPlan = { userId, subscriptionId }
  if (endsAt !== null && endsAt !== plan.endsAt) telling.tell({ type: 'CancellationScheduled', data: { ...ofPlan, tier, endsAt } })
  if (endsAt === null && plan.endsAt !== null) telling.tell({ type: 'CancellationWithdrawn', data: { ...ofPlan, tier } })
  const smaller = next.tier !== null && isAbove(tier, next.tier) ? next.tier : null
  if (smaller !== null && smaller !== plan.changesTo)
    telling.tell({ type: 'PlanChangeScheduled', data: { ...ofPlan, from: tier, to: smaller, at: periodEnd } })
  if (smaller === null && plan.changesTo !== null)
    telling.tell({ type: 'PlanChangeWithdrawn', data: { ...ofPlan, from: tier, to: plan.changesTo } })
  if (plan.told && !plan.told.isApplied && plan.told.priceId === next.priceId)
    telling.tell({ type: 'PriceChangeApplied', data: { ...ofPlan, priceId: next.priceId } })
}

export const observeRefund =
  ({ userId, now, refund }: Heard & { refund: RefundSnapshot }): DecideBilling =>
  (state) => {
    const telling = new Telling(state, userId)
    const { refundId, invoiceId, amount, currency, isMoneyBack, hasFailed } = refund
    const tier = state.payments.find((payment) => payment.invoiceId === invoiceId)?.tier ?? null
    const data = { userId, refundId, invoiceId, amount, currency, tier }
    const known = state.refunds.find((one) => one.refundId === refundId)
    const cause = isMoneyBack ? 'moneyBack' : 'other'
    if (!known) telling.tell({ type: 'RefundIssued', data: { ...data, cause, issuedAt: earlier(refund.issuedAt, now) } })
    if (hasFailed && !known?.hasFailed) telling.tell({ type: 'RefundFailed', data: { ...data, failedAt: now } })
    return telling.facts
  }

export const moneyIn = ({ payments, refunds }: SubscriptionState): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0) - refunds.reduce((sum, { amount, hasFailed }) => sum + (hasFailed ? 0 : amount), 0)
