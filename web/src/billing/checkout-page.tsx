import { inWords } from '@medicready/domain/billing/money'
import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/plan-words'
import { PRICE_NOTICE_DAYS } from '@medicready/domain/billing/price-rules'
import { isAbove, type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/subscription'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, type LoaderFunctionArgs, Navigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { carriedPromoCode, chosenPlan } from './checkout-choice.ts'
import { useCheckout } from './commands.ts'
import { PaymentArrival } from './payment-arrival.tsx'
import { planQuery } from './queries.ts'

/** Whether a person comes here to pay or returns from the payment page. */
const SESSION = 'session'
const CANCELLED = 'cancelled'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (new URL(request.url).searchParams.has(SESSION) || chosenPlan()) void queries.prefetchQuery(planQuery)
}

/** The last look before the payment provider's page, and the first after it. */
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

/** A person who has a plan changes it instead of buying a second one. */
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
          <h2 id="choice" className="text-lg font-semibold">
            {label}
          </h2>
          <dl className="grid gap-2">
            <Line term={`${label}, one month`}>{inWords(price)}</Line>
            {code !== null && <Line term={`Code ${code}`}>Applied on the next page</Line>}
          </dl>
          <ul className="grid list-disc gap-2 pl-5 text-sm text-muted marker:text-control">
            <li>You pay by card on our payment provider's page. Taxes are added there where they apply.</li>
            <li>{label} begins as soon as your payment is confirmed.</li>
            <li>A new subscription comes with a 14-day money-back guarantee, once per person.</li>
          </ul>
          {/* What the law wants to stand out, right where somebody agrees to it. */}
          <div className="grid gap-2 rounded-control border border-control px-4 py-3">
            <p className="font-semibold">{renewalWords(tier, price)}</p>
            <p>{CANCELLATION_WORDS}</p>
            <p className="text-sm text-muted">
              If the price changes, we email you {PRICE_NOTICE_DAYS} days before. By continuing, you agree to this renewal, the{' '}
              <Link to={paths.legal({ document: 'terms' })} className="text-brand underline underline-offset-4">
                Terms of Service
              </Link>
              , and to the{' '}
              <Link to={paths.legal({ document: 'refund' })} className="text-brand underline underline-offset-4">
                Refund Policy
              </Link>
              .
            </p>
          </div>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <LinkButton variant="secondary" to={paths.subscription()}>
              Back to plans
            </LinkButton>
            <Button type="submit" loading={checkout.isPending}>
              {checkout.isPending ? 'Opening the payment page...' : 'Continue to payment'}
            </Button>
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

/** Enter goes on from wherever the focus is, but for what answers to it itself. */
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
