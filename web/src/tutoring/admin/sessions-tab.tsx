import { adminFigures } from '@medicready/domain/admin/shown/figure-names'
import type { TutoringSession, TutorPayout } from '@medicready/domain/contract/tutoring/tutoring'
import { sessionStates } from '@medicready/domain/tutoring/shown/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useFilters, withAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { utcInstantOf } from '../../dashboards/amounts.ts'
import { numberColumn } from '../../dashboards/columns.tsx'
import { MonthSelect } from '../../dashboards/filters.tsx'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminPages, dashboardLoader } from '../../dashboards/reads.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { sessionStateWord } from '../tutoring-state.tsx'
import { CancelSessionButton, sessionNumberColumns, startColumn, stateColumn, tutorColumn } from './session-columns.tsx'
import { SessionFigures, sessionsViewIn, tutoringFiguresQuery } from './tutoring-figures.tsx'

type SessionsView = ReturnType<typeof sessionsViewIn>

const sessionsQuery = ({ state, month }: SessionsView, asOf: AsOf) =>
  adminPages('GET /api/admin/sessions', { query: { ...asOf, ...(state !== '' && { state }), ...(month !== '' && { month }) } })
const payoutsQuery = (asOf: AsOf) => adminPages('GET /api/admin/tutor-payouts', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf, { search }) => {
  void queries.prefetchQuery(tutoringFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(sessionsQuery(sessionsViewIn(search), asOf))
  void queries.prefetchInfiniteQuery(payoutsQuery(asOf))
})

export default function SessionsTab() {
  const [view, change] = useFilters(sessionsViewIn)
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
        <Sessions view={view} />
      </Loaded>
      <Panel
        title="Payouts"
        explanation="Tutor earnings by week, from Monday to Sunday in UTC. The report for a week is created when the week is over."
      >
        <Loaded skeleton={<SkeletonRows rows={3} className="h-11" />} failure="The payouts could not be loaded.">
          <Payouts />
        </Loaded>
      </Panel>
    </TabPage>
  )
}

const sessionColumns = (asOf: AsOf): readonly AdminColumn<TutoringSession>[] => [
  {
    head: 'Student',
    className: 'min-w-36',
    value: ({ studentName }) => studentName,
    cell: ({ studentName, requestId }) => (
      <Link to={withAsOf(paths.adminTutoringRequest(requestId), asOf)} className="underline-offset-4 hover:underline">
        {studentName}
      </Link>
    ),
  },
  startColumn,
  tutorColumn,
  stateColumn,
  ...sessionNumberColumns,
  {
    head: 'Action',
    cell: (session) =>
      asOf.asOf === undefined &&
      session.state === 'scheduled' && (
        <CancelSessionButton
          session={session}
          label={`Cancel the session of ${session.studentName} on ${utcInstantOf(session.startsAt)}`}
        />
      ),
  },
]

function Sessions({ view }: { view: SessionsView }) {
  const asOf = useAsOf()
  return (
    <AdminTable
      caption="Tutoring sessions"
      columns={sessionColumns(asOf)}
      list={useSuspenseInfiniteQuery(sessionsQuery(view, asOf))}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No matching sessions">Scheduled sessions appear here.</EmptyState>}
    />
  )
}

const earning = (
  head: string,
  figure: 'payoutSessions' | 'payoutAmount' | 'payoutFee' | 'payoutEarned',
  of: (payout: TutorPayout) => number,
) => {
  const term = ({ tutorName, week }: TutorPayout) => `${head}, ${tutorName} in the week of ${calendarDayInWords(week)}`
  return numberColumn<TutorPayout>({
    head,
    of,
    isMoney: adminFigures[figure].unit === 'cents',
    term,
    facts: (payout) => ({ figure, userId: payout.tutorId, group: payout.week, label: term(payout) }),
  })
}

const payoutColumns: readonly AdminColumn<TutorPayout>[] = [
  { head: 'Tutor', className: 'min-w-36', value: ({ tutorName }) => tutorName },
  { head: 'Week from', className: 'min-w-32 tabular-nums', value: ({ week }) => week, cell: ({ week }) => calendarDayInWords(week) },
  earning('Sessions', 'payoutSessions', ({ sessions }) => sessions),
  earning('Students paid', 'payoutAmount', ({ amount }) => amount),
  earning('Fee', 'payoutFee', ({ fee }) => fee),
  earning('Earned', 'payoutEarned', ({ earned }) => earned),
  {
    head: 'Report',
    value: ({ reportedAt }) => reportedAt,
    cell: ({ reportedAt }) => (reportedAt === null ? 'Week in progress' : 'Reported'),
  },
]

const Payouts = () => (
  <AdminTable
    caption="Payouts of tutors"
    columns={payoutColumns}
    list={useSuspenseInfiniteQuery(payoutsQuery(useAsOf()))}
    rowKey={({ tutorId, week }) => `${tutorId} ${week}`}
    file="tutor payouts"
    empty="No tutor earnings yet"
  />
)
