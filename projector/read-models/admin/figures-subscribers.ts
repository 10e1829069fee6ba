import { dayOf, monthOf } from '@medicready/domain/admin/activity'
import { deferralOf } from '@medicready/domain/admin/deferral'
import * as figure from '@medicready/domain/admin/figures'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { RowOf } from '../definition.ts'
import { defer, note } from './figures-entries.ts'
import type { FiguresRows, figuresTables } from './figures-tables.ts'

/** What becomes of subscriptions, for the figures: a fact says itself what was paid a month before it, and after it. */

type Subscriber = RowOf<typeof figuresTables.subscribers>

const unknown = (user_id: string): Subscriber => ({
  user_id,
  stripe_customer_id: null,
  stripe_subscription_id: null,
  status: null,
  tier: null,
  monthly_amount: 0,
  started_at: null,
  next_billing_at: null,
  paid_until: null,
  cohort: null,
  has_paid: false,
})
const subscriberOf = (user_id: string, { subscribers }: FiguresRows): Subscriber => subscribers.get({ user_id }) ?? unknown(user_id)

export function changeSubscriber(userId: string, rows: FiguresRows, changes: Partial<Subscriber>): void {
  rows.subscribers.set({ ...subscriberOf(userId, rows), ...changes })
}

const planOf = (tier: figure.Plan['tier'] | null, monthlyAmount: number): figure.Plan | null =>
  tier !== null && monthlyAmount > 0 ? { tier, monthlyAmount } : null

/** What the cohort of somebody's first month has in it, where they join, leave or come back. */
function cohortMoved(cohort: string | null, month: string, before: number, after: number): readonly figure.FigureEntry[] {
  if (before === 0 && after > 0) return cohort === null ? figure.joinedCohort(month) : figure.cameBackToCohort(cohort)
  return before > 0 && after === 0 && cohort !== null ? figure.leftCohort(cohort) : []
}

export function foldPaid(fact: Recorded<FactOf<'InvoicePaid'>>, rows: FiguresRows): void {
  const { data, metadata } = fact
  const { userId, tier, amount, previousMonthlyAmount, monthlyAmount } = data
  const subscriber = subscriberOf(userId, rows)
  const isNews = previousMonthlyAmount !== monthlyAmount
  const month = monthOf(dayOf(metadata.occurredAt))
  const moved = isNews
    ? [
        ...figure.planMoved(planOf(subscriber.tier ?? tier, previousMonthlyAmount), planOf(tier, monthlyAmount)),
        ...cohortMoved(subscriber.cohort, month, previousMonthlyAmount, monthlyAmount),
      ]
    : []
  const first = amount > 0 && !subscriber.has_paid ? figure.paidFirst : []
  note(fact, userId, [...figure.paid(tier, amount), ...first, ...moved], rows)
  const period = {
    start: earliest(
      data.periodStart,
      data.lines.map(({ periodStart }) => periodStart),
    ),
    end: latest(
      data.periodEnd,
      data.lines.map(({ periodEnd }) => periodEnd),
    ),
  }
  rows.paid_periods.set({ invoice_id: data.invoiceId, starts: period.start, ends: period.end })
  defer(fact, userId, deferralOf(amount, period), tier, rows)
  const paidUntil = laterOf(subscriber.paid_until, period.end)
  const isSubscribed = monthlyAmount > 0
  const isFirst = previousMonthlyAmount === 0 && isSubscribed
  changeSubscriber(userId, rows, {
    ...(isSubscribed && { stripe_subscription_id: data.subscriptionId }),
    ...(isSubscribed && { status: subscriber.status === 'cancelling' ? 'cancelling' : 'active' }),
    ...(isNews && isSubscribed && { tier, monthly_amount: monthlyAmount }),
    ...(isFirst && { tier, monthly_amount: monthlyAmount, started_at: metadata.occurredAt, cohort: subscriber.cohort ?? month }),
    paid_until: paidUntil,
    ...(isSubscribed && subscriber.status !== 'cancelling' && { next_billing_at: paidUntil }),
    has_paid: subscriber.has_paid || amount > 0,
  })
}

/** The lines say which days are paid for; the invoice itself may name the period before. */
const earliest = (otherwise: string, instants: readonly string[]): string => instants.toSorted()[0] ?? otherwise
const latest = (otherwise: string, instants: readonly string[]): string => instants.toSorted().at(-1) ?? otherwise
/** A payment that is heard of late moves nothing back. */
const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)

export function foldEnded(fact: Recorded<FactOf<'SubscriptionEnded'>>, rows: FiguresRows): void {
  const { userId, tier, previousMonthlyAmount, subscriptionId } = fact.data
  const subscriber = subscriberOf(userId, rows)
  const left = cohortMoved(subscriber.cohort, '', previousMonthlyAmount, 0)
  note(fact, userId, [...figure.planMoved(planOf(subscriber.tier ?? tier, previousMonthlyAmount), null), ...left], rows)
  // Another subscription may have begun since.
  if (subscriber.stripe_subscription_id !== null && subscriber.stripe_subscription_id !== subscriptionId) return
  changeSubscriber(userId, rows, {
    stripe_subscription_id: null,
    status: null,
    tier: null,
    monthly_amount: 0,
    next_billing_at: null,
  })
}

/** What goes back of a payment takes with it what was deferred of it. */
export function foldRefund(fact: Recorded<FactOf<'RefundIssued' | 'RefundFailed'>>, rows: FiguresRows): void {
  const { userId, tier, invoiceId } = fact.data
  const amount = fact.type === 'RefundIssued' ? fact.data.amount : 0 - fact.data.amount
  note(fact, userId, figure.givenBack(tier ?? 'other', amount), rows)
  const period = rows.paid_periods.get({ invoice_id: invoiceId })
  if (period && tier !== null) defer(fact, userId, deferralOf(0 - amount, { start: period.starts, end: period.ends }), tier, rows)
}

/** Somebody has a tier by a code. Who pays besides stays a payer. */
export function beFree(userId: string, tier: figure.Plan['tier'], at: string, rows: FiguresRows): void {
  if (subscriberOf(userId, rows).monthly_amount === 0) changeSubscriber(userId, rows, { status: 'free', tier, started_at: at })
}

export function endFree(userId: string, rows: FiguresRows): void {
  if (subscriberOf(userId, rows).status === 'free') changeSubscriber(userId, rows, { status: null, tier: null })
}

/** Changes the row of whoever has this subscription: another may have taken its place. */
export function changeSubscription(
  { userId, subscriptionId }: { readonly userId: string; readonly subscriptionId: string },
  rows: FiguresRows,
  change: (before: Subscriber) => Partial<Subscriber>,
): void {
  const subscriber = rows.subscribers.get({ user_id: userId })
  if (subscriber?.stripe_subscription_id === subscriptionId) rows.subscribers.set({ ...subscriber, ...change(subscriber) })
}
