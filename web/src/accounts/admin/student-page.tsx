import { tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { TierChange } from '@medicready/domain/contract/accounts/admin-forms'
import type { AdminStudent, HistoryEntry } from '@medicready/domain/contract/accounts/students'
import { ReasonOnly } from '@medicready/domain/contract/admin/forms'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, UserX } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { Loaded } from '../../api/loaded.tsx'
import { useUser } from '../../api/session.ts'
import { type AsOf, useAsOf, useIsToday, withAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { numberOf } from '../../dashboards/amounts.ts'
import { factColumn, momentColumn } from '../../dashboards/columns.tsx'
import { TabPage } from '../../dashboards/panel.tsx'
import { adminPages, adminQueryOrNull, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Figures, PlainFigure, WhyFigure } from '../../dashboards/why.tsx'
import { DeadEnd } from '../../page/dead-end.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { calendarDayInWords, capitalized } from '../../ui/words.ts'
import { RoleButton } from './role-button.tsx'
import { percentOrDash, StatusBadge, TierBadge } from './students-table.tsx'

const studentQuery = (id: string, asOf: AsOf) => adminQueryOrNull('GET /api/admin/students/{id}', { params: { id }, query: asOf })
const studentHistoryQuery = (id: string, asOf: AsOf) => adminPages('GET /api/admin/students/{id}/history', { params: { id }, query: asOf })

export const clientLoader = dashboardLoader((queries, asOf, { id }) => {
  void queries.prefetchQuery(studentQuery(id, asOf))
  void queries.prefetchInfiniteQuery(studentHistoryQuery(id, asOf))
})

export default function StudentPage() {
  const { id = '' } = useParams()
  const asOf = useAsOf()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Link
        to={withAsOf(paths.adminStudents(), asOf)}
        className="inline-flex min-h-9 items-center gap-1 justify-self-start text-sm text-brand underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden className="size-4" />
        All students
      </Link>
      <Loaded isWholePage skeleton={<Skeleton className="h-64" />} failure="The student could not be loaded.">
        <Student id={id} />
      </Loaded>
    </div>
  )
}

function Student({ id }: { id: string }) {
  const { data: student } = useSuspenseQuery(studentQuery(id, useAsOf()))
  if (!student)
    return (
      <DeadEnd title="No such student" icon={UserX} to={paths.adminStudents()} label="All students">
        There is no student at this address.
      </DeadEnd>
    )
  return (
    <TabPage title={student.isErased ? 'Erased account' : student.name} actions={<StudentActions student={student} />}>
      <p className="-mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {student.email && <span className="wrap-anywhere">{student.email}</span>}
        {student.phone && <span>{student.phone}</span>}
        <TierBadge tier={student.subscriptionTier} />
        <StatusBadge status={student.status} />
        {student.role !== 'student' && <Badge tone="brand">{capitalized(student.role)}</Badge>}
        {!student.emailVerified && !student.isErased && <Badge tone="warn">Not verified</Badge>}
      </p>
      <StudentFigures student={student} />
      <StudentFacts student={student} />
      <Loaded skeleton={<SkeletonRows rows={6} className="mb-2 h-11" />} failure="The history could not be loaded.">
        <StudentHistory id={id} />
      </Loaded>
      <Link
        to={`${paths.adminAudit()}?${new URLSearchParams({ about: id })}`}
        className="justify-self-start text-sm text-brand underline-offset-4 hover:underline"
      >
        What administrators did
      </Link>
    </TabPage>
  )
}

function StudentFigures({ student: { id: userId, progress, accuracy, answered, studyStreak, totalSessions } }: { student: AdminStudent }) {
  return (
    <Figures>
      <WhyFigure
        term="Progress"
        note="Of the bank answered right"
        facts={[{ figure: 'rightQuestions', userId }, { figure: 'questionsInBank' }]}
        how="Questions answered right at least once, divided by the questions in the bank."
        value={percentOrDash(progress)}
      />
      <WhyFigure
        term="Accuracy"
        note={`${numberOf(answered)} answers`}
        facts={[
          { figure: 'correctAnswers', userId },
          { figure: 'scoredAnswers', userId },
          { figure: 'answers', userId },
        ]}
        how="Right answers divided by scored answers."
        value={percentOrDash(accuracy)}
      />
      {studyStreak === null ? (
        <PlainFigure term="Study streak" note="Only known for today" value="–" />
      ) : (
        <WhyFigure
          term="Study streak"
          note="Days in a row"
          facts={{ figure: 'answers', userId }}
          how="Days in a row with an answer, up to today in the student's time zone. A streak freeze covers a day without an answer."
          value={numberOf(studyStreak)}
        />
      )}
      <WhyFigure term="Tutoring sessions" note="Held" facts={{ figure: 'sessions', userId }} value={numberOf(totalSessions)} />
    </Figures>
  )
}

function StudentFacts({ student }: { student: AdminStudent }) {
  const facts = {
    Joined: calendarDayInWords(student.joinedDate),
    'Last active': student.lastActive ? calendarDayInWords(student.lastActive) : 'Never',
    [useIsToday() ? 'Weak areas' : 'Weak areas today']:
      student.weakAreas.length > 0 ? student.weakAreas.map(moduleLabel).join(', ') : 'None',
    'Stripe customer': student.stripeCustomerId ?? 'None',
    'Stripe subscription': student.stripeSubscriptionId ?? 'None',
  }
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {Object.entries(facts).map(([term, words]) => (
        <div key={term} className="flex gap-2">
          <dt className="shrink-0 text-muted">{term}</dt>
          <dd className="wrap-anywhere tabular-nums">{words}</dd>
        </div>
      ))}
    </dl>
  )
}

const historyColumns: readonly AdminColumn<HistoryEntry>[] = [
  momentColumn('When (UTC)', ({ at }) => at),
  { head: 'What', className: 'min-w-48', value: ({ what }) => what },
  factColumn,
  { head: 'By', value: ({ actor }) => actor, cell: ({ actor }) => actor ?? 'The student' },
]

function StudentHistory({ id }: { id: string }) {
  const list = useSuspenseInfiniteQuery(studentHistoryQuery(id, useAsOf()))
  return (
    <AdminTable
      panel={{ title: 'History', explanation: 'Latest first. Single answers are not listed.' }}
      columns={historyColumns}
      list={list}
      rowKey={({ id: fact }) => fact}
      file="student history"
      empty="Nothing has happened yet"
    />
  )
}

interface StudentProps {
  student: AdminStudent
}

function StudentActions({ student }: StudentProps) {
  const isToday = useIsToday()
  const isOwn = useUser().id === student.id
  if (student.isErased || !isToday) return null
  return (
    <>
      <TierButton student={student} />
      <RoleButton button="Change role" holder={student} isOwn={isOwn} />
      <UnlockButton student={student} />
      <EraseButton student={student} isOwn={isOwn} />
    </>
  )
}

function TierButton({ student }: StudentProps) {
  const give = useAdminWrite('PUT /api/admin/students/{id}/tier')
  const others = tierNames.filter((name) => name !== student.subscriptionTier)
  return (
    <ReasonButton
      button="Change plan"
      title={`The plan of ${student.name}`}
      description="Gives a tier without payment. A tier that is paid for or came with a code stays."
      confirm="Change the plan"
      initial={{ tier: others[0] ?? 'free' }}
      schema={TierChange}
      onConfirm={async (body) => {
        const answer = await give.mutateAsync({ params: { id: student.id }, body })
        const { label } = tiers[answer.tier]
        if (answer.tier !== body.tier)
          return { title: 'Recorded with its reason', description: `${student.name} still has ${label}, because it is paid for.` }
        return { title: answer.hasChanged ? 'Plan changed' : 'Nothing to change', description: `${student.name} has ${label} now.` }
      }}
    >
      {({ field }) => <SelectField {...field('tier')} label="Plan" options={others} word={(name) => tiers[name].label} />}
    </ReasonButton>
  )
}

function UnlockButton({ student }: StudentProps) {
  const unlock = useAdminWrite('POST /api/admin/students/{id}/unlock')
  return (
    <ReasonButton
      title={`Unlock ${student.name}`}
      description="Clears the count of wrong passwords."
      confirm="Unlock"
      onConfirm={async (body) => {
        await unlock.mutateAsync({ params: { id: student.id }, body })
        return { title: 'Unlocked', description: `${student.name} can sign in again.` }
      }}
    />
  )
}

const erasureOf = (address: string) => {
  const isTyped = (typed: string) => typed.toLowerCase() === address.toLowerCase()
  const email = z.string().check(z.trim(), z.refine(isTyped, `Type the email address of the account to confirm: ${address}`))
  return z.extend(ReasonOnly, { email })
}

function EraseButton({ student, isOwn }: StudentProps & { isOwn: boolean }) {
  const erase = useAdminWrite('POST /api/admin/students/{id}/erase')
  return (
    <ReasonButton
      button="Erase"
      className="text-bad!"
      disabledReason={isOwn ? 'You can delete your own account in your profile.' : undefined}
      title={`Erase ${student.name}`}
      description="Immediately and permanently. No one can restore names, addresses, notes, or messages. Statistics stay."
      confirm="Erase permanently"
      isDestructive
      initial={{ email: '' }}
      schema={erasureOf(student.email)}
      onConfirm={async (body) => {
        await erase.mutateAsync({ params: { id: student.id }, body })
        return { title: 'Account erased', description: 'The key of the account is destroyed. The personal data can no longer be read.' }
      }}
    >
      {({ field }) => <TextField {...field('email')} label="Their email, typed" type="email" autoComplete="off" hint={student.email} />}
    </ReasonButton>
  )
}
