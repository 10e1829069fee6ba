import { hoursAfter } from '@medicready/domain/calendar'
import type { TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_RATING, NO_SHOW_MINUTES } from '@medicready/domain/tutoring/rules'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { tellFailure, useCompleteSession, useMissSession } from './commands.ts'
import { SessionHead } from './session-head.tsx'
import { useNow } from './use-now.ts'

const PlanSessionDialog = lazy(() => import('./plan-session-dialog.tsx'))
const CancelSessionDialog = lazy(() => import('./cancel-session-dialog.tsx'))

const HALF_A_MINUTE = 30_000

/** A session as its tutor sees it, and what may be done about it. */
export function GivenSession({ request, session }: { request: TutorsRequest; session: TutoringSession }) {
  const [asked, setAsked] = useState<'move' | 'cancel' | null>(null)
  const close = () => setAsked(null)
  const { state, rating, comment } = session
  return (
    <li className="grid gap-3 py-4 last:pb-1">
      <SessionHead session={session} side="tutor" />
      {state === 'scheduled' && <Actions session={session} onAsk={setAsked} />}
      {rating !== null && (
        <p className="text-sm">
          Rated {rating} of {MAX_RATING}
          {comment && <span className="text-muted">: {comment}</span>}
        </p>
      )}
      <Suspense fallback={null}>
        {asked === 'move' && <PlanSessionDialog side="tutor" request={request} session={session} onClose={close} />}
        {asked === 'cancel' && <CancelSessionDialog side="tutor" session={session} onClose={close} />}
      </Suspense>
    </li>
  )
}

function Actions({ session, onAsk }: { session: TutoringSession; onAsk: (asked: 'move' | 'cancel') => void }) {
  const now = useNow(HALF_A_MINUTE)
  const complete = useCompleteSession()
  const miss = useMissSession()
  const params = { id: session.requestId, sessionId: session.id }
  const isPending = complete.isPending || miss.isPending
  const held = {
    onSuccess: () => toast({ title: 'Session completed', description: 'Your student is asked to rate it.' }),
    onError: tellFailure,
  }
  const missed = {
    onSuccess: () => toast({ title: 'No-show noted', description: 'You are paid as if they had come.' }),
    onError: tellFailure,
  }
  return (
    <div className="flex flex-wrap gap-2">
      {now >= session.endsAt && (
        <Button size="sm" loading={complete.isPending} onClick={() => isPending || complete.mutate({ params }, held)}>
          It was held
        </Button>
      )}
      {now >= hoursAfter(session.startsAt, NO_SHOW_MINUTES / 60) && (
        <Button variant="secondary" size="sm" loading={miss.isPending} onClick={() => isPending || miss.mutate({ params }, missed)}>
          The student did not come
        </Button>
      )}
      {now < session.startsAt && (
        <Button variant="secondary" size="sm" onClick={() => onAsk('move')}>
          Change
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => onAsk('cancel')}>
        Cancel the session
      </Button>
    </div>
  )
}
