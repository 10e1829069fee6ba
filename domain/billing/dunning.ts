import { hoursAfter } from '../core/calendar.ts'
import type { Decide } from '../core/decider.ts'
import { currentPlan, type OpenInvoice, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-events.ts'

export const REMINDER_DAYS = [0, 3, 6] as const

export function overdueInvoice(state: SubscriptionState): OpenInvoice | null {
  const plan = currentPlan(state)
  const open = state.openInvoices.filter(({ subscriptionId }) => subscriptionId === plan?.subscriptionId)
  return [...open].sort((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null
}

export const isGraceOver = ({ graceUntil }: OpenInvoice, now: string): boolean => now >= graceUntil

/** The latest due reminder; missed earlier ones are skipped. */
function dueReminder({ since, reminded }: OpenInvoice, now: string): number | null {
  const day = REMINDER_DAYS.findLast((each) => now >= hoursAfter(since, each * 24))
  return day === undefined || reminded.some((told) => told >= day) ? null : day
}

export const remindOfPayment =
  ({ userId, now }: { userId: string; now: string }): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const open = overdueInvoice(state)
    const day = open && !isGraceOver(open, now) ? dueReminder(open, now) : null
    if (!open || day === null) return []
    const { subscriptionId, invoiceId, tier, amount, currency, graceUntil } = open
    return [{ type: 'PaymentReminded', data: { userId, subscriptionId, invoiceId, tier, day, amount, currency, graceUntil } }]
  }
