import type { OwnTutoringRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ofThisTab, readKept } from '../ui/kept.ts'
import { ownRequestsQuery } from './queries.ts'
import { PAID_REQUEST } from './use-payment.ts'

const ASK_AGAIN_MS = 1_500
const LONG_MS = 30_000

/** The one that this tab went to pay, or else one that waits for payment or is paid. */
function paidRequest(requests: readonly OwnTutoringRequest[]): OwnTutoringRequest | undefined {
  const id = readKept(ofThisTab, PAID_REQUEST)
  const priced = requests.filter(({ price }) => price !== null)
  return requests.find((request) => request.id === id) ?? priced.find(({ paidAt }) => paidAt === null) ?? priced[0]
}

/** Returning from the payment page proves nothing; the payment provider reports the payment. */
export function PaymentArrival() {
  const [search, setSearch] = useSearchParams()
  const payment = search.get('payment')
  const [isLong, setIsLong] = useState(false)
  const { data: requests = [] } = useInfiniteQuery({
    ...ownRequestsQuery,
    refetchInterval: ({ state }) => {
      const request = paidRequest(state.data?.pages.flatMap(({ entries }) => entries) ?? [])
      return payment === 'done' && request?.paidAt === null ? ASK_AGAIN_MS : false
    },
  })
  const request = paidRequest(requests)
  useEffect(() => {
    if (payment !== 'done') return
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [payment])

  if (!request || (payment !== 'done' && payment !== 'cancelled')) return null
  const dismiss = (
    <Button variant="secondary" size="sm" onClick={() => setSearch({}, { replace: true, preventScrollReset: true })}>
      All right
    </Button>
  )
  // Announced, because nothing is pressed here.
  return (
    <div aria-live="polite">
      {payment === 'cancelled' ? (
        <NotPaid action={dismiss} />
      ) : request.paidAt !== null ? (
        <Paid action={dismiss} />
      ) : (
        <Waiting isLong={isLong} />
      )}
    </div>
  )
}

const NotPaid = ({ action }: { action: React.ReactNode }) => (
  <Banner title="You did not pay." action={action}>
    You were not charged. You can pay at any time.
  </Banner>
)

const Paid = ({ action }: { action: React.ReactNode }) => (
  <Banner title="Thank you, your payment is confirmed." action={action}>
    We will email you the receipt. Now choose a time for your session.
  </Banner>
)

const Waiting = ({ isLong }: { isLong: boolean }) => (
  <Banner title={isLong ? 'Your payment is not confirmed yet.' : 'Waiting for your payment...'}>
    {isLong
      ? 'You can leave this page. You can choose your session times as soon as the payment provider confirms the payment. If you did not pay, you were not charged.'
      : 'The payment provider confirms it within a few seconds.'}
  </Banner>
)
