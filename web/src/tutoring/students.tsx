import { hoursAfter } from '@medicready/domain/calendar'
import type { TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { currentRoles, MAX_RATING, NO_SHOW_MINUTES, preferredFormats, preferredTimes } from '@medicready/domain/tutoring/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowMore } from '../api/show-more.tsx'
import { paths } from '../paths.ts'
import { clocksOf } from '../shared/session-times.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { tellFailure, useCompleteSession, useMissSession } from './commands.ts'
import { studentsQuery } from './queries.ts'
import { SessionHead } from './session-head.tsx'
import { RequestState } from './tutoring-state.tsx'
import { useNow } from './use-now.ts'

const PlanSessionDialog = lazyPart(() => import('./plan-session-dialog.tsx'))

interface Given {
  readonly request: TutorsRequest
  readonly session: TutoringSession
}

/** The sessions to come, in their order, and each student with what they asked for. */
export function Students() {
  const list = useSuspenseInfiniteQuery(studentsQuery)
  const given: Given[] = list.data.flatMap((request) => request.sessions.map((session) => ({ request, session })))
  const coming = given
    .filter(({ session }) => session.state === 'scheduled')
    .toSorted((one, other) => one.session.startsAt.localeCompare(other.session.startsAt))
  if (list.data.length === 0)
    return (
      <Card>
        <EmptyState
          title="No students yet"
          action={
            <LinkButton variant="secondary" to={paths.tutorDesk({ tab: 'hours' })}>
              Set your hours
            </LinkButton>
          }
        >
          Our team assigns students to you. Set your available hours in the meantime.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="coming-sessions">
        <h2 id="coming-sessions" className="text-lg font-semibold">
          Upcoming sessions
        </h2>
        {coming.length === 0 ? (
          <p className="mt-2 text-sm text-muted">No sessions scheduled.</p>
        ) : (
          <ul className="mt-2 divide-y divide-hairline">
            {coming.map(({ request, session }) => (
              <GivenSession key={session.id} request={request} session={session} />
            ))}
          </ul>
        )}
      </Card>
      <section aria-labelledby="students" className="grid gap-4">
        <h2 id="students" className="text-lg font-semibold">
          Your students
        </h2>
        {list.data.map((request) => (
          <StudentCard key={request.id} request={request} />
        ))}
        <ShowMore list={list} />
      </section>
    </div>
  )
}

function StudentCard({ request }: { request: TutorsRequest }) {
  const [isPlanning, setIsPlanning] = useState(false)
  const { id, studentName, status, paidAt, sessionsLeft, sessionsPaid, sessions } = request
  const past = sessions.filter(({ state }) => state !== 'scheduled').toSorted((one, other) => other.startsAt.localeCompare(one.startsAt))
  return (
    <Card aria-labelledby={`student-${id}`} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={`student-${id}`} className="font-semibold">
          {studentName}
        </h3>
        <RequestState status={status} />
      </div>
      <AboutStudent request={request} />
      {status === 'accepted' && paidAt === null && <p className="text-sm text-muted">They have not paid yet.</p>}
      {sessionsLeft > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={() => setIsPlanning(true)}>
            Schedule a session
          </Button>
          <p className="text-sm text-muted">
            {sessionsLeft} of {sessionsPaid} left to schedule
          </p>
        </div>
      )}
      {past.length > 0 && (
        <details>
          <summary className="text-sm font-medium text-brand">Past sessions ({past.length})</summary>
          <ul className="mt-2 divide-y divide-hairline border-t border-hairline">
            {past.map((session) => (
              <GivenSession key={session.id} request={request} session={session} />
            ))}
          </ul>
        </details>
      )}
      <Part fallback={null}>
        {isPlanning && <PlanSessionDialog side="tutor" request={request} session={null} onClose={() => setIsPlanning(false)} />}
      </Part>
    </Card>
  )
}

/** What a tutor knows of a student. */
function AboutStudent({ request }: { request: TutorsRequest }) {
  const { tutoringGoals, struggleAreas, expectedExamDate, additionalNotes, hasWebcamMic, wantsStudyPlan } = request
  const facts: readonly (readonly [string, string])[] = [
    ['Goals', tutoringGoals],
    ['Struggles with', struggleAreas.join(', ')],
    ['Is now', `${currentRoles[request.currentRole]}${request.takenNREMTBefore ? ', has taken the exam before' : ''}`],
    ...(expectedExamDate ? ([['Exam', calendarDayInWords(expectedExamDate)]] as const) : []),
    ['Has time', `${request.preferredTimes.map((time) => preferredTimes[time]).join(', ')} (${clocksOf(request.studentTimeZone)})`],
    ['Format', `${preferredFormats[request.preferredFormat]}${hasWebcamMic ? '' : '; no webcam and microphone'}`],
    ...(wantsStudyPlan ? ([['Study plan', 'Requested']] as const) : []),
    ...(additionalNotes ? ([['Notes', additionalNotes]] as const) : []),
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[8rem_1fr]">
      {facts.map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:mb-1.5">{words}</dd>
        </div>
      ))}
    </dl>
  )
}

const CancelSessionDialog = lazyPart(() => import('./cancel-session-dialog.tsx'))

const HALF_A_MINUTE = 30_000

/** A session as its tutor sees it, and what may be done about it. */
function GivenSession({ request, session }: { request: TutorsRequest; session: TutoringSession }) {
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
      <Part fallback={null}>
        {asked === 'move' && <PlanSessionDialog side="tutor" request={request} session={session} onClose={close} />}
        {asked === 'cancel' && <CancelSessionDialog side="tutor" session={session} onClose={close} />}
      </Part>
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
    onSuccess: () => toast({ title: 'Session completed', description: 'We ask your student to rate it.' }),
    onError: tellFailure,
  }
  const missed = {
    onSuccess: () => toast({ title: 'No-show noted', description: 'You are paid for the session.' }),
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
