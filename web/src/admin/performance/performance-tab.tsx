import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { TabPage } from '../dashboard/tab-page.tsx'
import { ActiveStudents } from './active-students.tsx'
import { AnswerCharts } from './answer-charts.tsx'
import { Funnel } from './funnel.tsx'
import { BankHealth, PerformanceFigures } from './performance-figures.tsx'
import { performanceQuery } from './queries.ts'
import { RetentionByMonth, RetentionCurve } from './retention.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'runBusiness')) void queries.prefetchQuery(performanceQuery(asOfIn(new URL(request.url).searchParams)))
}

/** How students learn, who stays, and how the bank of questions does. */
export default function PerformanceTab() {
  return (
    <TabPage title="Performance">
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The performance could not be loaded.">
        <PerformanceInFull />
      </Loaded>
    </TabPage>
  )
}

function PerformanceInFull() {
  const { data: performance } = useSuspenseQuery(performanceQuery(useAsOf()))
  return (
    <>
      <PerformanceFigures performance={performance} />
      <AnswerCharts days={performance.days} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
        <ActiveStudents performance={performance} />
        <RetentionCurve curve={performance.retention.curve} />
      </div>
      <RetentionByMonth cohorts={performance.retention.cohorts} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
        <Funnel steps={performance.funnel} />
        <BankHealth bank={performance.bank} />
      </div>
    </>
  )
}
