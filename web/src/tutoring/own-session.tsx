import type { OwnTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_RATING } from '@medicready/domain/tutoring/rules'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SessionHead } from './session-head.tsx'
import { useNow } from './use-now.ts'

const PlanSessionDialog = lazy(() => import('./plan-session-dialog.tsx'))
const CancelSessionDialog = lazy(() => import('./cancel-session-dialog.tsx'))
const RatingDialog = lazy(() => import('./rating-dialog.tsx'))

const MINUTE = 60_000

/** A session as its student sees it, and what may be done about it. */
export function OwnSession({ request, session }: { request: OwnTutoringRequest; session: TutoringSession }) {
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
      <Suspense fallback={null}>
        {asked === 'move' && <PlanSessionDialog side="student" request={request} session={session} onClose={close} />}
        {asked === 'cancel' && <CancelSessionDialog side="student" session={session} onClose={close} />}
        {asked === 'rate' && <RatingDialog session={session} onClose={close} />}
      </Suspense>
    </li>
  )
}
