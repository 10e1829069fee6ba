import type { AdminTutoringRequestRow } from '@medicready/domain/contract/tutoring/tutoring'
import { currentRoles, preferredTimes, requestStatuses, tutorSituations } from '@medicready/domain/tutoring/rules'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { RequestState, requestStatusWord } from '../../app/tutoring-state.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { utcInstantOf } from '../dashboard/amounts.ts'
import { type AsOf, asOfIn, useAsOf, withAsOf } from '../dashboard/as-of.ts'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { tutoringFiguresQuery, tutoringRequestsQuery, tutorsQuery } from './queries.ts'
import { situationWord } from './tutor-situation.tsx'
import { RequestFigures } from './tutoring-figures.tsx'
import { requestsViewIn, withRequestsView } from './tutoring-views.ts'
import { Tutors } from './tutors.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const { searchParams } = new URL(request.url)
  const { status, tutors } = requestsViewIn(searchParams)
  const asOf = asOfIn(searchParams)
  void queries.prefetchQuery(tutoringFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(tutoringRequestsQuery(status, asOf))
  void queries.prefetchInfiniteQuery(tutorsQuery(tutors, asOf))
}

/** Who asks for tutoring, and who gives it. */
export default function TutoringRequestsTab() {
  const [search, setSearch] = useSearchParams()
  const view = requestsViewIn(search)
  const change = (changed: Partial<typeof view>) =>
    setSearch(withRequestsView(search, { ...view, ...changed }), { replace: true, preventScrollReset: true })
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
        <Requests />
      </Loaded>
      <Panel
        title="Tutors"
        explanation="Who gives tutoring, and who has applied. Approve an application once the background check has passed."
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

const timesOf = ({ preferredTimes: times }: AdminTutoringRequestRow) => times.map((time) => preferredTimes[time]).join(', ')

const columnsFor = (asOf: AsOf): AdminColumn<AdminTutoringRequestRow>[] => [
  {
    head: 'Student',
    className: 'min-w-36',
    csv: ({ studentName }) => studentName,
    cell: ({ id, studentName }) => (
      <Link to={withAsOf(paths.adminTutoringRequest(id), asOf)} className="text-brand underline-offset-4 hover:underline">
        {studentName}
      </Link>
    ),
  },
  { head: 'Status', csv: ({ status }) => requestStatusWord(status), cell: ({ status }) => <RequestState status={status} /> },
  {
    head: 'Asked (UTC)',
    className: 'min-w-44 tabular-nums',
    csv: ({ requestDate }) => requestDate,
    cell: ({ requestDate }) => utcInstantOf(requestDate),
  },
  { head: 'Email', csv: ({ email }) => email, cell: ({ email }) => email },
  {
    head: 'Current role',
    className: 'min-w-40',
    csv: ({ currentRole }) => currentRoles[currentRole],
    cell: ({ currentRole }) => currentRoles[currentRole],
  },
  {
    head: 'Struggling with',
    className: 'min-w-60',
    csv: ({ strugglingWith }) => strugglingWith.join(', '),
    cell: ({ strugglingWith }) => strugglingWith.join(', '),
  },
  { head: 'Preferred times', className: 'min-w-60', csv: timesOf, cell: timesOf },
]

function Requests() {
  const [search] = useSearchParams()
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(tutoringRequestsQuery(requestsViewIn(search).status, asOf))
  return (
    <AdminTable
      caption="Tutoring requests"
      columns={columnsFor(asOf)}
      rows={list.data}
      rowKey={({ id }) => id}
      list={list}
      file="tutoring requests"
      empty={<EmptyState title="No request like that">Whoever asks for tutoring stands here.</EmptyState>}
    />
  )
}
