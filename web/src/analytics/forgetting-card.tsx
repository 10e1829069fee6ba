import type { Figures } from '@medicready/domain/contract/study/analytics'
import { ForgettingCurve } from '../ui/charts/forgetting-curve.tsx'
import { countOf, percentOf, shareRange } from '../ui/words.ts'
import { FigureCard } from './figure-card.tsx'
import { StartStudying } from './start-studying.tsx'

type Bin = Figures['forgetting']['bins'][number]

/** The days since a question was last seen: "3 days", "4 to 7 days", "31 days or more". */
const daysOf = ({ fromDays, toDays }: Bin): string => {
  if (toDays === null) return `${countOf(fromDays, 'day')} or more`
  return fromDays === toDays ? countOf(fromDays, 'day') : `${fromDays} to ${countOf(toDays, 'day')}`
}

/** How likely a question is to be known as the days since it was last seen go by. */
export function ForgettingCard({ figures: { forgetting }, isExample }: { figures: Figures; isExample: boolean }) {
  const { bins, curve } = forgetting
  const words = (bin: Bin) => `After ${daysOf(bin)}, ${percentOf(bin.accuracy)} known, from ${countOf(bin.scored, 'review')}`
  return (
    <FigureCard
      title="Forgetting Curve"
      explanation="The line is how likely you are to know a question as the days since you last saw it go by, and the dots are how often you did."
      isExample={isExample}
      empty={
        bins.length === 0
          ? { title: 'No reviews yet', text: 'The curve begins when questions come back to you.', action: <StartStudying /> }
          : null
      }
      chart={
        bins.length > 0 && (
          <ForgettingCurve
            label={bins.map(words).join('; ')}
            pointsLabel="Days since you last saw it"
            curve={curve.map(({ days, recall }) => ({ day: days, share: recall }))}
            dots={bins.map((bin) => ({ day: bin.meanDays, share: bin.accuracy, ...bin.likelyRange, words: words(bin) }))}
            marks={{ curve: 'Likely to be known', dots: 'Known' }}
            axis="Days since you last saw it"
          />
        )
      }
      columns={['Days since', 'Reviews', 'Known', 'Likely range']}
      rows={bins.map((bin) => [daysOf(bin), bin.scored, percentOf(bin.accuracy), shareRange(bin.likelyRange)])}
    >
      {curve.length === 0 && <p className="mt-3 text-sm text-muted">The line is drawn once there are enough reviews.</p>}
    </FigureCard>
  )
}
