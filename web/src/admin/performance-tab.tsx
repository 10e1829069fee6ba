import { adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { Performance } from '@medicready/domain/contract/admin/performance'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Loaded } from '../api/loaded.tsx'
import { type AsOf, useAsOf } from '../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf, shareOf } from '../dashboards/amounts.ts'
import { Pair } from '../dashboards/chart-panel.tsx'
import { numberColumn } from '../dashboards/columns.tsx'
import { Panel, TabPage } from '../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { Figures, WhyFigure } from '../dashboards/why.tsx'
import { ShareBar } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ActiveStudents, AnswerCharts, RetentionByMonth, RetentionCurve } from './performance-charts.tsx'

const performanceQuery = (asOf: AsOf) => adminQuery('GET /api/admin/performance', { query: asOf })

export const clientLoader = dashboardLoader('runBusiness', (queries, asOf) => void queries.prefetchQuery(performanceQuery(asOf)))

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
      <Pair>
        <ActiveStudents performance={performance} />
        <RetentionCurve curve={performance.retention.curve} />
      </Pair>
      <RetentionByMonth cohorts={performance.retention.cohorts} />
      <Pair>
        <Funnel steps={performance.funnel} />
        <BankHealth bank={performance.bank} />
      </Pair>
    </>
  )
}

const PerformanceFigures = ({ performance }: { performance: Performance }) => (
  <Figures>
    <WhyFigure term="Answers" note="Of all time" facts="answers">
      {numberOf(performance.answers)}
    </WhyFigure>
    <WhyFigure
      term="Accuracy"
      note={`Of ${numberOf(performance.scoredAnswers)} scored answers`}
      facts={[{ figure: 'correctAnswers' }, { figure: 'scoredAnswers' }]}
      how="Right answers divided by scored answers."
    >
      {shareOf(performance.accuracy)}
    </WhyFigure>
    <WhyFigure term="Active students" note="Answered in the last 14 days" facts="activeStudents">
      {numberOf(performance.activeStudents)}
    </WhyFigure>
    <WhyFigure term="Students" note="With an account" facts="students">
      {numberOf(performance.funnel[0]?.students ?? 0)}
    </WhyFigure>
  </Figures>
)

const bankFigures = [
  { figure: 'questionsInBank', term: 'In the bank', note: 'Given to students' },
  { figure: 'questionsOnTrial', term: 'On trial', note: 'Among them' },
  { figure: 'questionsWithdrawn', term: 'Withdrawn', note: 'Until educators have reviewed them' },
  { figure: 'questionsRetired', term: 'Retired', note: 'No longer given' },
  { figure: 'reviewRequests', term: 'Review requests', note: 'By students, of all time' },
] as const

const BankHealth = ({ bank }: { bank: Performance['bank'] }) => (
  <Panel title="Question bank">
    <Figures className="sm:grid-cols-2 lg:grid-cols-3">
      {bankFigures.map(({ figure, term, note }) => (
        <WhyFigure key={figure} term={term} note={note} facts={figure}>
          {numberOf(bank[figure])}
        </WhyFigure>
      ))}
    </Figures>
  </Panel>
)

interface Step {
  readonly step: Performance['funnel'][number]['step']
  readonly students: number
  readonly ofAll: number | null
  readonly ofBefore: number | null
}

const shareWithin = (part: number, whole: number | undefined): number | null => (whole ? part / whole : null)

const funnelColumns: readonly AdminColumn<Step>[] = [
  {
    head: 'Step',
    className: 'min-w-44',
    cell: ({ step, ofAll }) => (
      <span className="grid gap-1">
        {adminFigures[step].label}
        <ShareBar percent={100 * (ofAll ?? 0)} className="h-1.5 rounded-pill bg-sunken" />
      </span>
    ),
    value: ({ step }) => adminFigures[step].label,
  },
  numberColumn({
    head: 'Students',
    of: ({ students }) => students,
    term: ({ step }) => adminFigures[step].label,
    facts: ({ step }) => step,
  }),
  { head: 'Of all', isNumber: true, cell: ({ ofAll }) => shareOf(ofAll), value: ({ ofAll }) => ofAll },
  { head: 'Of the step before', isNumber: true, cell: ({ ofBefore }) => shareOf(ofBefore), value: ({ ofBefore }) => ofBefore },
]

function Funnel({ steps }: { steps: Performance['funnel'] }) {
  const rows = steps.map(({ step, students }, at) => ({
    step,
    students,
    ofAll: shareWithin(students, steps[0]?.students),
    ofBefore: at === 0 ? null : shareWithin(students, steps[at - 1]?.students),
  }))
  return (
    <AdminTable
      panel={{ title: 'From registration to payment' }}
      caption="Steps"
      columns={funnelColumns}
      rows={rows}
      rowKey={({ step }) => step}
      file="funnel"
    />
  )
}
