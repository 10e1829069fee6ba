import { priceInWords } from '@medicready/domain/billing/money'
import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/subscription'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../api/session.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { useToday } from '../api/today.ts'
import { leftWords } from '../shared/plans.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { dayOf } from '../ui/words.ts'
import { CancelDialog, MoneyBackDialog } from './change-dialogs.tsx'
import { useChangePlan, useOpenPortal, useResumePlan } from './commands.ts'
import { standingOf } from './plan-words.ts'
import { planQuery, refreshTier } from './queries.ts'

/** The current plan: its state and its actions. */
export function CurrentPlan() {
  const { data: plan } = useSuspenseQuery(planQuery)
  const { data: limits } = useSuspenseQuery(subscriptionQuery(useToday()))
  const standing = standingOf(plan)
  useTierFollows(plan.tier)
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-2xl font-semibold">{tiers[plan.tier].label}</span>
          <span className="text-muted">{plan.price ? `${priceInWords(plan.price)} a month` : '$0'}</span>
        </p>
        {standing && <p>{standing}</p>}
        <p className="text-sm text-muted">{leftWords(limits.remainingQuestions, limits.dailyLimit)}</p>
      </div>
      <PlanActions plan={plan} />
    </div>
  )
}

/** A tier that changed elsewhere, by a payment or in another window, reaches the badge and the limits of this one. */
function useTierFollows(tier: Tier): void {
  const user = useUser()
  const queries = useQueryClient()
  useEffect(() => {
    if (user.subscriptionTier !== tier) void refreshTier(queries)
  }, [user.subscriptionTier, tier, queries])
}

function PlanActions({ plan }: { plan: Subscription }) {
  const [asking, setAsking] = useState<'cancel' | 'moneyBack' | null>(null)
  const portal = useOpenPortal()
  const resume = useResumePlan()
  const may = (action: Subscription['may'][number]) => plan.may.includes(action)
  if (plan.may.every((action) => action === 'checkout' || action === 'change')) return null
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {may('resume') && (
          <Button loading={resume.isPending} onClick={resume.press}>
            Keep my plan
          </Button>
        )}
        {plan.scheduledChange && plan.paidTier && may('change') && <StayButton tier={plan.paidTier} />}
        {may('portal') && (
          <Button variant="secondary" loading={portal.isPending} onClick={portal.press}>
            Card and billing details
          </Button>
        )}
        {may('cancel') && (
          <Button variant="secondary" onClick={() => setAsking('cancel')}>
            Cancel plan
          </Button>
        )}
        {may('moneyBack') && (
          <Button variant="secondary" onClick={() => setAsking('moneyBack')}>
            Get my money back
          </Button>
        )}
      </div>
      {plan.moneyBack && (
        <p className="text-sm text-muted">14-day money-back guarantee: you can get a refund until {dayOf(plan.moneyBack.until)}.</p>
      )}
      <CancelDialog plan={plan} isOpen={asking === 'cancel'} onClose={() => setAsking(null)} />
      <MoneyBackDialog plan={plan} isOpen={asking === 'moneyBack'} onClose={() => setAsking(null)} />
    </div>
  )
}

/** Withdraws the change to a smaller plan. */
function StayButton({ tier }: { tier: PaidTier }) {
  const stay = useChangePlan(tier)
  return (
    <Button loading={stay.isPending} onClick={stay.press}>
      Stay on {tiers[tier].label}
    </Button>
  )
}

/** On top of the screen while a payment is due. */
export function PaymentNotice() {
  const { data: plan } = useSuspenseQuery(planQuery)
  const portal = useOpenPortal()
  if (!plan.pastDue) return null
  return (
    <Banner
      tone="bad"
      title="Your payment failed."
      action={
        <Button size="sm" loading={portal.isPending} onClick={portal.press}>
          Update card
        </Button>
      }
    >
      You keep {tiers[plan.tier].label} until {dayOf(plan.pastDue.tierEndsAt)}. If no payment goes through by then, your account moves to
      Free. Your history stays.
    </Banner>
  )
}
