import { addDays, type CalendarDay, daysBetween } from '../../core/shown/calendar.ts'
import type { MockBlueprint } from '../../exams/shown/blueprints.ts'
import type { ModuleName } from '../../questions/shown/modules.ts'
import { spreadOver } from '../cards/card.ts'
import { MAX_PLANNED_DAYS, type PlannedDay } from './study-plan.ts'

/** Early enough to still work on the results. */
const LAST_DAYS_BEFORE = 7
const DAYS_BETWEEN = 14
/** Days after which a missed exam is offered again. */
const COMES_AGAIN_AFTER = [0, 3, 6] as const
/** No mock exams in the last days. */
const LEAST_DAYS_BEFORE = 3

interface Until {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  readonly latest: CalendarDay | null
}

/** Every second week, counted back from the exam, so that days do not move when the plan is laid out again. */
export function mockExamDays({ today, examDate, latest }: Until): ReadonlySet<CalendarDay> {
  const days = new Set<CalendarDay>()
  const last = addDays(examDate, -LEAST_DAYS_BEFORE)
  const isOpen = (own: CalendarDay) => addDays(own, COMES_AGAIN_AFTER[2]) >= today
  for (let own = addDays(examDate, -LAST_DAYS_BEFORE); isOpen(own); own = addDays(own, -DAYS_BETWEEN)) {
    const isToCome = (day: CalendarDay) => day >= today && day <= last && (latest === null || latest < own || latest === day)
    const day = COMES_AGAIN_AFTER.map((after) => addDays(own, after)).find(isToCome)
    if (day !== undefined) days.add(day)
  }
  return days
}

export interface ModuleToPlan {
  readonly module: ModuleName
  readonly unseen: number
  /** Combines exam share and need. */
  readonly weight: number
}

export interface ToLayOut {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  readonly modules: readonly ModuleToPlan[]
  readonly questionsADay: number
  /** Cards by day from today; empty if the tier has no reviews. */
  readonly due: readonly number[]
  /** Null if the tier has no exams. */
  readonly mockExams: { readonly exam: MockBlueprint; readonly latest: CalendarDay | null } | null
}

export const QUESTIONS_A_DAY_UNLIMITED = 40

/** No new questions on the last days before the exam. */
const DAYS_WITHOUT_NEW = 2
const DAYS_TO_TAPER = 7
/** Maximum share of reviews, or nothing new would ever come. */
const MOST_REVIEWS = 0.6

/** Each day takes the module furthest behind its weight. Reviews come first, to a limit. A mock exam fills its day. */
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

/** The module with questions left that is furthest behind its share. */
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
