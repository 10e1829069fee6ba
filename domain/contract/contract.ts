import { accountCalls } from './accounts.ts'
import { achievementCalls } from './achievements.ts'
import { analyticsCalls } from './analytics.ts'
import { billingCalls } from './billing.ts'
import type { CallTypes } from './call.ts'
import { cardCalls } from './cards.ts'
import { examCommandCalls, examReadCalls } from './exams.ts'
import { noteCalls } from './notes.ts'
import { personalDataCalls } from './personal-data.ts'
import { pictureCalls } from './pictures.ts'
import { profileCalls } from './profile.ts'
import { authoringCalls } from './question-authoring.ts'
import { packageCalls } from './question-packages.ts'
import { questionCalls } from './questions.ts'
import { quizCalls } from './quizzes.ts'
import { readinessCommandCalls, readinessReadCalls } from './readiness.ts'
import { recoveryCalls } from './recovery.ts'
import { roleCalls } from './roles.ts'
import { secondFactorCalls } from './second-factors.ts'
import { sessionCalls } from './sessions.ts'
import { studyCalls } from './study.ts'
import { studyPlanCalls } from './study-plan.ts'
import { studySessionCalls } from './study-sessions.ts'

/** Every call that the product answers, by `METHOD /path/{param}`. */
export const contract = {
  ...accountCalls,
  ...profileCalls,
  ...personalDataCalls,
  ...recoveryCalls,
  ...sessionCalls,
  ...roleCalls,
  ...secondFactorCalls,
  ...questionCalls,
  ...noteCalls,
  ...authoringCalls,
  ...packageCalls,
  ...pictureCalls,
  ...studyCalls,
  ...analyticsCalls,
  ...studySessionCalls,
  ...quizCalls,
  ...achievementCalls,
  ...studyPlanCalls,
  ...cardCalls,
  ...examCommandCalls,
  ...examReadCalls,
  ...readinessCommandCalls,
  ...readinessReadCalls,
  ...billingCalls,
} as const

export type CallKey = keyof typeof contract
export type CallsOf<Key extends CallKey> = CallTypes<(typeof contract)[Key]>
