import type { QueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { ExportPeople } from '../dashboard/export-people.tsx'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { BusinessFigures } from './business-figures.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { businessMetricsQuery, filterOf, studentsQuery } from './queries.ts'
import { StudentsFilters } from './students-filters.tsx'
import { StudentsTable } from './students-table.tsx'
import { type StudentsView, searchOf, viewFrom } from './students-view.ts'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const { searchParams } = new URL(request.url)
  const asOf = asOfIn(searchParams)
  void queries.prefetchQuery(businessMetricsQuery(asOf))
  void queries.prefetchInfiniteQuery(studentsQuery(viewFrom(searchParams, asOf), asOf))
}

/** The business at a glance, and everybody who studies. */
export default function StudentsTab() {
  const [search, setSearch] = useSearchParams()
  const asOf = useAsOf()
  const view = viewFrom(search, asOf)
  const [isInviting, setInviting] = useState(false)
  const change = (changed: Partial<StudentsView>) =>
    setSearch(searchOf({ ...view, ...changed }, asOf), { replace: true, preventScrollReset: true })
  const file = (exportId: string) => api('GET /api/admin/students.csv', { query: { ...filterOf(view, asOf), exportId } })
  return (
    <TabPage
      title="Students"
      actions={
        <>
          <ExportPeople table="students" file={file} />
          <Button size="sm" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden className="size-4" />
            Create
          </Button>
        </>
      }
    >
      <Loaded skeleton={<Skeleton className="h-20" />} failure="The figures of the business could not be loaded.">
        <BusinessFigures />
      </Loaded>
      <Panel title="All students">
        <StudentsFilters view={view} onChange={change} />
        <Loaded skeleton={<SkeletonRows rows={10} className="mb-2 h-11" />} failure="The students could not be loaded.">
          <StudentsTable
            view={view}
            onSort={(sort, order) => change({ sort, order })}
            onShowAll={() => change({ search: '', status: 'all', tier: 'all' })}
          />
        </Loaded>
      </Panel>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </TabPage>
  )
}
