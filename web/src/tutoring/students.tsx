import type { TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { currentRoles, preferredFormats, preferredTimes } from '@medicready/domain/tutoring/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ShowMore } from '../api/show-more.tsx'
import { clocksOf } from '../app/session-times.ts'
import { RequestState } from '../app/tutoring-state.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { GivenSession } from './given-session.tsx'
import { studentsQuery } from './queries.ts'

const PlanSessionDialog = lazy(() => import('./plan-session-dialog.tsx'))

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
          Our team gives you students. Say when you can be booked meanwhile.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="coming-sessions">
        <h2 id="coming-sessions" className="text-lg font-semibold">
          Sessions to come
        </h2>
        {coming.length === 0 ? (
          <p className="mt-2 text-sm text-muted">None is planned.</p>
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
            Plan a session
          </Button>
          <p className="text-sm text-muted">
            {sessionsLeft} of {sessionsPaid} left to plan
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
      <Suspense fallback={null}>
        {isPlanning && <PlanSessionDialog side="tutor" request={request} session={null} onClose={() => setIsPlanning(false)} />}
      </Suspense>
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
    ...(wantsStudyPlan ? ([['Study plan', 'Wants one from you']] as const) : []),
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
