import { z } from 'zod'
import { mockBlueprints } from '../../exams/blueprints.ts'
import { moduleNames } from '../../study/modules.ts'
import { planCauses } from '../../study/plan/study-plan.ts'
import { call } from '../call.ts'

const Day = z.object({
  date: z.iso.date(),
  /** Where the new questions come from; null on a day without any. */
  module: z.enum(moduleNames).nullable(),
  newQuestions: z.int(),
  reviews: z.int(),
  /** The mock exam that fills it, by its blueprint; null on other days. */
  exam: z.enum(mockBlueprints).nullable(),
  /** How many questions were answered on it. */
  answered: z.int(),
})

export const StudyPlan = z.object({
  from: z.iso.date(),
  cause: z.enum(planCauses),
  /** Answers given since it began, less those that its days before today asked for; below 0 when behind. */
  ahead: z.int(),
  /** Questions a day as they were planned before, where the plan has moved; null for the first. */
  formerQuestionsADay: z.int().nullable(),
  /** From the first day of the plan on. */
  days: z.array(Day),
})
export type StudyPlan = z.infer<typeof StudyPlan>

export const studyPlanCalls = {
  'GET /api/user/plan': call({
    summary: "The caller's study plan. Null without a future exam date and until the worker has made it.",
    access: 'signedIn',
    service: 'read-api',
    response: z.object({ today: z.iso.date(), examDate: z.iso.date().nullable(), plan: StudyPlan.nullable() }),
    errors: [],
    example: {},
  }),
} as const
