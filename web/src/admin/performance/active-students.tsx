import { addDays } from '@medicready/domain/calendar'
import type { Performance } from '@medicready/domain/contract/admin/performance'
import { useState } from 'react'
import { Columns } from '../../ui/charts/columns.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'
import { monthInWords, numberOf, shortMonthInWords } from '../dashboard/amounts.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { whyOf } from '../dashboard/why-part.ts'
import { shortDayInWords } from './day-words.ts'

interface Period {
  readonly tick: string
  readonly name: string
  readonly active: number
  readonly answers: number
  /** Its days. */
  readonly from: string
  readonly to: string
}

/** The last day of a month. */
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

/** How many students answered within each day, week or month. */
export function ActiveStudents({ performance }: { performance: Performance }) {
  const [period, setPeriod] = useState<PeriodName>('week')
  const { head, of } = periods[period]
  const all = of(performance)
  return (
    <ChartPanel
      title="Active students"
      explanation="Who gave an answer within the day, the week from Monday on, or the month."
      why={whyOf(
        all
          .toReversed()
          .map(({ name, from, to }) => ({ figure: 'answers', from, asOf: to < performance.asOf ? to : performance.asOf, label: name })),
        'The students who gave these answers, each counted once.',
      )}
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
