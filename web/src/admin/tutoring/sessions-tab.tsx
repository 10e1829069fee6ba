import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { sessionStates } from '@medicready/domain/tutoring/rules'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { SessionStateShown, sessionStateWord } from '../../app/tutoring-state.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { utcInstantOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf, withAsOf } from '../dashboard/as-of.ts'
import { MonthSelect } from '../dashboard/month-select.tsx'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { CancelSession } from './decisions.tsx'
import { sessionsQuery, tutoringFiguresQuery, tutorPayoutsQuery } from './queries.ts'
import { sessionNumberColumns } from './session-numbers.tsx'
import { TutorPayouts } from './tutor-payouts.tsx'
import { SessionFigures } from './tutoring-figures.tsx'
import { sessionsViewIn, withSessionsView } from './tutoring-views.ts'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const { searchParams } = new URL(request.url)
  const asOf = asOfIn(searchParams)
  void queries.prefetchQuery(tutoringFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(sessionsQuery(sessionsViewIn(searchParams), asOf))
  void queries.prefetchInfiniteQuery(tutorPayoutsQuery(asOf))
}

/** Tutoring sessions: who, when, with whom, how they went, and what tutors earned by them. */
export default function SessionsTab() {
  const [search, setSearch] = useSearchParams()
  const view = sessionsViewIn(search)
  const change = (changed: Partial<typeof view>) =>
    setSearch(withSessionsView(search, { ...view, ...changed }), { replace: true, preventScrollReset: true })
  return (
    <TabPage
      title="Sessions"
      actions={
        <>
          <SelectField
            label="State"
            value={view.state}
            options={['', ...sessionStates]}
            word={(state) => (state === '' ? 'All states' : sessionStateWord(state))}
            onChange={(state) => change({ state })}
          />
          <MonthSelect value={view.month} onChange={(month) => change({ month })} />
        </>
      }
    >
      <Loaded skeleton={<Skeleton className="h-40" />} failure="The figures of tutoring could not be loaded.">
        <SessionFigures />
      </Loaded>
      <Loaded
        key={`${view.state} ${view.month}`}
        skeleton={<SkeletonRows rows={6} className="h-11" />}
        failure="The sessions could not be loaded."
      >
        <Sessions />
      </Loaded>
      <Panel
        title="Payouts"
        explanation="What tutors earned, by weeks from Monday to Sunday in UTC. The report of a week is made when it is over."
      >
        <Loaded skeleton={<SkeletonRows rows={3} className="h-11" />} failure="The payouts could not be loaded.">
          <TutorPayouts />
        </Loaded>
      </Panel>
    </TabPage>
  )
}

function Sessions() {
  const [search] = useSearchParams()
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(sessionsQuery(sessionsViewIn(search), asOf))
  const [cancelled, setCancelled] = useState<TutoringSession | null>(null)
  const columns: AdminColumn<TutoringSession>[] = [
    {
      head: 'Student',
      className: 'min-w-36',
      csv: ({ studentName }) => studentName,
      cell: ({ studentName, requestId }) => (
        <Link to={withAsOf(paths.adminTutoringRequest(requestId), asOf)} className="underline-offset-4 hover:underline">
          {studentName}
        </Link>
      ),
    },
    {
      head: 'When (UTC)',
      className: 'min-w-44 tabular-nums',
      csv: ({ startsAt }) => startsAt,
      cell: ({ startsAt }) => utcInstantOf(startsAt),
    },
    { head: 'Tutor', className: 'min-w-36', csv: ({ tutorName }) => tutorName, cell: ({ tutorName }) => tutorName },
    { head: 'State', csv: ({ state }) => sessionStateWord(state), cell: ({ state }) => <SessionStateShown state={state} /> },
    ...sessionNumberColumns,
    {
      head: 'Action',
      cell: (session) =>
        // What is done is done today.
        asOf.asOf === undefined &&
        session.state === 'scheduled' && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Cancel the session of ${session.studentName} on ${utcInstantOf(session.startsAt)}`}
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
        caption="Tutoring sessions"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        list={list}
        file="tutoring sessions"
        empty={<EmptyState title="No session like that">Sessions stand here from when they are planned on.</EmptyState>}
      />
      {cancelled && <CancelSession session={cancelled} onClose={() => setCancelled(null)} />}
    </>
  )
}
