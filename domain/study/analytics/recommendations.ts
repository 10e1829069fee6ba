import type { CalendarDay } from '../../core/calendar.ts'
import { examShares } from '../../exams/exam-plan.ts'
import type { ModuleName } from '../../questions/modules.ts'
import type { QuizFilter } from '../quiz.ts'
import { accuracyOf, ENOUGH_ANSWERS, likelyRange, sumOf, type Tally, weakModules } from '../weakness.ts'

export interface ModuleFigures extends Tally {
  readonly module: ModuleName
  readonly lastAnsweredOn: CalendarDay
}

interface Prepared {
  readonly mode: 'practice' | 'tutor_mode' | 'timed_exam'
  readonly count: number
  readonly quiz: QuizFilter
}

/** As many as can be done in one sitting. */
const MOST_MODULES = 3
const QUESTIONS = 10

const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

export interface FocusArea {
  readonly module: ModuleName
  /** Low end of the likely range; null for an unanswered module. */
  readonly low: number | null
  readonly mean: number | null
  readonly examShare: number
}

/** By exam share × how far the low end is below the mean. With few answers, unanswered modules by share. */
export function focusAreas(
  chosen: readonly ModuleName[],
  answered: readonly ModuleFigures[],
): (Prepared & { readonly modules: FocusArea[] }) | null {
  const mean = accuracyOf(sumOf(answered))
  const areas = weakModules(chosen, answered).map((module): FocusArea => {
    const figures = answered.find((one) => one.module === module)
    return { module, low: figures ? likelyRange(figures).low : null, mean, examShare: examShares[module] / 100 }
  })
  const modules = areas.sort((one, other) => expectedGain(other) - expectedGain(one)).slice(0, MOST_MODULES)
  return modules.length === 0 ? null : { modules, ...prepared('tutor_mode', modules) }
}

/** An unanswered module has everything to gain. */
const expectedGain = ({ low, mean, examShare }: FocusArea): number => examShare * (low === null || mean === null ? 1 : mean - low)

export interface Strength {
  readonly module: ModuleName
  readonly low: number
  readonly lastAnsweredOn: CalendarDay
}

/** Modules whose likely low end reaches the learner's mean, longest unpracticed first. */
export function maintainedStrengths(
  chosen: readonly ModuleName[],
  answered: readonly ModuleFigures[],
): (Prepared & { readonly modules: Strength[] }) | null {
  const mean = accuracyOf(sumOf(answered)) ?? 0
  const modules = answered
    .filter((figures) => chosen.includes(figures.module) && figures.scoredAnswers >= ENOUGH_ANSWERS)
    .map((figures): Strength => ({ module: figures.module, low: likelyRange(figures).low, lastAnsweredOn: figures.lastAnsweredOn }))
    .filter(({ low }) => low >= mean)
    .sort((one, other) => compare(one.lastAnsweredOn, other.lastAnsweredOn) || compare(one.module, other.module))
    .slice(0, MOST_MODULES)
  return modules.length === 0 ? null : { modules, ...prepared('practice', modules) }
}

export interface SlowModule {
  readonly module: ModuleName
  readonly questions: number
}

/** Questions answered right but slowly, against the clock. */
export function speedTraining(
  slow: readonly SlowModule[],
): (Prepared & { readonly questions: number; readonly modules: SlowModule[] }) | null {
  const questions = slow.reduce((sum, module) => sum + module.questions, 0)
  if (questions === 0) return null
  const modules = slow.toSorted((one, other) => other.questions - one.questions || compare(one.module, other.module))
  return {
    questions,
    modules: modules.slice(0, MOST_MODULES),
    mode: 'timed_exam',
    count: Math.min(QUESTIONS, questions),
    quiz: { ...anything, histories: ['slow'] },
  }
}

const prepared = (mode: Prepared['mode'], modules: readonly { readonly module: ModuleName }[]): Prepared => ({
  mode,
  count: QUESTIONS,
  quiz: { ...anything, modules: modules.map(({ module }) => module) },
})

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
