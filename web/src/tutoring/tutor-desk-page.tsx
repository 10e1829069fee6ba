import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../page/page-head.tsx'
import { mayRead, RightRequired } from '../page/right-required.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AvailabilityEditor } from './availability-editor.tsx'
import { Payouts } from './payouts.tsx'
import { payoutsQuery, studentsQuery, tutorProfileQuery } from './queries.ts'
import { Students } from './students.tsx'

const tabs = [
  { value: 'students', label: 'Students' },
  { value: 'hours', label: 'Your hours' },
  { value: 'payouts', label: 'Payouts' },
] as const
type Tab = (typeof tabs)[number]['value']

const tabIn = (search: URLSearchParams): Tab => tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'students'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'giveTutoring'))) return
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

/** A tutor's own students and sessions, hours, and what they earned. */
export default function TutorDeskPage() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search)
  const { screen: Screen, failure } = shown[tab]
  return (
    <RightRequired right="giveTutoring">
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
    </RightRequired>
  )
}
