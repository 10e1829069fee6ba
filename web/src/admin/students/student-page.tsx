import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { useUser } from '../../api/session.ts'
import { DeadEnd } from '../../app/dead-end.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { capitalized } from '../../ui/words.ts'
import { asOfIn, useAsOf, withAsOf } from '../dashboard/as-of.ts'
import { TabPage } from '../dashboard/tab-page.tsx'
import { RoleDialog } from '../role-dialog.tsx'
import { studentHistoryQuery, studentQuery } from './queries.ts'
import { EraseDialog, TierDialog, UnlockDialog } from './student-dialogs.tsx'
import { StudentFacts } from './student-facts.tsx'
import { StudentHistory } from './student-history.tsx'
import { StatusBadge, TierBadge } from './students-table.tsx'

export const clientLoader = async (queries: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const asOf = asOfIn(new URL(request.url).searchParams)
  void queries.prefetchQuery(studentQuery(id, asOf))
  void queries.prefetchInfiniteQuery(studentHistoryQuery(id, asOf))
}

/** One student: how they do, what happened, and what an administrator can do. */
export default function StudentPage() {
  const { id = '' } = useParams()
  const asOf = useAsOf()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Link
        to={withAsOf(paths.adminTab('students'), asOf)}
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

type Action = 'tier' | 'role' | 'unlock' | 'erase'

function Student({ id }: { id: string }) {
  const { data: student } = useSuspenseQuery(studentQuery(id, useAsOf()))
  if (!student)
    return (
      <DeadEnd title="No such student" icon={UserX} to={paths.adminTab('students')} label="All students">
        This address leads to nobody.
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

/** Not of somebody who was erased, and not as of an earlier day: what is done is done today. */
function StudentActions({ student }: { student: AdminStudent }) {
  const [action, setAction] = useState<Action | null>(null)
  const { asOf } = useAsOf()
  const isOwn = useUser().id === student.id
  if (student.isErased || asOf !== undefined) return null
  const close = () => setAction(null)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAction('tier')}>
        Change plan
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabledReason={isOwn ? 'Your own role is for another administrator to change.' : undefined}
        onClick={() => setAction('role')}
      >
        Change role
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setAction('unlock')}>
        Unlock
      </Button>
      <Button
        variant="secondary"
        size="sm"
        className="text-bad!"
        disabledReason={isOwn ? 'Your own account is erased in your settings.' : undefined}
        onClick={() => setAction('erase')}
      >
        Erase
      </Button>
      {action === 'tier' && <TierDialog student={student} onClose={close} />}
      {action === 'role' && <RoleDialog holder={student} onClose={close} />}
      {action === 'unlock' && <UnlockDialog student={student} onClose={close} />}
      {action === 'erase' && <EraseDialog student={student} onClose={close} />}
    </>
  )
}
