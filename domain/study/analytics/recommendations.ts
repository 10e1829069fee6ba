import type { CalendarDay } from '../../calendar.ts'
import { examShares } from '../exam-shares.ts'
import type { ModuleName } from '../modules.ts'
import type { QuizFilter } from '../quiz.ts'
import { accuracyOf, ENOUGH_ANSWERS, likelyRange, sumOf, type Tally, weakModules } from '../weakness.ts'

/** What a learner is advised to do next, by rules that are shown with the advice. */

export interface ModuleFigures extends Tally {
  readonly module: ModuleName
  readonly lastAnsweredOn: CalendarDay
}

/** A quiz that is ready to be begun. */
interface Prepared {
  readonly mode: 'practice' | 'tutor_mode' | 'timed_exam'
  readonly count: number
  readonly quiz: QuizFilter
}

/** So many modules are named at a time: what is advised should be done in a sitting. */
const MOST_MODULES = 3
const QUESTIONS = 10

const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

export interface FocusArea {
  readonly module: ModuleName
  /** The low end of the likely range; null in a module that was not answered in yet. */
  readonly low: number | null
  /** The learner's accuracy over all modules; null before the first answer that counts. */
  readonly mean: number | null
  readonly examShare: number
}

/**
 * The weak modules in which the expected gain is largest: the share of the exam that a module prepares for, times what
 * there is to gain in it, which is how far the low end of its likely range lies below the own mean. While nothing can
 * be called weak for lack of answers, the modules that were not answered in, by their shares. Null where nothing stands
 * out.
 */
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

/** In a module that was not answered in, all there is is to gain. */
const expectedGain = ({ low, mean, examShare }: FocusArea): number => examShare * (low === null || mean === null ? 1 : mean - low)

export interface Strength {
  readonly module: ModuleName
  readonly low: number
  readonly lastAnsweredOn: CalendarDay
}

/**
 * The modules in which even the low end of the likely range reaches the own mean, the one that was not answered in for
 * the longest time first. Null where there is none.
 */
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
  /** How many questions were right the last time, and slow. */
  readonly questions: number
}

/** What was right the last time and took longer than its time allows, against the clock. Null where nothing did. */
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
