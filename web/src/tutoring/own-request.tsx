import { inWords, priceInWords } from '@medicready/domain/billing/money'
import type { OwnTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_RATING } from '@medicready/domain/tutoring/rules'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'
import { countOf, dayOf } from '../ui/words.ts'
import { SessionHead } from './session-head.tsx'
import { RequestState } from './tutoring-state.tsx'
import { useNow } from './use-now.ts'
import { usePayment } from './use-payment.ts'

const PlanSessionDialog = lazyPart(() => import('./plan-session-dialog.tsx'))
const CancelRequestDialog = lazyPart(() => import('./cancel-request-dialog.tsx'))

/** One of the caller's requests: where it stands, what is next, and its sessions. */
export function OwnRequest({ request }: { request: OwnTutoringRequest }) {
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
          <Button variant="link" size="sm" className="-ml-3" onClick={() => setAsked('cancel')}>
            Cancel this request
          </Button>
        </div>
      )}
      <Part fallback={null}>
        {asked === 'plan' && <PlanSessionDialog side="student" request={request} session={null} onClose={close} />}
        {asked === 'cancel' && <CancelRequestDialog request={request} onClose={close} />}
      </Part>
    </Card>
  )
}

/** What comes next, and who does it. */
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
        <Button loading={payment.isPending} onClick={() => payment.pay(id)}>
          {payment.isPending ? 'Going to the payment page...' : `Pay ${priceInWords(price)}`}
        </Button>
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
          <Button onClick={onPlan}>Choose a time</Button>
        </>
      )}
    </div>
  )
}

const ratingWords = (average: number | null): string => (average === null ? '' : ` (rated ${average.toFixed(1)} of 5)`)

const CancelSessionDialog = lazyPart(() => import('./cancel-session-dialog.tsx'))
const RatingDialog = lazyPart(() => import('./rating-dialog.tsx'))

const MINUTE = 60_000

/** A session as its student sees it, and what may be done about it. */
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
            <Button variant="secondary" size="sm" onClick={() => setAsked('move')}>
              Change
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setAsked('cancel')}>
              Cancel the session
            </Button>
          </>
        )}
        {state === 'completed' && (
          <>
            {rating !== null && (
              <p className="self-center text-sm text-muted">
                You rated it {rating} of {MAX_RATING}.
              </p>
            )}
            <Button variant={rating === null ? 'primary' : 'ghost'} size="sm" onClick={() => setAsked('rate')}>
              {rating === null ? 'Rate the session' : 'Change the rating'}
            </Button>
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
