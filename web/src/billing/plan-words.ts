import { type Money, priceInWords } from '@medicready/domain/billing/money'
import { isAbove, type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/subscription'
import { dayOf } from '../ui/words.ts'

type Told = Pick<Subscription, 'tier' | 'paidTier' | 'state' | 'periodEndsAt' | 'nextBill' | 'scheduledChange' | 'pastDue'>

/** How a plan stands and goes on, in plain words; null where there is nothing to say. */
export function standingOf({ tier, paidTier, state, periodEndsAt, nextBill, scheduledChange, pastDue }: Told): string | null {
  // Who was given more than they pay for has two plans, and these words are about what they pay for.
  const name = paidTier !== null && paidTier !== tier ? tiers[paidTier].label : null
  switch (state) {
    case 'free':
      return null
    case 'active':
      if (scheduledChange && nextBill)
        return `Changes to ${tiers[scheduledChange.tier].label} on ${dayOf(scheduledChange.at)}, for ${priceInWords(nextBill)} a month. Until then everything stays open to you.`
      return nextBill && `${name === null ? 'Renews' : `${name} renews`} on ${dayOf(nextBill.at)} for ${priceInWords(nextBill)}.`
    case 'cancelling':
      return periodEndsAt && `${name ?? 'Your plan'} ends on ${dayOf(periodEndsAt)}. Until then everything stays open to you.`
    case 'past_due':
      return pastDue && `${priceInWords(pastDue)} is due since ${dayOf(pastDue.since)}.`
    case 'free_period':
      return (
        periodEndsAt &&
        `Free of charge until ${dayOf(periodEndsAt)}, with no card. After that your account goes on with Free, and nothing is charged.`
      )
    case 'granted':
      return `${tiers[tier].label} was given to you. Nothing is charged for it.`
  }
}

/** What choosing a plan leads to, for somebody who has another one or this one. */
export type Choice =
  | { readonly kind: 'current' | 'closed'; readonly label: string; readonly reason: string }
  | { readonly kind: 'buy' | 'upgrade' | 'downgrade' | 'cancel'; readonly label: string }

export function choiceOf(tier: Tier, plan: Pick<Subscription, 'tier' | 'state' | 'periodEndsAt' | 'scheduledChange' | 'may'>): Choice {
  const { label } = tiers[tier]
  if (tier === plan.tier)
    return {
      kind: 'current',
      label: 'Current Plan',
      reason: tier === 'free' ? "You're already on the free plan." : 'This is your plan now.',
    }
  const isLarger = isAbove(tier, plan.tier)
  const wanted = `${isLarger ? 'Upgrade' : 'Change'} to ${label}`
  const closed = (reason: string): Choice => ({ kind: 'closed', label: wanted, reason })
  if (plan.state === 'past_due') return closed('A payment is due. Please update your card first.')
  if (tier === 'free') {
    if (plan.may.includes('cancel')) return { kind: 'cancel', label: wanted }
    if (plan.periodEndsAt !== null) return closed(`Your account goes on with Free from ${dayOf(plan.periodEndsAt)}.`)
    return closed('Nothing is charged for your plan: there is nothing to cancel.')
  }
  if (plan.scheduledChange?.tier === tier) return closed(`${label} starts on ${dayOf(plan.scheduledChange.at)}.`)
  if (plan.may.includes('change')) return { kind: isLarger ? 'upgrade' : 'downgrade', label: wanted }
  if (plan.may.includes('checkout') && isLarger) return { kind: 'buy', label: wanted }
  if (plan.state === 'cancelling' && plan.periodEndsAt) return closed(`Your plan ends on ${dayOf(plan.periodEndsAt)}. Keep it first.`)
  if (plan.may.includes('checkout')) return closed(`You have ${tiers[plan.tier].label} now, at no cost.`)
  return closed('Your plan cannot be changed now.')
}

/**
 * What an upgrade costs at once, about: the difference of the prices for what is left of the period, as the payment
 * provider counts it, by the second.
 */
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
