import { inWords, priceInWords } from '@medicready/domain/billing/shown/money'
import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Invoice, InvoiceStatus, Subscription } from '@medicready/domain/contract/billing/billing'
import { type QueryClient, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown, FileDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { subscriptionQuery } from '../api/own-reads.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { ShowMore } from '../api/show-more.tsx'
import { todayOf, useToday } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { leftWords, type PlanOffer, plans } from '../shared/plans.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CheckList } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { CancelDialog, DowngradeDialog, MoneyBackDialog, UpgradeDialog } from './change-dialogs.tsx'
import { choosePlan } from './checkout-choice.ts'
import { invoicesQuery, planQuery, refreshTier, useChangePlan, useOpenPortal, useResumePlan } from './commands.ts'
import { choiceOf, standingOf } from './plan-words.ts'
import { PromoCode } from './promo-code.tsx'

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

export default function SubscriptionPage() {
  return (
    <div className="grid gap-6">
      <PageHead title="Subscription">Your plan, what each plan includes, and answers to common questions.</PageHead>
      <Loaded skeleton={null} failure={() => null}>
        <PaymentNotice />
      </Loaded>
      <Card heading="Current Plan" className="grid gap-3">
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
      <Card heading="Invoices" className="grid gap-3">
        <Loaded skeleton={<SkeletonRows rows={3} className="h-12" />} failure="Your invoices could not be loaded.">
          <Invoices />
        </Loaded>
      </Card>
      <Card heading="Frequently Asked Questions">
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

/** When the tier changes elsewhere, the badge and limits of this window follow. */
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
        {may('resume') && <Button loading={resume.isPending} onClick={resume.press} label="Keep my plan" />}
        {plan.scheduledChange && plan.paidTier && may('change') && <StayButton tier={plan.paidTier} />}
        {may('portal') && <Button variant="secondary" loading={portal.isPending} onClick={portal.press} label="Card and billing details" />}
        {may('cancel') && <Button variant="secondary" onClick={() => setAsking('cancel')} label="Cancel plan" />}
        {may('moneyBack') && <Button variant="secondary" onClick={() => setAsking('moneyBack')} label="Get my money back" />}
      </div>
      {plan.moneyBack && (
        <p className="text-sm text-muted">14-day money-back guarantee: you can get a refund until {dayOf(plan.moneyBack.until)}.</p>
      )}
      <CancelDialog plan={plan} isOpen={asking === 'cancel'} onClose={() => setAsking(null)} />
      <MoneyBackDialog plan={plan} isOpen={asking === 'moneyBack'} onClose={() => setAsking(null)} />
    </div>
  )
}

function StayButton({ tier }: { tier: PaidTier }) {
  const stay = useChangePlan(tier)
  return <Button loading={stay.isPending} onClick={stay.press} label={`Stay on ${tiers[tier].label}`} />
}

function PaymentNotice() {
  const { data: plan } = useSuspenseQuery(planQuery)
  const portal = useOpenPortal()
  if (!plan.pastDue) return null
  return (
    <Banner
      tone="bad"
      title="Your payment failed."
      action={<Button size="sm" loading={portal.isPending} onClick={portal.press} label="Update card" />}
    >
      You keep {tiers[plan.tier].label} until {dayOf(plan.pastDue.tierEndsAt)}. If no payment goes through by then, your account moves to
      Free. Your history stays.
    </Banner>
  )
}

type Tone = 'neutral' | 'ok' | 'warn' | 'bad'

const statuses: Readonly<Record<InvoiceStatus, { readonly words: string; readonly tone: Tone }>> = {
  paid: { words: 'Paid', tone: 'ok' },
  open: { words: 'Payment failed', tone: 'bad' },
  unpaid: { words: 'Not paid', tone: 'neutral' },
  partly_refunded: { words: 'Partly refunded', tone: 'warn' },
  refunded: { words: 'Refunded', tone: 'neutral' },
}

const statusOf = ({ status }: Pick<Invoice, 'status'>) => statuses[status]

function detailsOf({ currency, discount, tax, refunded }: Pick<Invoice, 'currency' | 'discount' | 'tax' | 'refunded'>): string[] {
  const words = (amount: number) => inWords({ amount, currency })
  return [
    ...(discount > 0 ? [`${words(discount)} off`] : []),
    ...(tax > 0 ? [`${words(tax)} tax in it`] : []),
    ...(refunded > 0 ? [`${words(refunded)} back`] : []),
  ]
}

const Head = ({ className, children }: { className: string; children: string }) => (
  <th scope="col" className={`py-2 font-medium ${className}`}>
    {children}
  </th>
)

function Invoices() {
  const list = useSuspenseInfiniteQuery(invoicesQuery)
  if (list.data.length === 0) return <p className="text-sm text-muted">You have not been charged. Your invoices will appear here.</p>
  return (
    <div className="grid gap-4">
      <table className="w-full text-sm">
        <caption className="sr-only">Your invoices</caption>
        <thead>
          <tr className="border-b border-hairline text-left text-muted">
            <Head className="pr-3">Invoice</Head>
            <Head className="pr-3 max-sm:hidden">Status</Head>
            <Head className="pr-3 text-right">Amount</Head>
            <Head className="text-right">File</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {list.data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      <ShowMore list={list} />
    </div>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { words, tone } = statusOf(invoice)
  const details = detailsOf(invoice)
  const name = invoice.number ?? dayOf(invoice.at)
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 text-left align-top font-medium">
        {dayOf(invoice.at)}
        {invoice.number && <span className="block font-normal wrap-anywhere text-muted">{invoice.number}</span>}
        <span className="mt-1 block sm:hidden">
          <Badge tone={tone}>{words}</Badge>
        </span>
      </th>
      <td className="py-3 pr-3 align-top max-sm:hidden">
        <Badge tone={tone}>{words}</Badge>
      </td>
      <td className="py-3 pr-3 text-right align-top tabular-nums">
        {inWords(invoice)}
        {details.map((detail) => (
          <span key={detail} className="block text-muted">
            {detail}
          </span>
        ))}
      </td>
      <td className="w-20 text-right align-top">
        {invoice.pdfUrl ? (
          <a
            href={invoice.pdfUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-medium text-brand underline-offset-4 hover:underline"
          >
            <FileDown aria-hidden className="size-4" />
            PDF<span className="sr-only"> of {name}, opens in a new tab</span>
          </a>
        ) : (
          <span className="inline-block py-3 text-muted">–</span>
        )}
      </td>
    </tr>
  )
}

const PlanCards = () => (
  <ul className="grid gap-4 md:grid-cols-3">
    {plans.map((plan) => (
      <PlanCard key={plan.tier} plan={plan}>
        <Loaded skeleton={<Skeleton className="h-11 w-full" />} failure="Your plan could not be loaded.">
          <PlanChoice tier={plan.tier} />
        </Loaded>
      </PlanCard>
    ))}
  </ul>
)

function PlanCard({ plan: { tier, summary, includes }, children }: { plan: PlanOffer; children: ReactNode }) {
  const isCurrent = useUser().subscriptionTier === tier
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
      {tier === 'free' ? (
        <p className="mt-1 text-3xl font-semibold">$0</p>
      ) : (
        <Loaded skeleton={<Skeleton className="mt-1 h-9 w-32" />} failure="The price could not be loaded.">
          <Price tier={tier} />
        </Loaded>
      )}
      <p className="mt-2 text-sm text-muted">{summary}</p>
      <CheckList points={includes} className="mt-4 mb-6 gap-2 text-sm" />
      <div className="mt-auto">{children}</div>
    </li>
  )
}

const Price = ({ tier }: { tier: PaidTier }) => (
  <p className="mt-1">
    <span className="text-3xl font-semibold">{priceInWords(useSuspenseQuery(planQuery).data.prices[tier])}</span>
    <span className="text-muted"> a month</span>
  </p>
)

function PlanChoice({ tier }: { tier: Tier }) {
  const { data: plan } = useSuspenseQuery(planQuery)
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const choice = choiceOf(tier, plan)
  const press = () => {
    if (choice.kind !== 'buy') return setIsAsking(true)
    if (tier !== 'free') choosePlan(tier, plan.prices[tier])
    void navigate(paths.checkout())
  }
  const asking = { plan, isOpen: isAsking, onClose: () => setIsAsking(false) }
  const reason = 'reason' in choice ? choice.reason : undefined
  const isOpenToChoose = choice.kind === 'buy' || choice.kind === 'upgrade'
  return (
    <>
      <Button
        wide
        variant={isOpenToChoose ? 'primary' : 'secondary'}
        disabledReason={reason}
        onRefused={() => reason && toast({ title: reason })}
        onClick={press}
        label={choice.label}
      />
      {choice.kind === 'cancel' && <CancelDialog {...asking} />}
      {choice.kind === 'upgrade' && tier !== 'free' && <UpgradeDialog {...asking} tier={tier} />}
      {choice.kind === 'downgrade' && tier !== 'free' && <DowngradeDialog {...asking} tier={tier} />}
    </>
  )
}
