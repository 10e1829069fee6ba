import { inWords, priceInWords } from '@medicready/domain/billing/shown/money'
import type { OwnTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import {
  BUNDLE_DISCOUNT_PERCENT,
  FULL_REFUND_HOURS,
  HALF_REFUND_HOURS,
  MAX_RATING,
  SCHEDULE_NOTICE_HOURS,
} from '@medicready/domain/tutoring/shown/rules'
import { type QueryClient, useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLeaving } from '../api/leaving.ts'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useSession } from '../api/session.ts'
import { ShowMore } from '../api/show-more.tsx'
import { toastFailure, useWrite } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf, dayOf } from '../ui/words.ts'
import { ownRequestsQuery, useRefreshing } from './commands.ts'
import { bundlePrice, bundleSessionPrice, bundleSessions, onePrice, useNow } from './prices.ts'
import { SessionHead } from './session-head.tsx'
import { RequestState } from './tutoring-state.tsx'

// Visitors and students with open requests do without it.
const RequestForm = lazyPart(() => import('./request-form.tsx'))

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery).catch(() => null)
  if (user) void queries.prefetchInfiniteQuery(ownRequestsQuery)
}

export default function TutoringPage() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Tutoring">One hour with an experienced paramedic who has passed the exam, on what you find hard.</PageHead>
      {isSignedIn ? (
        <Loaded skeleton={<Skeleton className="h-96" />} failure="Your requests could not be loaded.">
          <Asked />
        </Loaded>
      ) : (
        <>
          <TutoringTerms />
          <SignInFirst />
        </>
      )}
      <p className="text-sm text-muted">
        Are you a paramedic who likes to teach? <TextLink to={paths.applyAsTutor()}>Become a tutor</TextLink>
      </p>
    </div>
  )
}

const SignInFirst = () => (
  <Card className="grid justify-items-start gap-3">
    <CardTitle>Ask for a tutor</CardTitle>
    <p className="text-muted">You need an account to ask for tutoring. It is free.</p>
    <LinkButton to={paths.login()} label="Sign in or create an account" />
  </Card>
)

const isOver = (status: string) => ['declined', 'completed', 'cancelled'].includes(status)

function Asked() {
  const list = useSuspenseInfiniteQuery(ownRequestsQuery)
  const goesOn = list.data.some(({ status }) => !isOver(status))
  const [form, setForm] = useState<'asNeeded' | 'open' | 'closed'>('asNeeded')
  const isOpen = form === 'open' || (form === 'asNeeded' && !goesOn)
  return (
    <>
      <PaymentArrival />
      {list.data.length > 0 && (
        <section aria-labelledby="own-requests" className="grid gap-4">
          <CardTitle id="own-requests" tabIndex={-1}>
            Your requests
          </CardTitle>
          {list.data.map((request) => (
            <OwnRequest key={request.id} request={request} />
          ))}
          <ShowMore list={list} />
        </section>
      )}
      <TutoringTerms />
      {isOpen ? (
        <Part fallback={<Skeleton className="h-96" />}>
          <RequestForm onSent={() => setForm('closed')} />
        </Part>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setForm('open')} label="Ask for more tutoring" />
        </div>
      )}
    </>
  )
}

const PlanSessionDialog = lazyPart(() => import('./plan-session-dialog.tsx'))
const CancelRequestDialog = lazyPart(async () => ({ default: (await import('./cancel-dialogs.tsx')).CancelRequestDialog }))

function OwnRequest({ request }: { request: OwnTutoringRequest }) {
  const { id, status, createdAt, interestedInBundle, struggleAreas, tutor, sessions } = request
  const [asked, setAsked] = useState<'plan' | 'cancel' | null>(null)
  const close = () => setAsked(null)
  const ordered = sessions.toSorted((one, other) => other.startsAt.localeCompare(one.startsAt))
  return (
    <Card aria-labelledby={`request-${id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={`request-${id}`} className="font-semibold">
          {interestedInBundle ? 'Five sessions' : 'One session'}
          {tutor && ` with ${tutor.name}`}
        </h3>
        <RequestState status={status} />
      </div>
      <p className="mt-1 text-sm text-muted">
        Asked for on {dayOf(createdAt)} · {struggleAreas.join(', ')}
      </p>
      <Next request={request} onPlan={() => setAsked('plan')} />
      {ordered.length > 0 && (
        <ul className="mt-4 divide-y divide-hairline border-t border-hairline">
          {ordered.map((session) => (
            <OwnSession key={session.id} request={request} session={session} />
          ))}
        </ul>
      )}
      {['pending', 'accepted', 'scheduled'].includes(status) && (
        <div className="mt-3 -mb-2">
          <Button variant="link" size="sm" className="-ml-3" onClick={() => setAsked('cancel')} label="Cancel this request" />
        </div>
      )}
      <Part fallback={null}>
        {asked === 'plan' && <PlanSessionDialog side="student" request={request} session={null} onClose={close} />}
        {asked === 'cancel' && <CancelRequestDialog request={request} onClose={close} />}
      </Part>
    </Card>
  )
}

function Next({ request, onPlan }: { request: OwnTutoringRequest; onPlan: () => void }) {
  const { id, status, price, paidAt, tutor, declinedFor, refunded, sessionsPaid, sessionsLeft } = request
  const payment = usePayment()
  const refund = refunded > 0 && price ? `${inWords({ ...price, amount: refunded })} was refunded.` : null
  if (status === 'pending') return <p className="mt-3">We look for a tutor who fits and reply by email within 24-48 hours.</p>
  if (status === 'declined') return <p className="mt-3">We could not find a tutor for you{declinedFor ? `: ${declinedFor}` : '.'}</p>
  if (status === 'cancelled') return refund && <p className="mt-3">{refund}</p>
  if (price && paidAt === null)
    return (
      <div className="mt-3 grid justify-items-start gap-3">
        <p>
          {tutor?.name ?? 'Your tutor'} is available{tutor ? ratingWords(tutor.averageRating) : ''}. Once you have paid, you choose when
          your {request.interestedInBundle ? 'sessions are' : 'session is'}.
        </p>
        <Button
          loading={payment.isPending}
          onClick={() => payment.pay(id)}
          busy="Going to the payment page..."
          label={`Pay ${priceInWords(price)}`}
        />
      </div>
    )
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      {refund && <p className="text-sm text-muted">{refund}</p>}
      {sessionsLeft > 0 && (
        <>
          <p>
            {sessionsPaid === 1 ? 'Your session is paid for.' : `${countOf(sessionsLeft, 'session')} of ${sessionsPaid} left to schedule.`}
          </p>
          <Button onClick={onPlan} label="Choose a time" />
        </>
      )}
    </div>
  )
}

const ratingWords = (average: number | null): string => (average === null ? '' : ` (rated ${average.toFixed(1)} of 5)`)

const CancelSessionDialog = lazyPart(async () => ({ default: (await import('./cancel-dialogs.tsx')).CancelSessionDialog }))
const RatingDialog = lazyPart(() => import('./rating-dialog.tsx'))

const MINUTE = 60_000

function OwnSession({ request, session }: { request: OwnTutoringRequest; session: TutoringSession }) {
  const [asked, setAsked] = useState<'move' | 'cancel' | 'rate' | null>(null)
  const close = () => setAsked(null)
  const now = useNow(MINUTE)
  const { state, rating } = session
  return (
    <li className="grid gap-3 py-4 last:pb-1">
      <SessionHead session={session} side="student" />
      <div className="flex flex-wrap gap-2">
        {state === 'scheduled' && now < session.startsAt && (
          <>
            <Button variant="secondary" size="sm" onClick={() => setAsked('move')} label="Change" />
            <Button variant="ghost" size="sm" onClick={() => setAsked('cancel')} label="Cancel the session" />
          </>
        )}
        {state === 'completed' && (
          <>
            {rating !== null && (
              <p className="self-center text-sm text-muted">
                You rated it {rating} of {MAX_RATING}.
              </p>
            )}
            <Button
              variant={rating === null ? 'primary' : 'ghost'}
              size="sm"
              onClick={() => setAsked('rate')}
              label={rating === null ? 'Rate the session' : 'Change the rating'}
            />
          </>
        )}
      </div>
      <Part fallback={null}>
        {asked === 'move' && <PlanSessionDialog side="student" request={request} session={session} onClose={close} />}
        {asked === 'cancel' && <CancelSessionDialog side="student" session={session} onClose={close} />}
        {asked === 'rate' && <RatingDialog session={session} onClose={close} />}
      </Part>
    </li>
  )
}

const ASK_AGAIN_MS = 1_500
const LONG_MS = 30_000

/** The one that this tab went to pay, or else one that waits for payment or is paid. */
function paidRequest(requests: readonly OwnTutoringRequest[]): OwnTutoringRequest | undefined {
  const id = readKept(ofThisTab, PAID_REQUEST)
  const priced = requests.filter(({ price }) => price !== null)
  return requests.find((request) => request.id === id) ?? priced.find(({ paidAt }) => paidAt === null) ?? priced[0]
}

/** Returning from the payment page proves nothing; the payment provider reports the payment. */
function PaymentArrival() {
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
    <Button variant="secondary" size="sm" onClick={() => setSearch({}, { replace: true, preventScrollReset: true })} label="All right" />
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

const steps = [
  ['You ask', 'Tell us what you struggle with and when you are available. Asking is free.'],
  ['We find your tutor', 'A paramedic with years in the field. We reply by email within 24-48 hours.'],
  ['You pay and choose the times', "Each session is one hour, online or in person. Choose from your tutor's free hours."],
] as const

const TutoringTerms = () => (
  <div className="grid gap-6 lg:grid-cols-[1.2fr_1fr]">
    <Card heading="How it works">
      <ol className="mt-4 grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-pill bg-brand-soft text-sm font-semibold text-brand tabular-nums"
            >
              {index + 1}
            </span>
            <span className="grid gap-0.5">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
    <Card heading="What it costs">
      <dl className="mt-4 grid gap-4 sm:max-lg:grid-cols-2">
        <Price term="One session, one hour" price={onePrice} note="Paid when you have a tutor" />
        <Price
          term={`${bundleSessions} sessions, paid ahead`}
          price={bundlePrice}
          note={`${BUNDLE_DISCOUNT_PERCENT}% off: ${bundleSessionPrice()} a session`}
        />
      </dl>
    </Card>
    <Card id="tutoring-refunds" heading="If you cannot come" lead="Your refund depends on how early you cancel." className="lg:col-span-2">
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        <Refund term={`${FULL_REFUND_HOURS} hours before, or earlier`} refund="All of it" />
        <Refund term={`${HALF_REFUND_HOURS} to ${FULL_REFUND_HOURS} hours before`} refund="Half of it" />
        <Refund term={`Less than ${HALF_REFUND_HOURS} hours before, or no-show`} refund="Nothing" />
      </dl>
      <p className="mt-4 text-sm text-muted">
        If your tutor cancels, you get a full refund. Refunds take 5-7 business days to process. With {SCHEDULE_NOTICE_HOURS} hours' notice,
        you can reschedule a session instead.
      </p>
    </Card>
  </div>
)

const Price = ({ term, price, note }: { term: string; price: string; note: string }) => (
  <div className="grid gap-0.5">
    <dt className="text-sm font-medium">{term}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{price}</dd>
    <dd className="text-sm text-muted">{note}</dd>
  </div>
)

const Refund = ({ term, refund }: { term: string; refund: string }) => (
  <div className="grid content-start gap-0.5 rounded-control bg-sunken px-4 py-3">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-semibold">{refund}</dd>
  </div>
)

/** Key of the id of the request that this tab went to pay for. */
const PAID_REQUEST = 'tutoringPayment'

function usePayment() {
  const { isLeaving, leaveTo } = useLeaving()
  const { onError } = useRefreshing()
  const checkout = useWrite('POST /api/tutoring-requests/{id}/checkout', {
    onSuccess: ({ url }, { params }) => {
      keep(ofThisTab, PAID_REQUEST, params.id)
      leaveTo(url)
    },
    onError: (error) => {
      toastFailure(error)
      onError()
    },
  })
  const isPending = checkout.isPending || isLeaving
  return { isPending, pay: (id: string) => isPending || checkout.mutate({ params: { id } }) }
}
