import { tiers } from '@medicready/domain/billing/tiers'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useUser } from '../api/session.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { todayOf, useToday } from '../api/today.ts'
import { PageHead } from '../app/page-head.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { faq } from './faq.ts'
import { choiceOf, leftWords, type Plan, plans, priceOf } from './plans.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(subscriptionQuery(todayOf(await queries.ensureQueryData(sessionQuery))))
}

/** The plan that somebody has, and the others that there are. */
export default function SubscriptionPage() {
  return (
    <div className="grid gap-6">
      <PageHead title="Subscription">Your plan, what each plan holds, and answers to common questions.</PageHead>
      <Card aria-labelledby="current-plan">
        <h2 id="current-plan" className="text-lg font-semibold">
          Current Plan
        </h2>
        <Loaded skeleton={<Skeleton className="mt-3 h-14 w-60" />} failure="Your plan could not be loaded.">
          <CurrentPlan />
        </Loaded>
      </Card>
      <section aria-labelledby="plans">
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {plans.map((plan) => (
            <PlanCard key={plan.tier} plan={plan} />
          ))}
        </ul>
      </section>
      <Card aria-labelledby="faq">
        <h2 id="faq" className="text-lg font-semibold">
          Frequently Asked Questions
        </h2>
        <div className="mt-2">
          {faq.map(({ question, answer }) => (
            <details key={question} className="group border-t border-hairline first:border-t-0">
              <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-2 font-medium [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
              </summary>
              <p className="max-w-[72ch] pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </Card>
    </div>
  )
}

function CurrentPlan() {
  const { data } = useSuspenseQuery(subscriptionQuery(useToday()))
  const { subscriptionTier: tier, remainingQuestions, dailyLimit } = data
  return (
    <div className="mt-3 grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold">{tiers[tier].label}</span>
        <span className="text-muted">{priceOf(tier)}</span>
      </p>
      <p className="text-sm text-muted">{leftWords(remainingQuestions, dailyLimit)}</p>
    </div>
  )
}

const opensSoon = () =>
  toast({ title: 'Opens soon', description: 'Paid plans open soon. Nothing was charged, and your plan stays as it is.' })

function PlanCard({ plan: { tier, summary, includes } }: { plan: Plan }) {
  const { subscriptionTier } = useUser()
  const isCurrent = tier === subscriptionTier
  const { label, reason } = choiceOf(tier, subscriptionTier)
  const title = useId()
  return (
    <li
      aria-labelledby={title}
      className={classList('flex flex-col rounded-card border bg-surface p-5 sm:p-6', isCurrent ? 'border-brand' : 'border-hairline')}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title} className="text-xl font-semibold">
          {tiers[tier].label}
        </h3>
        {isCurrent && <Badge tone="brand">Your plan</Badge>}
      </div>
      <p className="mt-1">
        <span className="text-3xl font-semibold">${tiers[tier].monthlyPrice}</span>
        {tiers[tier].monthlyPrice > 0 && <span className="text-muted"> a month</span>}
      </p>
      <p className="mt-2 text-sm text-muted">{summary}</p>
      <ul className="mt-4 mb-6 grid content-start gap-2 text-sm">
        {includes.map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
      <Button
        wide
        className="mt-auto"
        variant={tier === 'free' || isCurrent ? 'secondary' : 'primary'}
        disabledReason={reason}
        onClick={opensSoon}
      >
        {label}
      </Button>
    </li>
  )
}
