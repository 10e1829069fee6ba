import type { Figures } from '@medicready/domain/contract/study/analytics'
import { LEARNERS_TO_COMPARE } from '@medicready/domain/study/analytics/percentile'
import { ComparedBars } from '../ui/charts/compared-bars.tsx'
import { PercentileBar } from '../ui/charts/percentile-bar.tsx'
import { countOf } from '../ui/words.ts'
import { FigureCard, StartStudying, secondsOf, valueName } from './figure-card.tsx'

/** The time of each question in Timed Exam. */
const EXAM_PACE_SECONDS = 90
const UNKNOWN = '–'

export function AmongStudentsCard({ figures: { overall, breakdown }, isExample }: { figures: Figures; isExample: boolean }) {
  const { above, students } = overall.amongOthers
  const words = (percent: number, of: number) => `Above ${percent}% of ${countOf(of, 'student')}`
  return (
    <FigureCard
      title="Among All Students"
      explanation="The share of students with a lower accuracy than yours, each on the questions they answered."
      isExample={isExample}
      empty={above === null ? missingComparison(students, overall.scored) : null}
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
      }
    : {
        title: 'Not enough answers yet',
        text: `You need 10 scored answers to compare. So far you have ${scored}.`,
        action: <StartStudying />,
      }

export function TimeCard({ figures: { time, overall, breakdown }, isExample }: { figures: Figures; isExample: boolean }) {
  const { ownMedianSeconds: own, othersMedianSeconds: others } = time
  const seconds = (value: number | null) => (value === null ? UNKNOWN : secondsOf(value))
  const summary = own === null ? '' : `You: ${seconds(own)}.${others === null ? '' : ` All students: ${seconds(others)}.`}`
  return (
    <FigureCard
      title="Time per Question"
      explanation="Your median time per answer, next to the median of all students on the same questions."
      isExample={isExample}
      empty={
        own === null ? { title: 'No times yet', text: 'Your pace appears here after your first answers.', action: <StartStudying /> } : null
      }
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
