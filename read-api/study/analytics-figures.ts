import type { Analytics, Figure, Figures } from '@medicready/domain/contract/study/analytics'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { type Difficulty, difficulties } from '@medicready/domain/questions/shown/terms'
import { abilityOf, type WeekOfAnswers } from '@medicready/domain/study/analytics/ability'
import { brierScore, claimedBy, confidenceLevels, readingOf } from '@medicready/domain/study/analytics/calibration'
import { binAt, binStarts, forgettingCurve } from '@medicready/domain/study/analytics/forgetting'
import { focusAreas, type ModuleFigures, maintainedStrengths, speedTraining } from '@medicready/domain/study/analytics/recommendations'
import { medianSeconds } from '@medicready/domain/study/analytics/spent-times'
import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import { LEARNERS_TO_COMPARE, learnersIn, percentAbove } from '@medicready/domain/study/shown/percentile'
import { accuracyOf, ENOUGH_ANSWERS, likelyRange, sumOf, type Tally } from '@medicready/domain/study/shown/weakness'
import { ALL, type Group, groupAt, groups, noCounts, placeOf, topicValue } from '@medicready/projector/read-models/study/analytics-counts'
import type { LearnerRow, ModuleRow } from '@medicready/projector/read-models/study/analytics-queries'
import type { AllStudents } from './all-students.ts'

export interface Details {
  readonly weeks: readonly { readonly week: CalendarDay; readonly counts: readonly number[] }[]
  readonly days: Readonly<Figures['year']['days']>
  readonly slow: readonly { readonly module: ModuleName; readonly questions: number }[]
  readonly chosen: readonly ModuleName[]
  readonly sureAndWrong: Figures['sureAndWrong']
}

const DAYS_SHOWN = 365
export const yearUpTo = (today: CalendarDay): { from: CalendarDay; to: CalendarDay } => ({
  from: addDays(today, 1 - DAYS_SHOWN),
  to: today,
})

export const newcomer: LearnerRow = {
  counts: noCounts(groups.length),
  confidence: [],
  forgetting: [],
  own_times: [],
  others_times: [],
}

export function totalsOf({ counts }: LearnerRow, modules: readonly ModuleRow[]): Analytics['totals'] {
  const all = groupAt(counts, ALL)
  return {
    ...tallyOf(all),
    studySeconds: all.seconds,
    modules: modules.map(({ module, counts, last_answered_on }) => ({
      module,
      ...tallyOf(groupAt(counts)),
      lastAnsweredOn: last_answered_on,
    })),
  }
}

const tallyOf = (group: Group) => ({
  answered: group.answered,
  scored: group.scoredAnswers,
  correct: group.correctAnswers,
  accuracy: accuracyOf(group),
})

export function figuresOf(
  learner: LearnerRow,
  modules: readonly ModuleRow[],
  details: Details,
  all: AllStudents,
  today: CalendarDay,
): Figures {
  const { value: _, ...overall } = figureOf('all', '', groupAt(learner.counts, ALL), all)
  const tallies = modules.map(({ module, counts, last_answered_on }): ModuleFigures => {
    const { scoredAnswers, correctAnswers } = groupAt(counts)
    return { module, scoredAnswers, correctAnswers, lastAnsweredOn: last_answered_on }
  })
  return {
    overall,
    breakdown: breakdownOf(learner, modules, all),
    time: timeOf(learner, all),
    year: { ...yearUpTo(today), days: [...details.days] },
    ability: details.weeks.flatMap(({ week, counts }) => abilityIn(week, counts)),
    calibration: calibrationOf(learner.confidence),
    sureAndWrong: details.sureAndWrong,
    forgetting: forgettingOf(learner.forgetting),
    recommendations: {
      focusAreas: focusAreas(details.chosen, tallies),
      maintainStrengths: maintainedStrengths(details.chosen, tallies),
      speedTraining: speedTraining(details.slow),
    },
  }
}

/** `named`: the value's name among those of all modules. */
function figureOf(dimension: Dimension | 'all', value: string, own: Group, all: AllStudents, named = value): Figure {
  const others = all.groupOf(dimension, named)
  const distribution = all.distributionOf(dimension, named)
  return {
    value,
    ...tallyOf(own),
    likelyRange: rangeOf(own),
    meanSeconds: meanOf(own),
    all: {
      accuracy: others && accuracyOf({ scoredAnswers: others.scored, correctAnswers: others.correct }),
      meanSeconds: others && meanOf(others),
    },
    amongOthers: { students: learnersIn(distribution), above: percentAbove(distribution, own) },
  }
}

const rangeOf = (tally: Tally) => (tally.scoredAnswers === 0 ? null : likelyRange(tally))
const meanOf = ({ seconds, answered }: { seconds: number; answered: number }) => (answered === 0 ? null : seconds / answered)

function breakdownOf({ counts }: LearnerRow, modules: readonly ModuleRow[], all: AllStudents): Figures['breakdown'] {
  const by = (dimension: Dimension): Figure[] =>
    mostFirst(
      groups.flatMap((group, place) => {
        const own = groupAt(counts, place)
        return group.dimension === dimension && own.answered > 0 ? [figureOf(dimension, group.value, own, all)] : []
      }),
    )
  return {
    module: mostFirst(modules.map(({ module, counts }) => figureOf('module', module, groupAt(counts), all))),
    topic: mostFirst(
      modules.flatMap(({ module, topics, counts }) =>
        topics.map((topic) => ({
          module,
          ...figureOf('topic', topic, groupAt(counts, placeOf(topic, topics)), all, topicValue(module, topic)),
        })),
      ),
    ),
    domain: by('domain'),
    judgmentStep: by('judgmentStep'),
    kind: by('kind'),
    difficulty: by('difficulty'),
  }
}

const mostFirst = <One extends Figure>(figures: readonly One[]): One[] =>
  figures.toSorted((one, other) => other.answered - one.answered || (one.value < other.value ? -1 : 1))

function timeOf({ own_times, others_times }: LearnerRow, all: AllStudents): Figures['time'] {
  const students = learnersIn(all.distributionOf('all', ''))
  return {
    ownMedianSeconds: medianSeconds(own_times),
    othersMedianSeconds: students < LEARNERS_TO_COMPARE ? null : medianSeconds(others_times, ENOUGH_ANSWERS),
    students,
  }
}

function abilityIn(week: CalendarDay, counts: readonly number[]): Figures['ability'] {
  const of = (difficulty: Difficulty) => tallyAt(counts, 2 * difficulties.indexOf(difficulty))
  const answers: WeekOfAnswers = { easy: of('easy'), moderate: of('moderate'), hard: of('hard') }
  const { scoredAnswers: scored } = sumOf(Object.values(answers))
  if (scored < ENOUGH_ANSWERS) return []
  const { ability, low, high } = abilityOf(answers)
  return [{ week, scored, ability, likelyRange: { low, high } }]
}

const tallyAt = (counts: readonly number[], at: number): Tally => ({ scoredAnswers: counts[at] ?? 0, correctAnswers: counts[at + 1] ?? 0 })

const shown = (tally: Tally) => ({
  scored: tally.scoredAnswers,
  correct: tally.correctAnswers,
  accuracy: accuracyOf(tally) ?? 0,
  likelyRange: likelyRange(tally),
})

function calibrationOf(confidence: readonly number[]): Figures['calibration'] {
  const rated = new Map(
    confidenceLevels.map((level) => [level, tallyAt(confidence, 2 * (level - 1))] as const).filter(([, tally]) => tally.scoredAnswers > 0),
  )
  return {
    levels: [...rated].map(([level, tally]) => ({
      confidence: level,
      claimed: claimedBy(level),
      ...shown(tally),
    })),
    brierScore: brierScore(rated),
    reading: readingOf(rated),
  }
}

function forgettingOf(forgetting: readonly number[]): Figures['forgetting'] {
  const bins = binStarts
    .map((_, index) => binAt(index, { ...tallyAt(forgetting, 3 * index), totalDays: forgetting[3 * index + 2] ?? 0 }))
    .filter(({ scoredAnswers }) => scoredAnswers > 0)
  return {
    bins: bins.map(({ fromDays, toDays, meanDays, ...tally }) => ({
      fromDays,
      toDays,
      meanDays,
      ...shown(tally),
    })),
    curve: forgettingCurve(bins),
  }
}
