import { z } from 'zod'
import type { CalendarDay } from '../../core/shown/calendar.ts'
import { examShares } from '../../exams/exam-plan.ts'
import { type ModuleName, moduleNames } from '../../questions/shown/modules.ts'
import { anything, MAX_QUIZ_QUESTIONS, QuizFilter } from '../quiz.ts'
import { compare } from '../selection.ts'
import { accuracyOf, ENOUGH_ANSWERS, likelyRange, sumOf, type Tally, weakModules } from '../shown/weakness.ts'

export interface ModuleFigures extends Tally {
  readonly module: ModuleName
  readonly lastAnsweredOn: CalendarDay
}

/** Ready for `POST /api/study-session/generate`. */
const prepared = {
  mode: z.enum(['practice', 'tutor_mode', 'timed_exam']),
  count: z.int().min(1).max(MAX_QUIZ_QUESTIONS),
  quiz: QuizFilter,
}
const share = z.number().min(0).max(1)
const module = z.enum(moduleNames)

export const Recommendations = z.object({
  /** By how much right answers would raise the chance of passing, most first. */
  focusAreas: z
    .object({
      modules: z.array(
        z.object({
          module,
          /** Low end of the likely range; null for an unanswered module. */
          low: share.nullable(),
          mean: share.nullable(),
          examShare: share,
        }),
      ),
      ...prepared,
    })
    .nullable(),
  /** Modules whose low end reaches the learner's average, longest unanswered first. */
  maintainStrengths: z.object({ modules: z.array(z.object({ module, low: share, lastAnsweredOn: z.iso.date() })), ...prepared }).nullable(),
  /** Right last time but slow. */
  speedTraining: z.object({ questions: z.int(), modules: z.array(z.object({ module, questions: z.int() })), ...prepared }).nullable(),
})
type Recommendations = z.infer<typeof Recommendations>
type FocusArea = NonNullable<Recommendations['focusAreas']>['modules'][number]
type SlowModule = NonNullable<Recommendations['speedTraining']>['modules'][number]

/** As many as can be done in one sitting. */
const MOST_MODULES = 3
const QUESTIONS = 10

/** By exam share × how far the low end is below the mean. With few answers, unanswered modules by share. */
export function focusAreas(chosen: readonly ModuleName[], answered: readonly ModuleFigures[]): Recommendations['focusAreas'] {
  const mean = accuracyOf(sumOf(answered))
  const areas = weakModules(chosen, answered).map((module): FocusArea => {
    const figures = answered.find((one) => one.module === module)
    return { module, low: figures ? likelyRange(figures).low : null, mean, examShare: examShares[module] / 100 }
  })
  const modules = areas.sort((one, other) => expectedGain(other) - expectedGain(one)).slice(0, MOST_MODULES)
  return modules.length === 0 ? null : { modules, ...quizOf('tutor_mode', modules) }
}

/** An unanswered module has everything to gain. */
const expectedGain = ({ low, mean, examShare }: FocusArea): number => examShare * (low === null || mean === null ? 1 : mean - low)

/** Modules whose likely low end reaches the learner's mean, longest unpracticed first. */
export function maintainedStrengths(
  chosen: readonly ModuleName[],
  answered: readonly ModuleFigures[],
): Recommendations['maintainStrengths'] {
  const mean = accuracyOf(sumOf(answered)) ?? 0
  const modules = answered
    .filter((figures) => chosen.includes(figures.module) && figures.scoredAnswers >= ENOUGH_ANSWERS)
    .map((figures) => ({ module: figures.module, low: likelyRange(figures).low, lastAnsweredOn: figures.lastAnsweredOn }))
    .filter(({ low }) => low >= mean)
    .sort((one, other) => compare(one.lastAnsweredOn, other.lastAnsweredOn) || compare(one.module, other.module))
    .slice(0, MOST_MODULES)
  return modules.length === 0 ? null : { modules, ...quizOf('practice', modules) }
}

/** Questions answered right but slowly, against the clock. */
export function speedTraining(slow: readonly SlowModule[]): Recommendations['speedTraining'] {
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

const quizOf = (mode: 'practice' | 'tutor_mode', modules: readonly { readonly module: ModuleName }[]) => ({
  mode,
  count: QUESTIONS,
  quiz: { ...anything, modules: modules.map(({ module }) => module) },
})
