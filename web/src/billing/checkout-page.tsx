import { inWords } from '@medicready/domain/billing/shown/money'
import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/shown/plan-words'
import { isAbove, type PaidTier, PRICE_NOTICE_DAYS, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageHead, PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Skeleton, Spinner } from '../ui/skeleton.tsx'
import { carriedPromoCode, chosenPlan, forgetChoice } from './checkout-choice.ts'
import { planQuery, refreshTier, useCheckout } from './commands.ts'

/** `ended`: the checkout was not paid in time. */
type Arrival = 'waiting' | 'arrived' | 'ended'

/** The tier counts: a completed checkout says nothing while its plan is not there. */
export function arrivalOf({ checkout, paidTier, tier }: Pick<Subscription, 'checkout' | 'paidTier' | 'tier'>, session: string): Arrival {
  // Of an older checkout only the plan is known.
  if (checkout === null || (checkout.sessionId !== session && checkout.checkoutId !== session))
    return paidTier === null ? 'waiting' : 'arrived'
  if (checkout.state === 'open' || checkout.state === 'completed')
    return paidTier === null || isAbove(checkout.tier, tier) ? 'waiting' : 'arrived'
  return 'ended'
}

const SESSION = 'session'
const CANCELLED = 'cancelled'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (new URL(request.url).searchParams.has(SESSION) || chosenPlan()) void queries.prefetchQuery(planQuery)
}

export default function CheckoutPage() {
  const [search] = useSearchParams()
  const session = search.get(SESSION)
  const chosen = chosenPlan()
  if (session === null && chosen === null) return <Navigate to={paths.subscription()} replace />
  return (
    <Loaded isWholePage skeleton={<Skeleton className="mx-auto h-96 max-w-xl" />} failure="Your plan could not be loaded.">
      {session !== null ? (
        <PaymentArrival session={session} />
      ) : (
        chosen && <Checkout tier={chosen} isBackWithoutPaying={search.has(CANCELLED)} />
      )}
    </Loaded>
  )
}

function Checkout({ tier, isBackWithoutPaying }: { tier: PaidTier; isBackWithoutPaying: boolean }) {
  const { data: plan } = useSuspenseQuery(planQuery)
  if (!plan.may.includes('checkout') || !isAbove(tier, plan.tier)) return <PlanStands plan={plan} tier={tier} />
  return <Summary plan={plan} tier={tier} isBackWithoutPaying={isBackWithoutPaying} />
}

function PlanStands({ plan, tier }: { plan: Subscription; tier: PaidTier }) {
  const { label } = tiers[plan.tier]
  return (
    <DeadEnd title={`You have ${label}`} icon={CreditCard} to={paths.subscription()} label="See your plan">
      {plan.tier === tier
        ? 'This is your plan. You do not owe anything for it today.'
        : 'You already have a plan. You can change it on the Subscription page, and you never pay twice.'}
    </DeadEnd>
  )
}

function Summary({ plan, tier, isBackWithoutPaying }: { plan: Subscription; tier: PaidTier; isBackWithoutPaying: boolean }) {
  const { label } = tiers[tier]
  const price = plan.prices[tier]
  const code = carriedPromoCode()
  const checkout = useCheckout()
  const form = useRef<HTMLFormElement>(null)
  useEnter(() => form.current?.requestSubmit())
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <PageHead title="Checkout">Review your order before you pay.</PageHead>
      {isBackWithoutPaying && <Banner title="Nothing was charged.">You came back before you paid. Your choice is still here.</Banner>}
      <Card aria-labelledby="choice">
        <form
          ref={form}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            checkout.press(tier)
          }}
        >
          <CardTitle id="choice">{label}</CardTitle>
          <dl className="grid gap-2">
            <Line term={`${label}, one month`}>{inWords(price)}</Line>
            {code !== null && <Line term={`Code ${code}`}>Applied on the next page</Line>}
          </dl>
          <ul className="grid list-disc gap-2 pl-5 text-sm text-muted marker:text-control">
            <li>You pay by card on our payment provider's page. Taxes are added there where they apply.</li>
            <li>{label} begins as soon as your payment is confirmed.</li>
            <li>A new subscription comes with a 14-day money-back guarantee, once per person.</li>
          </ul>
          {/* Terms that the law requires to be prominent next to the agreement. */}
          <div className="grid gap-2 rounded-control border border-control px-4 py-3">
            <p className="font-semibold">{renewalWords(tier, price)}</p>
            <p>{CANCELLATION_WORDS}</p>
            <p className="text-sm text-muted">
              If the price changes, we email you {PRICE_NOTICE_DAYS} days before. By continuing, you agree to this renewal, the{' '}
              <TextLink to={paths.legal({ document: 'terms' })}>Terms of Service</TextLink>, and to the{' '}
              <TextLink to={paths.legal({ document: 'refund' })}>Refund Policy</TextLink>.
            </p>
          </div>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <LinkButton variant="secondary" to={paths.subscription()} label="Back to plans" />
            <Button type="submit" loading={checkout.isPending} busy="Opening the payment page..." label="Continue to payment" />
          </div>
        </form>
      </Card>
    </div>
  )
}

const Line = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 border-b border-hairline pb-2">
    <dt>{term}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)

/** Enter continues from anywhere except controls that handle Enter themselves. */
function useEnter(go: () => void): void {
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const answersItself = event.target instanceof Element && event.target.closest('a, button, input, select, textarea, summary, [role]')
      if (event.key === 'Enter' && !event.repeat && !event.defaultPrevented && !answersItself) latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const ASK_AGAIN_MS = 1_500
const LONG_MS = 30_000

/** Returning from the payment page proves nothing; the payment provider reports the payment. */
function PaymentArrival({ session }: { session: string }) {
  const queries = useQueryClient()
  const { data: plan } = useSuspenseQuery({
    ...planQuery,
    refetchInterval: ({ state }) => (state.data && arrivalOf(state.data, session) !== 'waiting' ? false : ASK_AGAIN_MS),
  })
  const arrival = arrivalOf(plan, session)
  const isLong = useAfter(LONG_MS)
  useEffect(() => {
    if (arrival !== 'arrived') return
    forgetChoice()
    void refreshTier(queries)
  }, [arrival, queries])
  // Announced, because nothing is pressed here.
  return <div aria-live="polite">{screenOf(arrival, plan.tier, isLong)}</div>
}

function screenOf(arrival: Arrival, tier: Tier, isLong: boolean) {
  switch (arrival) {
    case 'waiting':
      return <Waiting isLong={isLong} />
    case 'arrived':
      return (
        <DeadEnd title={`${tiers[tier].label} is yours`} icon={CircleCheck} to={paths.home()} label="Start studying">
          Your payment is confirmed, and {tiers[tier].label} is active. We will email you the receipt.
        </DeadEnd>
      )
    case 'ended':
      return (
        <DeadEnd title="This checkout has ended" icon={CircleSlash} to={paths.subscription()} label="Back to plans">
          It was not paid in time, and you were not charged. You can start again at any time.
        </DeadEnd>
      )
  }
}

const Waiting = ({ isLong }: { isLong: boolean }) => (
  <Card className="mx-auto grid max-w-md justify-items-center gap-4 text-center">
    <PageTitle>Waiting for your payment</PageTitle>
    <Spinner size="lg" label="Waiting" />
    <h1 className="text-2xl font-semibold">{isLong ? 'Still waiting' : 'Waiting for your payment'}</h1>
    <p className="text-muted">
      {isLong
        ? 'The payment provider has not confirmed your payment yet. You can leave this page. Your plan starts as soon as the payment is confirmed, and we will email you the receipt.'
        : 'We are waiting for the payment provider to confirm it. This takes a few seconds.'}
    </p>
    {isLong && <LinkButton to={paths.subscription()} label="See your plan" />}
  </Card>
)

function useAfter(milliseconds: number): boolean {
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}
