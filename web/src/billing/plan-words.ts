import { type Money, priceInWords } from '@medicready/domain/billing/shown/money'
import { isAbove, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { dayOf } from '../ui/words.ts'

type Told = Pick<Subscription, 'tier' | 'paidTier' | 'state' | 'periodEndsAt' | 'nextBill' | 'scheduledChange' | 'pastDue'>

export function standingOf({ tier, paidTier, state, periodEndsAt, nextBill, scheduledChange, pastDue }: Told): string | null {
  // With a gifted tier there are two plans. These words are about the paid one.
  const name = paidTier !== null && paidTier !== tier ? tiers[paidTier].label : null
  switch (state) {
    case 'free':
      return null
    case 'active':
      if (scheduledChange && nextBill)
        return `Changes to ${tiers[scheduledChange.tier].label} on ${dayOf(scheduledChange.at)}, for ${priceInWords(nextBill)} a month. You keep full access until then.`
      return nextBill && `${name === null ? 'Renews' : `${name} renews`} on ${dayOf(nextBill.at)} for ${priceInWords(nextBill)}.`
    case 'cancelling':
      return periodEndsAt && `${name ?? 'Your plan'} ends on ${dayOf(periodEndsAt)}. You keep full access until then.`
    case 'past_due':
      return pastDue && `${priceInWords(pastDue)} is due since ${dayOf(pastDue.since)}.`
    case 'free_period':
      return periodEndsAt && `Free until ${dayOf(periodEndsAt)}, without a card. Your account then moves to Free, and you are not charged.`
    case 'granted':
      return `You have ${tiers[tier].label} at no cost.`
  }
}

type Choice =
  | { readonly kind: 'current' | 'closed'; readonly label: string; readonly reason: string }
  | { readonly kind: 'buy' | 'upgrade' | 'downgrade' | 'cancel'; readonly label: string }

export function choiceOf(tier: Tier, plan: Pick<Subscription, 'tier' | 'state' | 'periodEndsAt' | 'scheduledChange' | 'may'>): Choice {
  const { label } = tiers[tier]
  if (tier === plan.tier)
    return {
      kind: 'current',
      label: 'Current Plan',
      reason: tier === 'free' ? "You're already on the free plan." : 'This is your current plan.',
    }
  const isLarger = isAbove(tier, plan.tier)
  const wanted = `${isLarger ? 'Upgrade' : 'Change'} to ${label}`
  const closed = (reason: string): Choice => ({ kind: 'closed', label: wanted, reason })
  if (plan.state === 'past_due') return closed('A payment is due. Please update your card first.')
  if (tier === 'free') {
    if (plan.may.includes('cancel')) return { kind: 'cancel', label: wanted }
    if (plan.periodEndsAt !== null) return closed(`Your account moves to Free on ${dayOf(plan.periodEndsAt)}.`)
    return closed('Your plan is free, so there is nothing to cancel.')
  }
  if (plan.scheduledChange?.tier === tier) return closed(`${label} starts on ${dayOf(plan.scheduledChange.at)}.`)
  if (plan.may.includes('change')) return { kind: isLarger ? 'upgrade' : 'downgrade', label: wanted }
  if (plan.may.includes('checkout') && isLarger) return { kind: 'buy', label: wanted }
  if (plan.state === 'cancelling' && plan.periodEndsAt) return closed(`Your plan ends on ${dayOf(plan.periodEndsAt)}. Keep it first.`)
  if (plan.may.includes('checkout')) return closed(`You now have ${tiers[plan.tier].label} at no cost.`)
  return closed('You cannot change your plan right now.')
}

/** An estimate: the price difference for the rest of the period, by the second, as the payment provider counts. */
export function differenceNow(
  { price, periodStartsAt, periodEndsAt }: Pick<Subscription, 'price' | 'periodStartsAt' | 'periodEndsAt'>,
  newPrice: Money,
  now: number,
): Money | null {
  if (!price || !periodStartsAt || !periodEndsAt) return null
  const [start, end] = [Date.parse(periodStartsAt), Date.parse(periodEndsAt)]
  if (end <= start) return null
  const left = Math.min(1, Math.max(0, (end - now) / (end - start)))
  return { amount: Math.max(0, Math.round((newPrice.amount - price.amount) * left)), currency: price.currency }
}
