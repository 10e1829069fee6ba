import { accountCalls } from './accounts/accounts.ts'
import { mailDeliveryCalls } from './accounts/mail-delivery.ts'
import { personalDataCalls } from './accounts/personal-data.ts'
import { profileCalls } from './accounts/profile.ts'
import { recoveryCalls } from './accounts/recovery.ts'
import { roleCalls } from './accounts/roles.ts'
import { secondFactorCalls } from './accounts/second-factors.ts'
import { sessionCalls } from './accounts/sessions.ts'
import { adminStudentCalls } from './accounts/students.ts'
import { adminBusinessCalls } from './admin/business.ts'
import { adminPerformanceCalls } from './admin/performance.ts'
import { adminAuditCalls, adminSystemCalls } from './admin/system.ts'
import { adminPriceCalls } from './billing/admin-prices.ts'
import { billingCalls } from './billing/billing.ts'
import { adminDiscountCodeCalls, discountCodeCalls } from './billing/discount-codes.ts'
import { paymentProblemCalls } from './billing/payment-problems.ts'
import { priceCalls } from './billing/prices.ts'
import { subscriptionCalls } from './billing/subscription.ts'
import type { CallTypes } from './call/call.ts'
import { examCalls } from './exams/exams.ts'
import { contactCalls } from './legal/contact.ts'
import { legalCalls } from './legal/legal.ts'
import { policyNoticeCalls } from './legal/policy-notices.ts'
import { authoringCalls } from './questions/authoring.ts'
import { noteCalls } from './questions/notes.ts'
import { packageCalls } from './questions/packages.ts'
import { pictureCalls } from './questions/pictures.ts'
import { questionCalls } from './questions/questions.ts'
import { reviewFigureCalls } from './questions/review-figures.ts'
import { readinessCalls } from './readiness/readiness.ts'
import { pushCalls } from './reminders/push.ts'
import { reminderCalls } from './reminders/reminders.ts'
import { sampleCalls } from './samples.ts'
import { statusCalls } from './status.ts'
import { achievementCalls } from './study/achievements.ts'
import { analyticsCalls } from './study/analytics.ts'
import { cardCalls } from './study/cards.ts'
import { quizCalls } from './study/quizzes.ts'
import { studyCalls } from './study/study.ts'
import { studyPlanCalls } from './study/study-plan.ts'
import { studySessionCalls } from './study/study-sessions.ts'
import { adminTutoringCalls, tutorCalls, tutoringCalls } from './tutoring/tutoring.ts'

export const contract = {
  ...accountCalls,
  ...profileCalls,
  ...personalDataCalls,
  ...recoveryCalls,
  ...mailDeliveryCalls,
  ...sessionCalls,
  ...roleCalls,
  ...secondFactorCalls,
  ...questionCalls,
  ...reviewFigureCalls,
  ...noteCalls,
  ...authoringCalls,
  ...packageCalls,
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
} as const

export type CallKey = keyof typeof contract
export type CallsOf<Key extends CallKey> = CallTypes<(typeof contract)[Key]>
