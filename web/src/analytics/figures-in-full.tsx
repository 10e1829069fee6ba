import { addDays } from '@medicready/domain/calendar'
import type { Analytics, Figures } from '@medicready/domain/contract/study/analytics'
import { ForgettingCurve } from '../ui/charts/forgetting-curve.tsx'
import { Heatmap, type HeatmapDay } from '../ui/charts/heatmap.tsx'
import { LineWithBand } from '../ui/charts/line-with-band.tsx'
import { countOf, percentOf, shareRange, tenthsOf } from '../ui/words.ts'
import { AccuracyCard } from './accuracy-card.tsx'
import { AmongStudentsCard, TimeCard } from './among-students-cards.tsx'
import { CalibrationCard, SureAndWrongCard } from './confidence-cards.tsx'
import { dayWords, FigureCard, ModuleProgress, StartStudying, yearSummary } from './figure-card.tsx'
import { Recommendations } from './recommendations.tsx'

/** Including days without answers. */
export function yearDays({ from, to, days }: Figures['year']): readonly HeatmapDay[] {
  const answered = new Map(days.map((day) => [day.date, day.answered]))
  const all: HeatmapDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) all.push({ date, count: answered.get(date) ?? 0 })
  return all
}

export function FiguresInFull({ figures, totals }: { figures: Figures; totals: Analytics['totals'] | null }) {
  const common = { figures, isExample: totals === null }
  return (
    <>
      <Recommendations recommendations={figures.recommendations} isExample={totals === null} />
      {totals && <ModuleProgress totals={totals} />}
      <AccuracyCard {...common} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 print:block print:space-y-4">
        <AmongStudentsCard {...common} />
        <TimeCard {...common} />
      </div>
      <YearCard {...common} />
      <AbilityCard {...common} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 print:block print:space-y-4">
        <CalibrationCard {...common} />
        <SureAndWrongCard {...common} />
      </div>
      <ForgettingCard {...common} />
    </>
  )
}

const WEEKS_OF_A_LINE = 2

function AbilityCard({ figures: { ability: weeks }, isExample }: { figures: Figures; isExample: boolean }) {
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
      explanation="The line rises as you answer harder questions correctly. The band shows the likely range for each week."
      isExample={isExample}
      empty={
        weeks.length < WEEKS_OF_A_LINE
          ? {
              title: 'Not enough answers for a line yet',
              text: 'A week counts once it has 10 scored answers. The line needs two such weeks.',
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
      <p className="mt-3 text-sm text-muted">Our own scale for tracking your progress. This is not an NREMT score.</p>
    </FigureCard>
  )
}

type Bin = Figures['forgetting']['bins'][number]

/** "3 days", "4 to 7 days", "31 days or more". */
const daysOf = ({ fromDays, toDays }: Bin): string => {
  if (toDays === null) return `${countOf(fromDays, 'day')} or more`
  return fromDays === toDays ? countOf(fromDays, 'day') : `${fromDays} to ${countOf(toDays, 'day')}`
}

function ForgettingCard({ figures: { forgetting }, isExample }: { figures: Figures; isExample: boolean }) {
  const { bins, curve } = forgetting
  const words = (bin: Bin) => `After ${daysOf(bin)}, ${percentOf(bin.accuracy)} known, from ${countOf(bin.scored, 'review')}`
  return (
    <FigureCard
      title="Forgetting Curve"
      explanation="The line shows how likely you are to know a question as days pass. The dots show how often you did."
      isExample={isExample}
      empty={
        bins.length === 0
          ? { title: 'No reviews yet', text: 'The curve appears once you have reviewed questions.', action: <StartStudying /> }
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

const YearCard = ({ figures: { year }, isExample }: { figures: Figures; isExample: boolean }) => (
  <FigureCard
    title="Your Year"
    explanation="Each square is a day of the last 12 months. A stronger color means more answers."
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
