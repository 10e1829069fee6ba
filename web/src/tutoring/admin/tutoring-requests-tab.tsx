import type { AdminTutoringRequestRow } from '@medicready/domain/contract/tutoring/tutoring'
import { currentRoles, preferredTimes, requestStatuses, tutorSituations } from '@medicready/domain/tutoring/shown/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useFilters, withAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { momentColumn } from '../../dashboards/columns.tsx'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminPages, dashboardLoader } from '../../dashboards/reads.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { RequestState, requestStatusWord } from '../tutoring-state.tsx'
import { RequestFigures, requestsViewIn, tutoringFiguresQuery } from './tutoring-figures.tsx'
import { situationWord, Tutors, tutorsQuery } from './tutors.tsx'

type RequestStatus = ReturnType<typeof requestsViewIn>['status']

/** Newest first; '' is every status. */
const requestsQuery = (status: RequestStatus, asOf: AsOf) =>
  adminPages('GET /api/tutoring-requests', { query: { ...asOf, ...(status !== '' && { status }) } })

export const clientLoader = dashboardLoader((queries, asOf, { search }) => {
  const { status, tutors } = requestsViewIn(search)
  void queries.prefetchQuery(tutoringFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(requestsQuery(status, asOf))
  void queries.prefetchInfiniteQuery(tutorsQuery(tutors, asOf))
})

export default function TutoringRequestsTab() {
  const [view, change] = useFilters(requestsViewIn)
  return (
    <TabPage
      title="Tutoring Requests"
      actions={
        <SelectField
          label="Status"
          value={view.status}
          options={['', ...requestStatuses]}
          word={(status) => (status === '' ? 'All statuses' : requestStatusWord(status))}
          onChange={(status) => change({ status })}
        />
      }
    >
      <Loaded skeleton={<Skeleton className="h-20" />} failure="The figures of tutoring could not be loaded.">
        <RequestFigures />
      </Loaded>
      <Loaded key={`of ${view.status}`} skeleton={<SkeletonRows rows={5} className="h-11" />} failure="The requests could not be loaded.">
        <Requests status={view.status} />
      </Loaded>
      <Panel
        title="Tutors"
        explanation="Tutors and applicants. Approve an application once the background check has passed."
        actions={
          <SelectField
            label="Applications"
            value={view.tutors}
            options={['', ...tutorSituations]}
            word={(situation) => (situation === '' ? 'All' : situationWord(situation))}
            onChange={(tutors) => change({ tutors })}
          />
        }
      >
        <Loaded key={view.tutors} skeleton={<SkeletonRows rows={3} className="h-11" />} failure="The tutors could not be loaded.">
          <Tutors situation={view.tutors} />
        </Loaded>
      </Panel>
    </TabPage>
  )
}

const columnsFor = (asOf: AsOf): readonly AdminColumn<AdminTutoringRequestRow>[] => [
  {
    head: 'Student',
    className: 'min-w-36',
    value: ({ studentName }) => studentName,
    cell: ({ id, studentName }) => (
      <Link to={withAsOf(paths.adminTutoringRequest(id), asOf)} className="text-brand underline-offset-4 hover:underline">
        {studentName}
      </Link>
    ),
  },
  { head: 'Status', value: ({ status }) => requestStatusWord(status), cell: ({ status }) => <RequestState status={status} /> },
  momentColumn('Asked (UTC)', ({ requestDate }) => requestDate),
  { head: 'Email', value: ({ email }) => email },
  { head: 'Current role', className: 'min-w-40', value: ({ currentRole }) => currentRoles[currentRole] },
  { head: 'Struggling with', className: 'min-w-60', value: ({ strugglingWith }) => strugglingWith.join(', ') },
  {
    head: 'Preferred times',
    className: 'min-w-60',
    value: ({ preferredTimes: times }) => times.map((time) => preferredTimes[time]).join(', '),
  },
]

function Requests({ status }: { status: RequestStatus }) {
  const asOf = useAsOf()
  return (
    <AdminTable
      caption="Tutoring requests"
      columns={columnsFor(asOf)}
      list={useSuspenseInfiniteQuery(requestsQuery(status, asOf))}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No matching requests">Tutoring requests appear here.</EmptyState>}
    />
  )
}
