import type { QueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery } from '../api/session.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { todayOf } from '../api/today.ts'
import { PageHead } from '../app/page-head.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { CurrentPlan, PaymentNotice } from './current-plan.tsx'
import { faq } from './faq.ts'
import { Invoices } from './invoices.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PromoCode } from './promo-code.tsx'
import { invoicesQuery, planQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(planQuery)
  void queries.prefetchInfiniteQuery(invoicesQuery)
  void queries.prefetchQuery(subscriptionQuery(todayOf(await queries.ensureQueryData(sessionQuery))))
}

/** The plan that somebody has, the others that there are, and what was charged. */
export default function SubscriptionPage() {
  return (
    <div className="grid gap-6">
      <PageHead title="Subscription">Your plan, what each plan holds, and answers to common questions.</PageHead>
      <Loaded skeleton={null} failure={() => null}>
        <PaymentNotice />
      </Loaded>
      <Card aria-labelledby="current-plan" className="grid gap-3">
        <h2 id="current-plan" className="text-lg font-semibold">
          Current Plan
        </h2>
        <Loaded skeleton={<Skeleton className="h-20 w-60" />} failure="Your plan could not be loaded.">
          <CurrentPlan />
        </Loaded>
      </Card>
      <PromoCode />
      <section aria-labelledby="plans">
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <PlanCards />
      </section>
      <Card aria-labelledby="invoices" className="grid gap-3">
        <h2 id="invoices" className="text-lg font-semibold">
          Invoices
        </h2>
        <Loaded skeleton={<SkeletonRows rows={3} className="h-12" />} failure="Your invoices could not be loaded.">
          <Invoices />
        </Loaded>
      </Card>
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
