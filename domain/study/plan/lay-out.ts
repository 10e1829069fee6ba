import { addDays, type CalendarDay, daysBetween } from '../../calendar.ts'
import type { MockBlueprint } from '../../exams/blueprints.ts'
import { spreadOver } from '../cards/forecast.ts'
import type { ModuleName } from '../modules.ts'
import { mockExamDays } from './mock-exams.ts'
import { MAX_PLANNED_DAYS, type PlannedDay } from './study-plan.ts'

/** A module as a plan sees it. */
export interface ModuleToPlan {
  readonly module: ModuleName
  /** Questions that the learner was not given yet. */
  readonly unseen: number
  /** How much of what is new comes from it beside the others: by its share of the exam, and by the learner's need. */
  readonly weight: number
}

export interface ToLayOut {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  readonly modules: readonly ModuleToPlan[]
  /** How many questions a day holds. */
  readonly questionsADay: number
  /** Cards that come due on the days from today on; none where the tier has no reviews. */
  readonly due: readonly number[]
  /** The mock exams to plan, and the day of the latest that was begun; null where the tier has none. */
  readonly mockExams: { readonly exam: MockBlueprint; readonly latest: CalendarDay | null } | null
}

/** What a plan takes for a day where the tier sets no limit. */
export const QUESTIONS_A_DAY_UNLIMITED = 40

/** The last days before an exam bring nothing new, if there are enough days for that. */
const DAYS_WITHOUT_NEW = 2
const DAYS_TO_TAPER = 7
/** Reviews never take more than this part of a day, or nothing new would ever come. */
const MOST_REVIEWS = 0.6

/**
 * The days until an exam, or the first of them. What is new is spread evenly over the days that are left, each day from
 * the one module that has had least of what its weight gives it, so that modules take turns (interleaved practice) and
 * the weak and the heavy ones come most; reviews take the part of the day that they need, and what finds no room comes
 * on the days after. A mock exam has its day to itself.
 */
export function layOut({ today, examDate, modules, questionsADay, due, mockExams }: ToLayOut): PlannedDay[] {
  const left = daysBetween(today, examDate)
  const taper = left > DAYS_TO_TAPER ? DAYS_WITHOUT_NEW : 0
  const weights = modules.reduce((sum, { weight }) => sum + weight, 0)
  const unseen = new Map(modules.map((one) => [one.module, one.unseen]))
  const given = new Map<ModuleName, number>()
  let [unseenInAll, givenInAll] = [modules.reduce((sum, one) => sum + one.unseen, 0), 0]

  const dates = Array.from({ length: Math.min(left, MAX_PLANNED_DAYS) }, (_, index) => addDays(today, index))
  const ofMockExams = mockExams ? mockExamDays({ today, examDate, latest: mockExams.latest }) : new Set<CalendarDay>()
  const lastForNew = addDays(today, left - taper - 1)
  const daysForNewFrom = (index: number) => {
    const first = addDays(today, index)
    const taken = [...ofMockExams].filter((date) => date >= first && date <= lastForNew).length
    return left - taper - index - taken
  }
  const roomOn = (index: number) => (daysForNewFrom(index) > 0 ? Math.max(Math.floor(questionsADay * MOST_REVIEWS), 1) : questionsADay)
  const reviewsOn = spreadOver(
    dates.map((_, index) => due[index] ?? 0),
    (index) => (ofMockExams.has(addDays(today, index)) ? 0 : roomOn(index)),
  )
  return dates.map((date, index) => {
    if (mockExams && ofMockExams.has(date)) return { date, module: null, newQuestions: 0, reviews: 0, exam: mockExams.exam }
    const daysForNew = daysForNewFrom(index)
    const reviews = reviewsOn[index] ?? 0
    const wanted = daysForNew > 0 ? Math.min(Math.ceil(unseenInAll / daysForNew), questionsADay - reviews) : 0
    const next = wanted > 0 ? mostOwed(modules, unseen, given, givenInAll + wanted, weights) : null
    if (!next) return { date, module: null, newQuestions: 0, reviews, exam: null }
    const newQuestions = Math.min(wanted, unseen.get(next) ?? 0)
    unseen.set(next, (unseen.get(next) ?? 0) - newQuestions)
    given.set(next, (given.get(next) ?? 0) + newQuestions)
    unseenInAll -= newQuestions
    givenInAll += newQuestions
    return { date, module: next, newQuestions, reviews, exam: null }
  })
}

/** The module with something left that lacks most of its share of what was planned so far. */
function mostOwed(
  modules: readonly ModuleToPlan[],
  unseen: ReadonlyMap<ModuleName, number>,
  given: ReadonlyMap<ModuleName, number>,
  inAll: number,
  weights: number,
): ModuleName | null {
  const owed = ({ module, weight }: ModuleToPlan) => (weight / weights) * inAll - (given.get(module) ?? 0)
  const open = modules.filter(({ module }) => (unseen.get(module) ?? 0) > 0)
  return open.reduce<ModuleToPlan | null>((best, one) => (best === null || owed(one) > owed(best) ? one : best), null)?.module ?? null
}
