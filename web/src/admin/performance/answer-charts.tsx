import { adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { Performance } from '@medicready/domain/contract/admin/performance'
import { Columns } from '../../ui/charts/columns.tsx'
import { Lines } from '../../ui/charts/lines.tsx'
import { calendarDayInWords, countOf, percentOf } from '../../ui/words.ts'
import { numberOf, shareOf } from '../dashboard/amounts.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { type WhyPart, whyOf } from '../dashboard/why-part.ts'
import { shortDayInWords } from './day-words.ts'

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

/** The last 90 days: how much is answered, and how much of it is right. */
export const AnswerCharts = ({ days }: { days: readonly Day[] }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
    <ChartPanel
      title="Answers by day"
      why={whyOf(days.toReversed().map((day) => partOf(day, 'answers')))}
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
      why={whyOf(
        days.toReversed().flatMap((day) => [partOf(day, 'correctAnswers'), partOf(day, 'scoredAnswers')]),
        'Right answers divided by scored answers.',
      )}
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
  </div>
)
