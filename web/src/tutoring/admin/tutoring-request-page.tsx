import { inWords } from '@medicready/domain/billing/shown/money'
import { TutorChoice } from '@medicready/domain/contract/tutoring/forms'
import type { AdminTutor, AdminTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { contactMethods, currentRoles, preferredFormats, preferredTimes, sessionFormats } from '@medicready/domain/tutoring/shown/rules'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useIsToday, withAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { moneyOf, utcInstantOf } from '../../dashboards/amounts.ts'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminQueryOrNull, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { WhyNumber } from '../../dashboards/why.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { type FieldOf, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { RequestState } from '../tutoring-state.tsx'
import { CancelSessionButton, sessionNumberColumns, startColumn, stateColumn, tutorColumn } from './session-columns.tsx'
import { tutorsQuery } from './tutors.tsx'

const requestQuery = (id: string, asOf: AsOf) => adminQueryOrNull('GET /api/admin/tutoring-requests/{id}', { params: { id }, query: asOf })

export const clientLoader = dashboardLoader((queries, asOf, { id }) => void queries.prefetchQuery(requestQuery(id, asOf)))

export default function TutoringRequestPage() {
  return (
    <Loaded isWholePage skeleton={<Skeleton className="h-96" />} failure="The request could not be loaded.">
      <Request />
    </Loaded>
  )
}

const WayBack = () => (
  <LinkButton variant="secondary" size="sm" to={withAsOf(paths.adminTutoringRequests(), useAsOf())} label="All requests" />
)

function Request() {
  const { id = '' } = useParams()
  const { data: request } = useSuspenseQuery(requestQuery(id, useAsOf()))
  if (!request)
    return (
      <TabPage title="Tutoring request" actions={<WayBack />}>
        <EmptyState title="Request not found" />
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
  const isToday = useIsToday()
  const decided = { id, studentName: fullName, tutorId: tutor?.id ?? null }
  const mayAssign = ['accepted', 'scheduled'].includes(status) && sessions.every(({ state }) => state !== 'scheduled')
  const facts: [string, ReactNode][] = [
    ['Status', <RequestState key="status" status={status} />],
    ['Asked', `${utcInstantOf(createdAt)} UTC`],
    ['Tutor', tutor ? tutor.name : 'None yet'],
    ['Price', price ? inWords(price) : 'Set when the request is accepted'],
    ['Paid', paidAt ? `${utcInstantOf(paidAt)} UTC` : 'Not paid'],
    ...(paidAt ? ([['Left to schedule', `${sessionsLeft} of ${sessionsPaid}`]] satisfies [string, ReactNode][]) : []),
    ...(refunded > 0 ? ([['Refunded', <PaidBack key="back" id={id} refunded={refunded} />]] satisfies [string, ReactNode][]) : []),
    ...(declinedFor ? ([['Declined for', declinedFor]] satisfies [string, ReactNode][]) : []),
  ]
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      {isToday && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {(status === 'pending' || mayAssign) && <ChooseTutorButton request={decided} />}
          {status === 'pending' && <DeclineRequestButton request={decided} />}
          {['pending', 'accepted', 'scheduled'].includes(status) && <CancelRequestButton request={decided} />}
        </div>
      )}
    </div>
  )
}

const PaidBack = ({ id: subjectId, refunded }: { id: string; refunded: number }) => (
  <WhyNumber term="Refunded" facts={{ figure: 'refunds', subjectId }}>
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
  ['Five sessions, paid in advance', yesOrNo(request.interestedInBundle)],
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

const sessionColumns = (isToday: boolean): readonly AdminColumn<TutoringSession>[] => [
  startColumn,
  stateColumn,
  tutorColumn,
  {
    head: 'Where',
    className: 'min-w-40 wrap-anywhere',
    value: ({ place }) => place,
    cell: ({ format, place }) => `${sessionFormats[format]}${place ? `, ${place}` : ''}`,
  },
  ...sessionNumberColumns,
  { head: 'Comment', className: 'min-w-40', value: ({ comment }) => comment },
  {
    head: 'Action',
    cell: (session) =>
      isToday &&
      session.state === 'scheduled' && (
        <CancelSessionButton session={session} label={`Cancel the session on ${utcInstantOf(session.startsAt)}`} />
      ),
  },
]

const Sessions = ({ sessions }: { sessions: readonly TutoringSession[] }) => (
  <AdminTable
    caption="Sessions of this request"
    columns={sessionColumns(useIsToday())}
    rows={sessions}
    rowKey={({ id }) => id}
    file="sessions of a request"
    empty={<p className="text-sm text-muted">No sessions scheduled.</p>}
  />
)

interface RequestProps {
  request: { readonly id: string; readonly studentName: string; readonly tutorId: string | null }
}

function ChooseTutorButton({ request: { id, studentName, tutorId: formerId } }: RequestProps) {
  const accept = useAdminWrite('POST /api/admin/tutoring-requests/{id}/accept')
  const assign = useAdminWrite('PUT /api/admin/tutoring-requests/{id}/tutor')
  const isNew = formerId === null
  return (
    <ReasonButton
      variant={isNew ? 'primary' : 'secondary'}
      button={isNew ? 'Accept' : 'Assign another tutor'}
      title={isNew ? `Accept the request of ${studentName}` : `Another tutor for ${studentName}`}
      description={
        isNew
          ? "The student gets an email with a payment link and then chooses from this tutor's available times."
          : 'Sessions that are not scheduled yet go to this tutor.'
      }
      confirm={isNew ? 'Accept the request' : 'Assign this tutor'}
      initial={{ tutorId: '' }}
      schema={TutorChoice}
      onConfirm={async (body) => {
        const sent = { params: { id }, body }
        if (isNew) {
          const { price } = await accept.mutateAsync(sent)
          return { title: 'Request accepted', description: `${studentName} is asked to pay ${inWords(price)}.` }
        }
        await assign.mutateAsync(sent)
        return { title: 'Tutor changed' }
      }}
    >
      {({ field }) => <TutorField {...field('tutorId')} without={formerId} />}
    </ReasonButton>
  )
}

function TutorField({ without, ...field }: FieldOf<string> & { without: string | null }) {
  const { data: tutors, isError } = useInfiniteQuery(tutorsQuery('approved', {}))
  const others = (tutors ?? []).filter(({ id }) => id !== without)
  const none = tutors && others.length === 0 ? 'No tutors available' : 'Please choose'
  return (
    <SelectField
      {...field}
      label="Tutor"
      hint={isError ? 'The tutors could not be loaded.' : hintFor(others.find(({ id }) => id === field.value))}
      options={['', ...others.map(({ id }) => id)]}
      word={(tutor) => others.find(({ id }) => id === tutor)?.name ?? none}
    />
  )
}

const hintFor = (tutor: AdminTutor | undefined): string | undefined =>
  tutor &&
  [
    `${tutor.sessionsHeld} sessions held`,
    tutor.averageRating === null ? 'not rated yet' : `rated ${tutor.averageRating.toFixed(1)} of 5`,
    tutor.availability ? `hours in ${tutor.availability.timeZone.replaceAll('_', ' ')}` : 'has not set available hours',
  ].join(' · ')

function DeclineRequestButton({ request: { id, studentName } }: RequestProps) {
  const decline = useAdminWrite('POST /api/admin/tutoring-requests/{id}/decline')
  return (
    <ReasonButton
      button="Decline"
      title={`Decline the request of ${studentName}`}
      description="The student gets an email with the reason."
      confirm="Decline the request"
      isDestructive
      onConfirm={async (body) => {
        await decline.mutateAsync({ params: { id }, body })
        return { title: 'Request declined' }
      }}
    />
  )
}

function CancelRequestButton({ request: { id, studentName } }: RequestProps) {
  const cancel = useAdminWrite('POST /api/admin/tutoring-requests/{id}/cancel')
  return (
    <ReasonButton
      variant="ghost"
      title={`Cancel the request of ${studentName}`}
      description="Scheduled sessions are cancelled. Everything that was paid for and not held is refunded in full."
      confirm="Cancel the request"
      isDestructive
      onConfirm={async (body) => {
        const { refund } = await cancel.mutateAsync({ params: { id }, body })
        return { title: 'Request cancelled', description: refund.amount > 0 ? `${inWords(refund)} is paid back.` : 'Nothing was paid.' }
      }}
    />
  )
}
