import { accountCalls } from './accounts.ts'
import { achievementCalls } from './achievements.ts'
import { adminBusinessCalls } from './admin-business.ts'
import { adminPerformanceCalls } from './admin-performance.ts'
import { adminPriceCommandCalls, adminPriceReadCalls } from './admin-prices.ts'
import { adminStudentCommandCalls, adminStudentReadCalls } from './admin-students.ts'
import { adminAuditCalls, adminSystemCommandCalls, adminSystemReadCalls } from './admin-system.ts'
import { analyticsCalls } from './analytics.ts'
import { billingCalls, billingCommandCalls } from './billing.ts'
import type { CallTypes } from './call.ts'
import { cardCalls } from './cards.ts'
import { contactCommandCalls, contactReadCalls } from './contact.ts'
import { adminDiscountCodeCommandCalls, adminDiscountCodeReadCalls, discountCodeCalls } from './discount-codes.ts'
import { examCommandCalls, examReadCalls } from './exams.ts'
import { legalCalls } from './legal.ts'
import { mailDeliveryCalls } from './mail-delivery.ts'
import { noteCalls } from './notes.ts'
import { paymentProblemCommandCalls, paymentProblemReadCalls } from './payment-problems.ts'
import { personalDataCalls } from './personal-data.ts'
import { pictureCalls } from './pictures.ts'
import { policyNoticeCommandCalls, policyNoticeReadCalls } from './policy-notices.ts'
import { priceCalls } from './prices.ts'
import { profileCalls } from './profile.ts'
import { pushCommandCalls, pushReadCalls } from './push.ts'
import { authoringCalls } from './question-authoring.ts'
import { packageCalls } from './question-packages.ts'
import { questionCalls } from './questions.ts'
import { quizCalls } from './quizzes.ts'
import { readinessCommandCalls, readinessReadCalls } from './readiness.ts'
import { recoveryCalls } from './recovery.ts'
import { reminderCommandCalls, reminderReadCalls } from './reminders.ts'
import { reviewFigureCalls } from './review-figures.ts'
import { roleCalls } from './roles.ts'
import { sampleCalls } from './samples.ts'
import { secondFactorCalls } from './second-factors.ts'
import { sessionCalls } from './sessions.ts'
import { statusCalls } from './status.ts'
import { studyCalls } from './study.ts'
import { studyPlanCalls } from './study-plan.ts'
import { studySessionCalls } from './study-sessions.ts'
import { subscriptionReadCalls } from './subscription.ts'
import {
  adminTutoringCommandCalls,
  adminTutoringReadCalls,
  tutorCommandCalls,
  tutoringCommandCalls,
  tutoringPaymentCalls,
  tutoringReadCalls,
  tutorReadCalls,
} from './tutoring.ts'

/** Every call that the product answers, by `METHOD /path/{param}`. */
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
  ...examCommandCalls,
  ...examReadCalls,
  ...readinessCommandCalls,
  ...readinessReadCalls,
  ...reminderCommandCalls,
  ...reminderReadCalls,
  ...pushCommandCalls,
  ...pushReadCalls,
  ...tutoringCommandCalls,
  ...tutoringPaymentCalls,
  ...tutoringReadCalls,
  ...tutorCommandCalls,
  ...tutorReadCalls,
  ...adminTutoringCommandCalls,
  ...adminTutoringReadCalls,
  ...billingCalls,
  ...billingCommandCalls,
  ...priceCalls,
  ...subscriptionReadCalls,
  ...discountCodeCalls,
  ...adminDiscountCodeCommandCalls,
  ...adminDiscountCodeReadCalls,
  ...adminStudentReadCalls,
  ...adminStudentCommandCalls,
  ...adminBusinessCalls,
  ...adminPriceReadCalls,
  ...adminPriceCommandCalls,
  ...paymentProblemReadCalls,
  ...paymentProblemCommandCalls,
  ...adminPerformanceCalls,
  ...adminAuditCalls,
  ...adminSystemReadCalls,
  ...adminSystemCommandCalls,
  ...legalCalls,
  ...contactCommandCalls,
  ...contactReadCalls,
  ...policyNoticeReadCalls,
  ...policyNoticeCommandCalls,
} as const

export type CallKey = keyof typeof contract
export type CallsOf<Key extends CallKey> = CallTypes<(typeof contract)[Key]>
