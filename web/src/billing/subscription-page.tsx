import type { QueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery } from '../api/session.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { todayOf } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { CurrentPlan, PaymentNotice } from './current-plan.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PromoCode } from './promo-code.tsx'
import { invoicesQuery, planQuery } from './queries.ts'

/** Questions that people ask before they choose a plan. */
const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How does billing work?',
    answer:
      'Paid plans are billed monthly, in advance, through a card payment provider, at the prices above. They renew automatically until you cancel. Each payment covers the month that follows. If a price changes, we tell you 30 days before.',
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes. Your plan runs to the end of the period that you have paid for, and you are not charged again. Until that day, you keep full access and can change your mind.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'A new subscription comes with a 14-day money-back guarantee. Ask for it with one click on this page, once per person. Processing takes 5-7 business days.',
  },
  {
    question: 'What happens when I change plans?',
    answer:
      'A larger plan starts at once. From Basic to Premium, you pay only the difference for the rest of the month. You can keep studying the same day, up to the limit of the new plan. A smaller plan starts at the end of the period that you have paid for.',
  },
  {
    question: 'What are detailed explanations?',
    answer:
      'Every plan shows you the right answer and why it is right. From Basic on you also see the reason for each option, the references, and how others chose, once enough people have answered.',
  },
  {
    question: 'What counts toward the daily limit?',
    answer:
      'Each question that you get counts once, in any mode, whether or not you answer it. The same question on the same day does not count again. Each part of a case counts, and you only get a case when all of its parts fit. A new day begins at midnight in your time zone. You can still answer questions from the day before.',
  },
  {
    question: 'What does unlimited mean?',
    answer:
      'With Premium, there is no daily limit. A session has 10 questions unless you choose another number, up to 50. You can start as many sessions as you want.',
  },
  {
    question: 'What happens to my history if I move to a smaller plan?',
    answer:
      'You keep all of it: answers, streak, achievements, and review dates. Features of the larger plan are locked until you return to it.',
  },
  {
    question: 'How do I use a promo code?',
    answer:
      'Enter it in the promo code box on this page. Codes are not case-sensitive. A percentage or amount is taken off at checkout. You activate a code for a free subscription here, without a card. Each code can be used once per person.',
  },
  {
    question: 'What happens if a payment fails?',
    answer:
      'You keep your plan for 7 days, and we email you so that you can update your card. If no payment goes through by then, your account moves to Free. Your history stays.',
  },
]

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(planQuery)
  void queries.prefetchInfiniteQuery(invoicesQuery)
  void queries.prefetchQuery(subscriptionQuery(todayOf(await queries.ensureQueryData(sessionQuery))))
}

/** The current plan, the other plans, and the invoices. */
export default function SubscriptionPage() {
  return (
    <div className="grid gap-6">
      <PageHead title="Subscription">Your plan, what each plan includes, and answers to common questions.</PageHead>
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
