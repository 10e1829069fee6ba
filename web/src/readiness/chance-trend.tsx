import type { ChanceOfDay } from '@medicready/domain/contract/readiness/readiness'
import { TREND_DAYS } from '@medicready/domain/readiness/rules'
import { percentOfChance } from '../app/chance-words.ts'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { LineWithBand } from '../ui/charts/line-with-band.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { dayInShort, dayOfTrendWords, rangeWords, trendSummary } from './readiness-words.ts'

const DAYS_OF_A_LINE = 2
const PERCENT = { least: 0, most: 100 }

/** How the chance went on, day by day. */
export function ChanceTrend({ trend }: { trend: readonly ChanceOfDay[] }) {
  const heading = <h3 className="font-semibold">The last {TREND_DAYS} days</h3>
  if (trend.length < DAYS_OF_A_LINE)
    return (
      <>
        {heading}
        <p className="mt-1 text-sm text-muted">A line begins here with your second day.</p>
      </>
    )
  return (
    <ChartOrTable
      title={heading}
      of="your readiness"
      introduction={
        <p className="mt-1 mb-3 max-w-2xl text-sm text-muted">Your chance to pass at the end of each day on which you answered.</p>
      }
      chart={
        <LineWithBand
          label={trendSummary(trend)}
          pointsLabel="Days of your readiness"
          points={trend.map((day) => ({
            at: Date.parse(day.day),
            tick: dayInShort(day.day),
            value: 100 * day.chance,
            low: 100 * day.low,
            high: 100 * day.high,
            words: dayOfTrendWords(day),
          }))}
          bounds={PERCENT}
          ends={{ high: 'More likely to pass, in %', low: 'Less likely to pass' }}
          marks={{ line: 'Your chance to pass', band: '80% range' }}
        />
      }
      columns={['Day', 'Chance to pass', '80% range']}
      rows={[...trend].reverse().map((day) => [calendarDayInWords(day.day), percentOfChance(day.chance), rangeWords(day)])}
    />
  )
}
