import { type Tier, tiers } from '@medicready/domain/billing/tiers'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Arrival, arrivalOf } from './arrival.ts'
import { forgetChoice } from './checkout-choice.ts'
import { planQuery, refreshTier } from './queries.ts'

const ASK_AGAIN_MS = 1_500
const LONG_MS = 30_000

/**
 * After the payment provider's page: says that a plan has begun when it has, and not before. A browser that comes back
 * proves nothing; the payment is told by the provider itself.
 */
export function PaymentArrival({ session }: { session: string }) {
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
  // Read out as it changes, since nobody presses anything here.
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
    {isLong && <LinkButton to={paths.subscription()}>See your plan</LinkButton>}
  </Card>
)

/** Whether so much time has passed since it stands here. */
function useAfter(milliseconds: number): boolean {
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}
