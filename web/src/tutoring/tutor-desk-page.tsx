import { inWords } from '@medicready/domain/billing/shown/money'
import type { TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import {
  currentRoles,
  MAX_RATING,
  NO_SHOW_MINUTES,
  PLATFORM_FEE_PERCENT,
  preferredFormats,
  preferredTimes,
} from '@medicready/domain/tutoring/shown/rules'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { ShowMore } from '../api/show-more.tsx'
import { toastFailure } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { clocksOf } from '../shared/session-times.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { AvailabilityEditor } from './availability-editor.tsx'
import { payoutsQuery, studentsQuery, tutorProfileQuery, useCompleteSession, useMissSession } from './commands.ts'
import { useNow } from './prices.ts'
import { SessionHead } from './session-head.tsx'
import { RequestState } from './tutoring-state.tsx'

const tabs = [
  { value: 'students', label: 'Students' },
  { value: 'hours', label: 'Your hours' },
  { value: 'payouts', label: 'Payouts' },
] as const
type Tab = (typeof tabs)[number]['value']

const tabIn = (search: URLSearchParams): Tab => tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'students'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const reads: Record<Tab, () => Promise<void>> = {
    students: () => queries.prefetchInfiniteQuery(studentsQuery),
    hours: () => queries.prefetchQuery(tutorProfileQuery),
    payouts: () => queries.prefetchInfiniteQuery(payoutsQuery),
  }
  void reads[tabIn(new URL(request.url).searchParams)]()
}

const shown: Record<Tab, { screen: () => React.JSX.Element; failure: string }> = {
  students: { screen: Students, failure: 'Your students could not be loaded.' },
  hours: { screen: AvailabilityEditor, failure: 'Your hours could not be loaded.' },
  payouts: { screen: Payouts, failure: 'Your earnings could not be loaded.' },
}

export default function TutorDeskPage() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search)
  const { screen: Screen, failure } = shown[tab]
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Your students">Your sessions, your available hours, and your earnings.</PageHead>
      <Tabs
        label="Your tutoring"
        tabs={tabs}
        value={tab}
        onChange={(to) => setSearch(to === 'students' ? {} : { tab: to }, { replace: true, preventScrollReset: true })}
      >
        <Loaded key={tab} skeleton={<Skeleton className="h-96" />} failure={failure}>
          <Screen />
        </Loaded>
      </Tabs>
    </div>
  )
}

const heads = [
  { head: 'Week from' },
  { head: 'Sessions', isNumber: true },
  { head: 'Students paid', isNumber: true },
  { head: 'Fee', isNumber: true },
  { head: 'You earn', isNumber: true },
  { head: 'Payout' },
]

const cell = 'px-3 py-2.5 first:pl-0 last:pr-0'

function Payouts() {
  const list = useSuspenseInfiniteQuery(payoutsQuery)
  return (
    <Card
      heading="What you earned"
      lead={`By week from Monday to Sunday, in UTC. The platform fee is ${PLATFORM_FEE_PERCENT} % of payments minus refunds.`}
      className="grid gap-4"
    >
      {list.data.length === 0 ? (
        <EmptyState title="Nothing yet">Weeks in which you gave sessions appear here.</EmptyState>
      ) : (
        <ScrollArea aria-label="Your earnings by week" className="border-0">
          <table className="w-full text-sm whitespace-nowrap">
            <thead>
              <tr className="border-b border-hairline text-left text-muted">
                {heads.map(({ head, isNumber }) => (
                  <th key={head} scope="col" className={classList(cell, 'font-medium', isNumber && 'text-right')}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline tabular-nums">
              {list.data.map(({ week, sessions, amount, fee, earned, currency, reportedAt }) => (
                <tr key={week}>
                  <th scope="row" className={classList(cell, 'text-left font-medium')}>
                    {calendarDayInWords(week)}
                  </th>
                  <td className={classList(cell, 'text-right')}>{sessions}</td>
                  <td className={classList(cell, 'text-right')}>{inWords({ amount, currency })}</td>
                  <td className={classList(cell, 'text-right')}>{inWords({ amount: fee, currency })}</td>
                  <td className={classList(cell, 'text-right font-semibold')}>{inWords({ amount: earned, currency })}</td>
                  <td className={cell}>{reportedAt === null ? 'Week in progress' : 'Reported'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <ShowMore list={list} />
    </Card>
  )
}

const PlanSessionDialog = lazyPart(() => import('./plan-session-dialog.tsx'))

interface Given {
  readonly request: TutorsRequest
  readonly session: TutoringSession
}

function Students() {
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
          action={<LinkButton variant="secondary" to={paths.tutorDesk({ tab: 'hours' })} label="Set your hours" />}
        >
          Our team assigns students to you. Set your available hours in the meantime.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-6">
      <Card heading="Upcoming sessions">
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
        <CardTitle id="students">Your students</CardTitle>
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
          <Button size="sm" onClick={() => setIsPlanning(true)} label="Schedule a session" />
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

const CancelSessionDialog = lazyPart(async () => ({ default: (await import('./cancel-dialogs.tsx')).CancelSessionDialog }))

const HALF_A_MINUTE = 30_000

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
    onError: (error: unknown) => toastFailure(error),
  }
  const missed = {
    onSuccess: () => toast({ title: 'No-show noted', description: 'You are paid for the session.' }),
    onError: (error: unknown) => toastFailure(error),
  }
  return (
    <div className="flex flex-wrap gap-2">
      {now >= session.endsAt && (
        <Button size="sm" loading={complete.isPending} onClick={() => isPending || complete.mutate({ params }, held)} label="It was held" />
      )}
      {now >= hoursAfter(session.startsAt, NO_SHOW_MINUTES / 60) && (
        <Button
          variant="secondary"
          size="sm"
          loading={miss.isPending}
          onClick={() => isPending || miss.mutate({ params }, missed)}
          label="The student did not come"
        />
      )}
      {now < session.startsAt && <Button variant="secondary" size="sm" onClick={() => onAsk('move')} label="Change" />}
      <Button variant="ghost" size="sm" onClick={() => onAsk('cancel')} label="Cancel the session" />
    </div>
  )
}
