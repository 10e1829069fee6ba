import type { Figures } from '@medicready/domain/contract/study/analytics'
import { Heatmap } from '../ui/charts/heatmap.tsx'
import { countOf } from '../ui/words.ts'
import { FigureCard } from './figure-card.tsx'
import { dayWords, yearSummary } from './figure-words.ts'
import { StartStudying } from './start-studying.tsx'
import { yearDays } from './year-days.ts'

/** How much was answered on each day of a year. */
export const YearCard = ({ figures: { year }, isExample }: { figures: Figures; isExample: boolean }) => (
  <FigureCard
    title="Your Year"
    explanation="Each square is a day of the last 12 months, and the stronger its color, the more you answered on it."
    isExample={isExample}
    empty={
      year.days.length === 0
        ? { title: 'No study days yet', text: 'Your first answer fills the first square.', action: <StartStudying /> }
        : null
    }
    chart={
      <Heatmap
        label={yearSummary(year)}
        pointsLabel="Days of the last 12 months"
        days={yearDays(year)}
        words={({ date, count }) => `${dayWords(date, 'day')}: ${count === 0 ? 'no questions' : countOf(count, 'question')}`}
        ends={{ less: 'Less', more: 'More' }}
      />
    }
    columns={['Day', 'Questions']}
    rows={[...year.days].reverse().map(({ date, answered }) => [dayWords(date, 'long'), answered])}
  >
    <p className="mt-2 text-sm text-muted">{yearSummary(year)}.</p>
  </FigureCard>
)
