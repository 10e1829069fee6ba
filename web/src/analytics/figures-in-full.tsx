import type { Analytics, Figures } from '@medicready/domain/contract/study/analytics'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { LEARNERS_TO_COMPARE } from '@medicready/domain/study/shown/percentile'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { confidenceWords } from '../answering/kind-names.ts'
import { useMoment } from '../api/rendered-at.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { CalibrationPlot } from '../ui/charts/calibration-plot.tsx'
import { ComparedBars, PercentileBar } from '../ui/charts/compared-bars.tsx'
import { ForgettingCurve } from '../ui/charts/forgetting-curve.tsx'
import { Heatmap, type HeatmapDay } from '../ui/charts/heatmap.tsx'
import { LineWithBand } from '../ui/charts/line-with-band.tsx'
import { agoOf, countOf, percentOf, shareRange, tenthsOf } from '../ui/words.ts'
import { AccuracyCard } from './accuracy-card.tsx'
import { dayWords, FigureCard, ModuleProgress, secondsOf, valueName, yearSummary } from './figure-card.tsx'
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
        weeks.length < WEEKS_OF_A_LINE && {
          title: 'Not enough answers for a line yet',
          text: 'A week counts once it has 10 scored answers. The line needs two such weeks.',
        }
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
      empty={bins.length === 0 && { title: 'No reviews yet', text: 'The curve appears once you have reviewed questions.' }}
      chart={
        <ForgettingCurve
          label={bins.map(words).join('; ')}
          pointsLabel="Days since you last saw it"
          curve={curve.map(({ days, recall }) => ({ day: days, share: recall }))}
          dots={bins.map((bin) => ({ day: bin.meanDays, share: bin.accuracy, ...bin.likelyRange, words: words(bin) }))}
          marks={{ curve: 'Likely to be known', dots: 'Known' }}
          axis="Days since you last saw it"
        />
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
    empty={year.days.length === 0 && { title: 'No study days yet', text: 'Your first answer fills the first square.' }}
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

const EXAM_PACE_SECONDS = 90
const UNKNOWN = '–'

function AmongStudentsCard({ figures: { overall, breakdown }, isExample }: { figures: Figures; isExample: boolean }) {
  const { above, students } = overall.amongOthers
  const words = (percent: number, of: number) => `Above ${percent}% of ${countOf(of, 'student')}`
  return (
    <FigureCard
      title="Among All Students"
      explanation="The share of students with a lower accuracy than yours, each on the questions they answered."
      isExample={isExample}
      empty={above === null && missingComparison(students, overall.scored)}
      chart={
        above !== null && (
          <div className="grid gap-3">
            <p className="text-2xl font-semibold tabular-nums">{words(above, students)}</p>
            <PercentileBar label={words(above, students)} percentile={above} mark="You" />
          </div>
        )
      }
      columns={['Module', 'Above', 'Students']}
      rows={[
        ['All modules', above === null ? UNKNOWN : `${above}%`, students],
        ...breakdown.module.map(
          ({ value, amongOthers }) =>
            [valueName('module', value), amongOthers.above === null ? UNKNOWN : `${amongOthers.above}%`, amongOthers.students] as const,
        ),
      ]}
    />
  )
}

/** A comparison needs enough answers of this student and of enough others. */
const missingComparison = (students: number, scored: number) =>
  students < LEARNERS_TO_COMPARE
    ? {
        title: 'Not enough students yet',
        text: `Shown once ${LEARNERS_TO_COMPARE} students can be compared. So far there are ${students}.`,
        action: null,
      }
    : {
        title: 'Not enough answers yet',
        text: `You need 10 scored answers to compare. So far you have ${scored}.`,
      }

function TimeCard({ figures: { time, overall, breakdown }, isExample }: { figures: Figures; isExample: boolean }) {
  const { ownMedianSeconds: own, othersMedianSeconds: others } = time
  const seconds = (value: number | null) => (value === null ? UNKNOWN : secondsOf(value))
  const summary = own === null ? '' : `You: ${seconds(own)}.${others === null ? '' : ` All students: ${seconds(others)}.`}`
  return (
    <FigureCard
      title="Time per Question"
      explanation="Your median time per answer, next to the median of all students on the same questions."
      isExample={isExample}
      empty={own === null && { title: 'No times yet', text: 'Your pace appears here after your first answers.' }}
      chart={
        own !== null && (
          <ComparedBars
            label={summary}
            bars={[
              { name: 'You', value: own, words: secondsOf(own), own: true },
              ...(others === null ? [] : [{ name: 'All students', value: others, words: secondsOf(others) }]),
            ]}
            line={{ value: EXAM_PACE_SECONDS, label: `${EXAM_PACE_SECONDS} seconds, as in Timed Exam` }}
          />
        )
      }
      columns={['Mean time', 'You', 'All students']}
      rows={[
        ['All modules', seconds(overall.meanSeconds), seconds(overall.all.meanSeconds)],
        ...breakdown.module.map(
          ({ value, meanSeconds, all }) => [valueName('module', value), seconds(meanSeconds), seconds(all.meanSeconds)] as const,
        ),
      ]}
    >
      {own !== null && others === null && (
        <p className="mt-3 text-sm text-muted">Shown next to other students once {LEARNERS_TO_COMPARE} students can be compared.</p>
      )}
    </FigureCard>
  )
}

const readings = {
  over: 'You tend to be a little more confident than your answers justify.',
  under: 'You know more than you think.',
  even: 'Your confidence matches how often you are right.',
} as const

function CalibrationCard({ figures: { calibration }, isExample }: { figures: Figures; isExample: boolean }) {
  const levels = confidenceWords.map((name, index) => ({
    name: `${index + 1}, ${name.toLowerCase()}`,
    tick: name,
    level: calibration.levels.find(({ confidence }) => confidence === index + 1),
  }))
  const wordsOf = ({ name, level }: (typeof levels)[number]) =>
    level
      ? `Confidence ${name}: right ${percentOf(level.accuracy)} of the time, likely range ${shareRange(level.likelyRange)}, from ${countOf(level.scored, 'answer')}`
      : `Confidence ${name}: no answers yet`
  return (
    <FigureCard
      title="Confidence and Correctness"
      explanation="How often you were right at each confidence level in Tutor Mode."
      isExample={isExample}
      empty={
        calibration.levels.length === 0 && {
          title: 'No confidence ratings yet',
          text: 'Tutor Mode asks for your confidence before you answer.',
          action: <LinkButton to={paths.studyMode()} variant="secondary" label="Start Tutor Mode" />,
        }
      }
      chart={
        <CalibrationPlot
          label={levels
            .filter(({ level }) => level)
            .map(wordsOf)
            .join('; ')}
          pointsLabel="Levels of confidence"
          levels={levels.map(({ name, tick, level }, index) => ({
            tick,
            shortTick: String(index + 1),
            found: level ? { share: level.accuracy, ...level.likelyRange } : null,
            expected: level?.claimed ?? null,
            words: wordsOf({ name, tick, level }),
          }))}
          marks={{ found: 'How often you were right', range: 'Likely range', expected: 'Perfect match' }}
        />
      }
      columns={['Confidence', 'Answers', 'Right', 'Likely range', 'Perfect match']}
      rows={levels.flatMap(({ name, level }) =>
        level ? [[name, level.scored, percentOf(level.accuracy), shareRange(level.likelyRange), percentOf(level.claimed)] as const] : [],
      )}
    >
      {calibration.reading && <p className="mt-3 font-medium">{readings[calibration.reading]}</p>}
    </FigureCard>
  )
}

function SureAndWrongCard({ figures: { sureAndWrong }, isExample }: { figures: Figures; isExample: boolean }) {
  const id = useId()
  const now = useMoment()
  const { questions, latest } = sureAndWrong
  return (
    <Card
      {...(isExample ? { 'aria-label': 'Example, not your own figures: Sure and Wrong' } : { 'aria-labelledby': id })}
      className="min-w-0 box-decoration-clone"
    >
      <h2 id={id} className="flex break-after-avoid flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        Sure and Wrong
        {isExample && <Badge>Example</Badge>}
      </h2>
      <p className="mt-1 break-after-avoid text-sm text-muted">
        Questions that you missed with confidence 4 or 5, latest first, until you answer them correctly.
      </p>
      {latest.length === 0 ? (
        <EmptyState title="Nothing here">You have no confident misses to review.</EmptyState>
      ) : (
        <>
          <ul className="mt-3 grid">
            {latest.map((question) => (
              <li key={question.questionId} className="break-inside-avoid border-b border-hairline last:border-0">
                <MissedQuestion question={question} now={now} isExample={isExample} />
              </li>
            ))}
          </ul>
          {questions > latest.length && (
            <p className="mt-2 text-sm text-muted">
              The latest {latest.length} of {countOf(questions, 'question')}.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

interface MissedQuestionProps {
  question: Figures['sureAndWrong']['latest'][number]
  now: number
  /** Example questions do not exist, so there is nothing to link to. */
  isExample: boolean
}

function MissedQuestion({ question: { questionId, module, stem, confidence, answeredAt }, now, isExample }: MissedQuestionProps) {
  const words = (
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="line-clamp-2 font-medium">{stem}</span>
      <span className="text-sm text-muted">
        {moduleLabel(module)} · Confidence {confidence}, {agoOf(answeredAt, now)}
      </span>
    </span>
  )
  const look = 'flex min-h-14 items-center gap-3 py-2.5'
  if (isExample) return <div className={look}>{words}</div>
  return (
    <Link to={paths.question(questionId)} className={`${look} -mx-2 rounded-control px-2 transition-colors hover:bg-sunken`}>
      {words}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted print:hidden" />
    </Link>
  )
}
