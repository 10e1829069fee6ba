import { allAccountCalls } from './accounts/all.ts'
import { adminStudentCalls } from './accounts/students.ts'
import { adminBusinessCalls, adminPerformanceCalls } from './admin/business.ts'
import { adminAuditCalls, adminSystemCalls } from './admin/system.ts'
import { adminPriceCalls, paymentProblemCalls } from './billing/admin-payments.ts'
import { billingCalls, priceCalls, subscriptionCalls } from './billing/billing.ts'
import { adminDiscountCodeCalls, discountCodeCalls } from './billing/discount-codes.ts'
import type { CallTypes } from './call/call.ts'
import { examCalls } from './exams/exams.ts'
import { labCalls } from './lab/facts.ts'
import { queryCalls } from './lab/queries.ts'
import { contactCalls, legalCalls, policyNoticeCalls } from './legal/legal.ts'
import { allQuestionCalls } from './questions/all.ts'
import { pictureCalls } from './questions/pictures.ts'
import { readinessCalls } from './readiness/readiness.ts'
import { pushCalls, reminderCalls } from './reminders/reminders.ts'
import { sampleCalls } from './samples.ts'
import { statusCalls } from './status.ts'
import { analyticsCalls } from './study/analytics.ts'
import { cardCalls } from './study/cards.ts'
import { quizCalls } from './study/quizzes.ts'
import { achievementCalls, studyCalls, studyPlanCalls } from './study/study.ts'
import { studySessionCalls } from './study/study-sessions.ts'
import { adminTutoringCalls, tutorCalls, tutoringCalls } from './tutoring/tutoring.ts'

export const contract = {
  ...allAccountCalls,
  ...allQuestionCalls,
  ...pictureCalls,
  ...sampleCalls,
  ...statusCalls,
  ...studyCalls,
  ...analyticsCalls,
  ...studySessionCalls,
  ...quizCalls,
  ...achievementCalls,
  ...studyPlanCalls,
  ...cardCalls,
  ...examCalls,
  ...readinessCalls,
  ...reminderCalls,
  ...pushCalls,
  ...tutoringCalls,
  ...tutorCalls,
  ...adminTutoringCalls,
  ...billingCalls,
  ...priceCalls,
  ...subscriptionCalls,
  ...discountCodeCalls,
  ...adminDiscountCodeCalls,
  ...adminStudentCalls,
  ...adminBusinessCalls,
  ...adminPriceCalls,
  ...paymentProblemCalls,
  ...adminPerformanceCalls,
  ...adminAuditCalls,
  ...adminSystemCalls,
  ...legalCalls,
  ...contactCalls,
  ...policyNoticeCalls,
  ...labCalls,
  ...queryCalls,
} as const

export type CallKey = keyof typeof contract
export type CallsOf<Key extends CallKey> = CallTypes<(typeof contract)[Key]>
