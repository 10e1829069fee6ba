import { addDays } from '@medicready/domain/calendar'
import { adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { Performance } from '@medicready/domain/contract/admin/performance'
import { useState } from 'react'
import { daysOfMonth, useAsOf } from '../dashboards/address.ts'
import { monthInWords, numberOf, shareOf, shortMonthInWords } from '../dashboards/amounts.ts'
import { ChartPanel, CohortPanel, monthsAfter, Pair } from '../dashboards/chart-panel.tsx'
import { Panel } from '../dashboards/panel.tsx'
import type { WhyPart } from '../dashboards/why-part.ts'
import { Columns } from '../ui/charts/columns.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { calendarDayInWords, countOf, percentOf } from '../ui/words.ts'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Mar 1", for charts of less than a year. */
const shortDayInWords = (of: string): string => day.format(new Date(of))

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

export const AnswerCharts = ({ days }: { days: readonly Day[] }) => (
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

const lastOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
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
        to: lastOf(month),
      })),
  },
}
type PeriodName = keyof typeof periods
const periodNames = Object.keys(periods) as PeriodName[]

export function ActiveStudents({ performance }: { performance: Performance }) {
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

export function RetentionCurve({ curve }: Pick<Performance['retention'], 'curve'>) {
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

export function RetentionByMonth({ cohorts }: Pick<Performance['retention'], 'cohorts'>) {
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
