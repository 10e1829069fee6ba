import { z } from 'zod'
import { addDays, type CalendarDay, daysBetween } from '../../calendar.ts'
import type { Aggregate, Decide } from '../../decider.ts'
import { defineEvent, type EventOf, type Upcaster } from '../../event.ts'
import { blueprints, mockBlueprints } from '../../exams/blueprints.ts'
import { moduleNames } from '../modules.ts'

/**
 * `plan-<userId>`: what a learner does on each day until their exam. The worker lays it out, and lays it out anew when
 * the exam date, the modules or the tier change and when days were missed, once a day: what was not done finds new
 * places, and nothing piles up.
 */

/** A plan is laid out so far ahead, and goes on as its days pass. */
export const MAX_PLANNED_DAYS = 84

const PlannedDay = z.object({
  date: z.iso.date(),
  /** Where the new questions of the day come from; null on a day without any. */
  module: z.enum(moduleNames).nullable(),
  newQuestions: z.int().min(0),
  reviews: z.int().min(0),
  /** The mock exam that fills the day, by its blueprint; null on all other days. */
  exam: z.enum(mockBlueprints).nullable(),
})
export type PlannedDay = z.infer<typeof PlannedDay>

/** Before there were practice exams, no day was one of a mock exam. Null once the person was erased. */
const withoutExams: Upcaster = ({ days, ...data }) => ({
  ...data,
  days: days === null ? null : (days as object[]).map((day) => ({ ...day, exam: null })),
})

/** Why a plan is laid out, or laid out anew. */
export const planCauses = ['exam_date', 'modules', 'tier', 'missed_days', 'days_passed'] as const
export type PlanCause = (typeof planCauses)[number]

export const PlanLaidOut = defineEvent(
  'PlanLaidOut',
  {
    userId: z.uuid(),
    /** The first day of the plan, which is the day on which it is laid out, on the account's own calendar. */
    from: z.iso.date(),
    /** Null once the person was erased. */
    examDate: z.iso.date().nullable(),
    cause: z.enum(planCauses),
    /**
     * One after the other from `from` on; the last is the day before the exam where that is near enough, so that they
     * tell the exam's date: null once the person was erased.
     */
    days: z.array(PlannedDay).min(1).max(MAX_PLANNED_DAYS).nullable(),
  },
  { personal: { subject: 'userId', fields: ['examDate'], structured: ['days'] }, upcasters: [withoutExams] },
)

/** The exam date was taken away, or has come. */
export const PlanClosed = defineEvent('PlanClosed', { userId: z.uuid(), on: z.iso.date() })

export const studyPlanEvents = [PlanLaidOut, PlanClosed] as const
export type StudyPlanEvent = EventOf<(typeof studyPlanEvents)[number]>
export interface LaidOutPlan extends Omit<EventOf<typeof PlanLaidOut>['data'], 'days'> {
  readonly days: PlannedDay[]
}

export interface StudyPlanState {
  readonly plan: LaidOutPlan | null
}

export const studyPlan: Aggregate<StudyPlanState, StudyPlanEvent> = {
  category: 'plan',
  initial: { plan: null },
  lastEvents: 30,
  evolve: (_state, { type, data }) => ({ plan: type === 'PlanLaidOut' && data.days ? { ...data, days: data.days } : null }),
}

/**
 * Lays a plan out, unless one was laid out today that leads to the same days, or a later one: a worker that began on
 * the day before has come too late.
 */
export const layOutPlan =
  (command: LaidOutPlan): Decide<StudyPlanState, StudyPlanEvent> =>
  ({ plan }) => {
    if (plan && plan.examDate === command.examDate) {
      if (plan.from > command.from) return []
      if (plan.from === command.from && areSame(plan.days, command.days)) return []
    }
    return [{ type: 'PlanLaidOut', data: command }]
  }

const areSame = (some: readonly PlannedDay[], others: readonly PlannedDay[]): boolean =>
  some.length === others.length &&
  some.every((day, index) => {
    const other = others[index]
    return (
      other?.module === day.module && other.newQuestions === day.newQuestions && other.reviews === day.reviews && other.exam === day.exam
    )
  })

export const closePlan =
  (command: { readonly userId: string; readonly on: CalendarDay }): Decide<StudyPlanState, StudyPlanEvent> =>
  ({ plan }) =>
    plan ? [{ type: 'PlanClosed', data: command }] : []

/** How many questions a day of the plan brings, beside a mock exam. */
export const plannedOn = ({ newQuestions, reviews }: Pick<PlannedDay, 'newQuestions' | 'reviews'>): number => newQuestions + reviews

/** How many answers a day of the plan asks for: of a mock exam as many as it takes at least. */
export const answersPlannedOn = (day: PlannedDay): number => plannedOn(day) + (day.exam === null ? 0 : blueprints[day.exam].minItems)

export interface Standing {
  /** Answers given since the plan began, less those that its days before today asked for; below 0 when behind. */
  readonly ahead: number
}

/** Where a learner stands, from how many questions they answered on each day. */
export function standingIn(
  { days }: { readonly days: readonly PlannedDay[] },
  answeredOn: (date: CalendarDay) => number,
  today: CalendarDay,
): Standing {
  const past = days.filter(({ date }) => date < today)
  const current = days.find(({ date }) => date === today)
  const done = [...past, ...(current ? [current] : [])].reduce((sum, { date }) => sum + answeredOn(date), 0)
  return { ahead: done - past.reduce((sum, day) => sum + answersPlannedOn(day), 0) }
}

/** With fewer days of it left than this, a plan that does not reach the exam yet is laid out further. */
const DAYS_TO_GO_ON = 28

/**
 * Why a plan should be laid out, or laid out anew, as its own days tell; null where it may stay. One that was laid out
 * today stays, unless the exam has moved.
 */
export function planNeeds(
  plan: LaidOutPlan | null,
  {
    today,
    examDate,
    answeredOn,
  }: { readonly today: CalendarDay; readonly examDate: CalendarDay; readonly answeredOn: (date: CalendarDay) => number },
): Extract<PlanCause, 'exam_date' | 'missed_days' | 'days_passed'> | null {
  if (!plan || plan.examDate !== examDate) return 'exam_date'
  if (plan.from >= today) return null
  if (standingIn(plan, answeredOn, today).ahead < 0) return 'missed_days'
  const end = addDays(plan.from, plan.days.length)
  return end < examDate && daysBetween(today, end) < DAYS_TO_GO_ON ? 'days_passed' : null
}
