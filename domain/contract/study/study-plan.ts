import { z } from 'zod'
import { mockBlueprints } from '../../exams/blueprints.ts'
import { moduleNames } from '../../questions/modules.ts'
import { planCauses } from '../../study/plan/study-plan.ts'
import { signedIn } from '../call/call.ts'

const Day = z.object({
  date: z.iso.date(),
  module: z.enum(moduleNames).nullable(),
  newQuestions: z.int(),
  reviews: z.int(),
  exam: z.enum(mockBlueprints).nullable(),
  answered: z.int(),
})

export const StudyPlan = z.object({
  from: z.iso.date(),
  cause: z.enum(planCauses),
  /** Answers minus those planned before today; negative when behind. */
  ahead: z.int(),
  /** Of the plan before the latest change. */
  formerQuestionsADay: z.int().nullable(),
  days: z.array(Day),
})
export type StudyPlan = z.infer<typeof StudyPlan>

export const studyPlanCalls = {
  'GET /api/user/plan': signedIn.read({
    summary: "The caller's study plan. Null without a future exam date and until the worker has made it.",
    response: z.object({ today: z.iso.date(), examDate: z.iso.date().nullable(), plan: StudyPlan.nullable() }),
  }),
} as const
