import type { Figures } from '@medicready/domain/contract/study/analytics'
import { LineWithBand } from '../ui/charts/line-with-band.tsx'
import { countOf, tenthsOf } from '../ui/words.ts'
import { FigureCard } from './figure-card.tsx'
import { dayWords } from './figure-words.ts'
import { StartStudying } from './start-studying.tsx'

const WEEKS_OF_A_LINE = 2

/** An estimate of ability for each week, with its likely range. */
export function AbilityCard({ figures: { ability: weeks }, isExample }: { figures: Figures; isExample: boolean }) {
  const first = weeks[0]
  const last = weeks.at(-1)
  const rangeOf = ({ likelyRange }: Figures['ability'][number]) => `${tenthsOf(likelyRange.low)} to ${tenthsOf(likelyRange.high)}`
  const summary =
    first && last
      ? `From ${tenthsOf(first.ability)} in the week of ${dayWords(first.week, 'short')} to ${tenthsOf(last.ability)} in the week of ${dayWords(last.week, 'short')}, likely range ${rangeOf(last)}`
      : ''
  return (
    <FigureCard
      title="Ability"
      explanation="The line rises as you get harder questions right, and the band around it is the likely range of each week."
      isExample={isExample}
      empty={
        weeks.length < WEEKS_OF_A_LINE
          ? {
              title: 'Not enough answers for a line yet',
              text: 'A week counts from 10 scored answers on, and a line begins with two such weeks.',
              action: <StartStudying />,
            }
          : null
      }
      chart={
        weeks.length >= WEEKS_OF_A_LINE && (
          <LineWithBand
            label={summary}
            pointsLabel="Weeks"
            points={weeks.map((week) => ({
              at: Date.parse(week.week),
              tick: dayWords(week.week, 'short'),
              value: week.ability,
              ...week.likelyRange,
              words: `Week of ${dayWords(week.week, 'short')}: ${tenthsOf(week.ability)}, likely range ${rangeOf(week)}, from ${countOf(week.scored, 'answer')}`,
            }))}
            ends={{ high: 'Harder questions', low: 'Easier questions' }}
            marks={{ line: 'Your ability', band: 'Likely range' }}
          />
        )
      }
      columns={['Week of', 'Answers', 'Ability', 'Likely range']}
      rows={[...weeks].reverse().map((week) => [dayWords(week.week, 'long'), week.scored, tenthsOf(week.ability), rangeOf(week)])}
    >
      <p className="mt-3 text-sm text-muted">A scale of our own for following your progress, and not an NREMT score.</p>
    </FigureCard>
  )
}
