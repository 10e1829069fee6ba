import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/renewal-words'
import type { PaidPlan } from '@medicready/domain/billing/subscription'
import { tiers } from '@medicready/domain/billing/tiers'

/** As mails about plans say it. */
export const day = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))

/** How a plan goes on by itself, and how it is stopped. */
export function goingOn({ paid, told, changesTo, endsAt, currency }: Omit<PaidPlan, 'subscriptionId' | 'ended'>): string {
  if (endsAt !== null) return `Your plan is cancelled: it ends on ${day(endsAt)} and does not renew.`
  const from = day(paid.periodEnd)
  if (changesTo !== null)
    return `${tiers[changesTo].label} begins on ${from} in its place and renews automatically every month, until you cancel. ${CANCELLATION_WORDS}`
  const amount = told && told.holdsFrom <= paid.periodEnd ? told.amount : paid.monthlyAmount
  return `${renewalWords(paid.tier, { amount, currency }, from)} ${CANCELLATION_WORDS}`
}
