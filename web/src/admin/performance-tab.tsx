import { adminFigures } from '@medicready/domain/admin/shown/figure-names'
import type { Performance } from '@medicready/domain/contract/admin/business'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { type AsOf, daysOfMonth, lastDayOf, useAsOf } from '../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { monthInWords, numberOf, shareOf, shortMonthInWords } from '../dashboards/amounts.ts'
import { ChartPanel, CohortPanel, monthsAfter, Pair } from '../dashboards/chart-panel.tsx'
import { numberColumn } from '../dashboards/columns.tsx'
import { Panel, TabPage } from '../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { Figures, WhyFigure } from '../dashboards/why.tsx'
import type { WhyPart } from '../dashboards/why-part.ts'
import { EmptyState } from '../ui/card.tsx'
import { Columns } from '../ui/charts/columns.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { SelectField } from '../ui/field.tsx'
import { ShareBar } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { calendarDayInWords, countOf, percentOf, shortDayInWords } from '../ui/words.ts'

const performanceQuery = (asOf: AsOf) => adminQuery('GET /api/admin/performance', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf) => void queries.prefetchQuery(performanceQuery(asOf)))

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
    <WhyFigure term="Answers" note="Of all time" facts="answers" value={numberOf(performance.answers)} />
    <WhyFigure
      term="Accuracy"
      note={`Of ${numberOf(performance.scoredAnswers)} scored answers`}
      facts={[{ figure: 'correctAnswers' }, { figure: 'scoredAnswers' }]}
      how="Right answers divided by scored answers."
      value={shareOf(performance.accuracy)}
    />
    <WhyFigure
      term="Active students"
      note="Answered in the last 14 days"
      facts="activeStudents"
      value={numberOf(performance.activeStudents)}
    />
    <WhyFigure term="Students" note="With an account" facts="students" value={numberOf(performance.funnel[0]?.students ?? 0)} />
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
        <WhyFigure key={figure} term={term} note={note} facts={figure} value={numberOf(bank[figure])} />
      ))}
    </Figures>
  </Panel>
)

type Step = Performance['funnel'][number] & {
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

type Day = Performance['days'][number]

const accuracyOf = ({ scoredAnswers, correctAnswers }: Day): number | null => (scoredAnswers === 0 ? null : correctAnswers / scoredAnswers)

const accuracyWords = (day: Day): string =>
  `${calendarDayInWords(day.day)}: ${shareOf(accuracyOf(day))} of ${countOf(day.scoredAnswers, 'scored answer')}`

const partOf = ({ day }: Day, figure: 'answers' | 'correctAnswers' | 'scoredAnswers'): WhyPart => ({
  figure,
  from: day,
  asOf: day,
  label: `${adminFigures[figure].label}, ${calendarDayInWords(day)}`,
})

const AnswerCharts = ({ days }: { days: readonly Day[] }) => (
  <Pair>
    <ChartPanel
      title="Answers by day"
      facts={days.toReversed().map((day) => partOf(day, 'answers'))}
      chart={
        <Columns
          label="Answers on each of the last 90 days"
          pointsLabel="Days with their answers"
          columns={days.map(({ day, answers }) => ({
            tick: shortDayInWords(day),
            value: answers,
            words: `${calendarDayInWords(day)}: ${countOf(answers, 'answer')}`,
          }))}
        />
      }
      columns={['Day', 'Answers']}
      rows={days.map(({ day, answers }) => [calendarDayInWords(day), numberOf(answers)])}
    />
    <ChartPanel
      title="Accuracy by day"
      facts={days.toReversed().flatMap((day) => [partOf(day, 'correctAnswers'), partOf(day, 'scoredAnswers')])}
      how="Right answers divided by scored answers."
      chart={
        <Lines
          label="Share of scored answers that were right on each of the last 90 days"
          pointsLabel="Days with their accuracy"
          lines={[{ name: 'Accuracy', look: 'stroke-brand' }]}
          points={days.map((day) => ({ tick: shortDayInWords(day.day), values: [accuracyOf(day)], words: accuracyWords(day) }))}
          format={percentOf}
          most={1}
          height={200}
        />
      }
      columns={['Day', 'Scored', 'Right', 'Accuracy']}
      rows={days.map((day) => [
        calendarDayInWords(day.day),
        numberOf(day.scoredAnswers),
        numberOf(day.correctAnswers),
        shareOf(accuracyOf(day)),
      ])}
    />
  </Pair>
)

interface Period {
  readonly tick: string
  readonly name: string
  readonly active: number
  readonly answers: number
  readonly from: string
  readonly to: string
}

const periods = {
  day: {
    word: 'Day',
    head: 'Day',
    of: ({ days }: Performance): readonly Period[] =>
      days.map(({ day, ...figures }) => ({ ...figures, tick: shortDayInWords(day), name: calendarDayInWords(day), from: day, to: day })),
  },
  week: {
    word: 'Week',
    head: 'Week of',
    of: ({ weeks }: Performance): readonly Period[] =>
      weeks.map(({ week, ...figures }) => ({
        ...figures,
        tick: shortDayInWords(week),
        name: `Week of ${calendarDayInWords(week)}`,
        from: week,
        to: addDays(week, 6),
      })),
  },
  month: {
    word: 'Month',
    head: 'Month',
    of: ({ months }: Performance): readonly Period[] =>
      months.map(({ month, ...figures }) => ({
        ...figures,
        tick: shortMonthInWords(month),
        name: monthInWords(month),
        from: `${month}-01`,
        to: lastDayOf(month),
      })),
  },
}
type PeriodName = keyof typeof periods
const periodNames = Object.keys(periods) as PeriodName[]

function ActiveStudents({ performance }: { performance: Performance }) {
  const [period, setPeriod] = useState<PeriodName>('week')
  const { head, of } = periods[period]
  const all = of(performance)
  return (
    <ChartPanel
      title="Active students"
      explanation="Students who answered within the day, the week from Monday, or the month."
      facts={all
        .toReversed()
        .map(({ name, from, to }) => ({ figure: 'answers', from, asOf: to < performance.asOf ? to : performance.asOf, label: name }))}
      how="The students who gave these answers. Each is counted once."
      choice={
        <div className="w-32">
          <SelectField label="By" value={period} options={periodNames} word={(name) => periods[name].word} onChange={setPeriod} />
        </div>
      }
      chart={
        <Columns
          key={period}
          label={`Students who answered, by ${period}`}
          pointsLabel={`Active students by ${period}`}
          columns={all.map(({ tick, name, active, answers }) => ({
            tick,
            value: active,
            words: `${name}: ${countOf(active, 'student')}, ${countOf(answers, 'answer')}`,
          }))}
        />
      }
      columns={[head, 'Active students', 'Answers']}
      rows={all.map(({ name, active, answers }) => [name, numberOf(active), numberOf(answers)])}
    />
  )
}

function RetentionCurve({ curve }: Pick<Performance['retention'], 'curve'>) {
  if (curve.length === 0)
    return (
      <Panel title="Retention curve">
        <EmptyState title="No registration month has ended yet" />
      </Panel>
    )
  const months = monthsAfter(curve.length)
  return (
    <ChartPanel
      title="Retention curve"
      explanation="All finished registration months together: the share of students who answered that many months later. Select a month below to see its events."
      chart={
        <Lines
          label="Share of students who answered by months since registration"
          pointsLabel="Months after registration"
          lines={[{ name: 'Answered', look: 'stroke-brand' }]}
          points={curve.map((share, after) => ({
            tick: months[after] ?? '',
            values: [share],
            words: `${after === 0 ? 'In the month of registration' : `${after} months later`}: ${shareOf(share)} answered`,
          }))}
          format={percentOf}
          most={1}
        />
      }
      columns={['Months later', 'Answered']}
      rows={curve.map((share, after) => [String(after), shareOf(share)])}
    />
  )
}

function RetentionByMonth({ cohorts }: Pick<Performance['retention'], 'cohorts'>) {
  const asOf = useAsOf()
  const partOf = (group: string, month: string | null): WhyPart => {
    const began = `Registered in ${monthInWords(group)}`
    if (month === null) return { figure: 'registered', ...daysOfMonth(group, asOf), label: began }
    return { figure: 'returningStudents', group, ...daysOfMonth(month, asOf), label: `${began}, answered in ${monthInWords(month)}` }
  }
  return (
    <CohortPanel
      title="Retention by month of registration"
      explanation="Of the students who registered in a month, how many answered in that month and in each month after."
      label="Share of each month's students who answered, month by month"
      began="Registered in"
      people="Students"
      cohorts={cohorts.map(({ month, size, active }) => ({ month, size, remaining: active }))}
      whenEmpty="No students have registered yet"
      partOf={partOf}
    />
  )
}
