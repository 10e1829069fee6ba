import { z } from 'zod'
import type { Aggregate, Decide } from '../../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, type Upcaster } from '../../core/event.ts'
import { addDays, type CalendarDay, daysBetween } from '../../core/shown/calendar.ts'
import { blueprints, mockBlueprints } from '../../exams/shown/blueprints.ts'
import { moduleNames } from '../../questions/shown/modules.ts'

// `plan-<userId>`: daily tasks until the exam, planned anew at most once a day after a change or missed days.

export const MAX_PLANNED_DAYS = 84

const PlannedDay = z.object({
  date: z.iso.date(),
  module: z.enum(moduleNames).nullable(),
  newQuestions: z.int().min(0),
  reviews: z.int().min(0),
  exam: z.enum(mockBlueprints).nullable(),
})
export type PlannedDay = z.infer<typeof PlannedDay>

/** Version 1 had no mock exams. Null after erasure. */
const withoutExams: Upcaster = ({ days, ...data }) => ({
  ...data,
  days: days === null ? null : (days as object[]).map((day) => ({ ...day, exam: null })),
})

export const planCauses = ['exam_date', 'modules', 'tier', 'missed_days', 'days_passed'] as const
export type PlanCause = (typeof planCauses)[number]

export const studyPlanEvents = defineEvents({
  PlanLaidOut: eventWith(
    {
      userId: z.uuid(),
      from: z.iso.date(),
      examDate: z.iso.date().nullable(),
      cause: z.enum(planCauses),
      /** Consecutive from `from`. They may reveal the exam date, so they are null after erasure. */
      days: z.array(PlannedDay).min(1).max(MAX_PLANNED_DAYS).nullable(),
    },
    { personal: { subject: 'userId', fields: ['examDate'], structured: ['days'] }, upcasters: [withoutExams] },
  ),
  PlanClosed: eventWith({ userId: z.uuid(), on: z.iso.date() }),
})
export type StudyPlanEvent = EventOf<(typeof studyPlanEvents)[number]>
export interface LaidOutPlan extends Omit<DataOf<StudyPlanEvent, 'PlanLaidOut'>, 'days'> {
  readonly days: PlannedDay[]
}

export interface StudyPlanState {
  readonly plan: LaidOutPlan | null
}

export const studyPlanAggregate: Aggregate<StudyPlanState, StudyPlanEvent> = {
  category: 'plan',
  initial: { plan: null },
  lastEvents: 30,
  evolve: (_state, { type, data }) => ({ plan: type === 'PlanLaidOut' && data.days ? { ...data, days: data.days } : null }),
}

/** Decides nothing if today's plan already leads to the same days, or a later plan exists. */
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

export const plannedOn = ({ newQuestions, reviews }: Pick<PlannedDay, 'newQuestions' | 'reviews'>): number => newQuestions + reviews

export const answersPlannedOn = (day: PlannedDay): number => plannedOn(day) + (day.exam === null ? 0 : blueprints[day.exam].minItems)

/** `ahead` is negative when behind. */
export function standingIn({ days }: { readonly days: readonly PlannedDay[] }, answeredOn: Standing['answeredOn'], today: CalendarDay) {
  const past = days.filter(({ date }) => date < today)
  const current = days.find(({ date }) => date === today)
  const done = [...past, ...(current ? [current] : [])].reduce((sum, { date }) => sum + answeredOn(date), 0)
  return { ahead: done - past.reduce((sum, day) => sum + answersPlannedOn(day), 0) }
}

/** A plan that does not reach the exam is extended when fewer days are left. */
const DAYS_TO_GO_ON = 28

interface Standing {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  readonly answeredOn: (date: CalendarDay) => number
}

type PlanNeed = Extract<PlanCause, 'exam_date' | 'missed_days' | 'days_passed'>

/** Null if the plan may stay. Today's plan stays unless the exam moved. */
export function planNeeds(plan: LaidOutPlan | null, { today, examDate, answeredOn }: Standing): PlanNeed | null {
  if (!plan || plan.examDate !== examDate) return 'exam_date'
  if (plan.from >= today) return null
  if (standingIn(plan, answeredOn, today).ahead < 0) return 'missed_days'
  const end = addDays(plan.from, plan.days.length)
  return end < examDate && daysBetween(today, end) < DAYS_TO_GO_ON ? 'days_passed' : null
}
