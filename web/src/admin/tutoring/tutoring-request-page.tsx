import { inWords } from '@medicready/domain/billing/money'
import type { AdminTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { contactMethods, currentRoles, preferredFormats, preferredTimes, sessionFormats } from '@medicready/domain/tutoring/rules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { RequestState, SessionStateShown, sessionStateWord } from '../../app/tutoring-state.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { moneyOf, utcInstantOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf, withAsOf } from '../dashboard/as-of.ts'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { WhyNumber } from '../dashboard/why.tsx'
import { CancelRequest, CancelSession, ChooseTutor, DeclineRequest } from './decisions.tsx'
import { tutoringRequestQuery } from './queries.ts'
import { sessionNumberColumns } from './session-numbers.tsx'

export const clientLoader = async (queries: QueryClient, { params, request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  void queries.prefetchQuery(tutoringRequestQuery(params.id ?? '', asOfIn(new URL(request.url).searchParams)))
}

/** A request for tutoring with all that was written, and what can be decided about it. */
export default function TutoringRequestPage() {
  return (
    <Loaded isWholePage skeleton={<Skeleton className="h-96" />} failure="The request could not be loaded.">
      <Request />
    </Loaded>
  )
}

const WayBack = () => (
  <LinkButton variant="secondary" size="sm" to={withAsOf(paths.adminTab('tutoring-requests'), useAsOf())}>
    All requests
  </LinkButton>
)

function Request() {
  const { id = '' } = useParams()
  const { data: request } = useSuspenseQuery(tutoringRequestQuery(id, useAsOf()))
  if (!request)
    return (
      <TabPage title="Tutoring request" actions={<WayBack />}>
        <EmptyState title="There is no such request" />
      </TabPage>
    )
  return (
    <TabPage title={request.fullName} actions={<WayBack />}>
      <Standing request={request} />
      <Panel title="Sessions">
        <Sessions sessions={request.sessions} />
      </Panel>
      <Panel title="What they wrote">
        <Facts facts={factsOf(request)} />
      </Panel>
    </TabPage>
  )
}

function Standing({ request }: { request: AdminTutoringRequest }) {
  const { id, fullName, status, createdAt, tutor, price, paidAt, refunded, declinedFor, sessionsLeft, sessionsPaid, sessions } = request
  // What is decided is decided today.
  const isNow = useAsOf().asOf === undefined
  const [asked, setAsked] = useState<'choose' | 'decline' | 'cancel' | null>(null)
  const close = () => setAsked(null)
  const decided = { request: { id, studentName: fullName, tutorId: tutor?.id ?? null }, onClose: close }
  const mayAssign = ['accepted', 'scheduled'].includes(status) && sessions.every(({ state }) => state !== 'scheduled')
  const facts: [string, ReactNode][] = [
    ['Status', <RequestState key="status" status={status} />],
    ['Asked', `${utcInstantOf(createdAt)} UTC`],
    ['Tutor', tutor ? tutor.name : 'None yet'],
    ['Price', price ? inWords(price) : 'Settled when it is accepted'],
    ['Paid', paidAt ? `${utcInstantOf(paidAt)} UTC` : 'Not paid'],
    ...(paidAt ? ([['Left to plan', `${sessionsLeft} of ${sessionsPaid}`]] satisfies [string, ReactNode][]) : []),
    ...(refunded > 0 ? ([['Paid back', <PaidBack key="back" id={id} refunded={refunded} />]] satisfies [string, ReactNode][]) : []),
    ...(declinedFor ? ([['Declined for', declinedFor]] satisfies [string, ReactNode][]) : []),
  ]
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isNow && status === 'pending' && (
          <>
            <Button size="sm" onClick={() => setAsked('choose')}>
              Accept
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setAsked('decline')}>
              Decline
            </Button>
          </>
        )}
        {isNow && mayAssign && (
          <Button variant="secondary" size="sm" onClick={() => setAsked('choose')}>
            Give to another tutor
          </Button>
        )}
        {isNow && ['pending', 'accepted', 'scheduled'].includes(status) && (
          <Button variant="ghost" size="sm" onClick={() => setAsked('cancel')}>
            Cancel the request
          </Button>
        )}
      </div>
      {asked === 'choose' && <ChooseTutor {...decided} />}
      {asked === 'decline' && <DeclineRequest {...decided} />}
      {asked === 'cancel' && <CancelRequest {...decided} />}
    </div>
  )
}

const PaidBack = ({ id: subjectId, refunded }: { id: string; refunded: number }) => (
  <WhyNumber term="Paid back" why={{ parts: [{ figure: 'refunds', subjectId }] }}>
    {moneyOf(refunded)}
  </WhyNumber>
)

const yesOrNo = (answer: boolean): string => (answer ? 'Yes' : 'No')

const factsOf = (request: AdminTutoringRequest): [string, ReactNode][] => [
  [
    'Account',
    <Link key="account" to={paths.adminStudent(request.userId)} className="text-brand underline-offset-4 hover:underline">
      Show the student
    </Link>,
  ],
  ['Email', request.email],
  ['Phone', request.phoneNumber ?? '–'],
  ['Contact by', contactMethods[request.preferredContactMethod]],
  ['Current role', currentRoles[request.currentRole]],
  ['Program', request.currentProgram ?? '–'],
  ['Exam', request.expectedExamDate ? calendarDayInWords(request.expectedExamDate) : '–'],
  ['Took the exam before', `${yesOrNo(request.takenNREMTBefore)}${request.previousAttempts ? `, ${request.previousAttempts} times` : ''}`],
  ['Goals', request.tutoringGoals],
  ['Struggles with', request.struggleAreas.join(', ')],
  ['Has time', `${request.preferredTimes.map((time) => preferredTimes[time]).join(', ')} (${request.timeZone.replaceAll('_', ' ')})`],
  ['Format', preferredFormats[request.preferredFormat]],
  ['Webcam and microphone', yesOrNo(request.hasWebcamMic)],
  ['Wants a study plan', yesOrNo(request.wantsStudyPlan)],
  ['Five sessions, paid ahead', yesOrNo(request.interestedInBundle)],
  ['Notes', request.additionalNotes ?? '–'],
]

const Facts = ({ facts }: { facts: readonly [string, ReactNode][] }) => (
  <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
    {facts.map(([term, words]) => (
      <div key={term} className="contents">
        <dt className="text-muted">{term}</dt>
        <dd className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:mb-1.5">{words}</dd>
      </div>
    ))}
  </dl>
)

function Sessions({ sessions }: { sessions: readonly TutoringSession[] }) {
  const isNow = useAsOf().asOf === undefined
  const [cancelled, setCancelled] = useState<TutoringSession | null>(null)
  const columns: AdminColumn<TutoringSession>[] = [
    {
      head: 'When (UTC)',
      className: 'min-w-44 tabular-nums',
      csv: ({ startsAt }) => startsAt,
      cell: ({ startsAt }) => utcInstantOf(startsAt),
    },
    { head: 'State', csv: ({ state }) => sessionStateWord(state), cell: ({ state }) => <SessionStateShown state={state} /> },
    { head: 'Tutor', csv: ({ tutorName }) => tutorName, cell: ({ tutorName }) => tutorName },
    {
      head: 'Where',
      className: 'min-w-40 wrap-anywhere',
      csv: ({ place }) => place,
      cell: ({ format, place }) => `${sessionFormats[format]}${place ? `, ${place}` : ''}`,
    },
    ...sessionNumberColumns,
    { head: 'Comment', className: 'min-w-40', csv: ({ comment }) => comment, cell: ({ comment }) => comment ?? '–' },
    {
      head: 'Action',
      cell: (session) =>
        isNow &&
        session.state === 'scheduled' && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Cancel the session on ${utcInstantOf(session.startsAt)}`}
            onClick={() => setCancelled(session)}
          >
            Cancel
          </Button>
        ),
    },
  ]
  return (
    <>
      <AdminTable
        caption="Sessions of this request"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        file="sessions of a request"
        empty={<p className="text-sm text-muted">None is planned.</p>}
      />
      {cancelled && <CancelSession session={cancelled} onClose={() => setCancelled(null)} />}
    </>
  )
}
