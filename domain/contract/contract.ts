import { accountCalls } from './accounts/accounts.ts'
import { mailDeliveryCalls } from './accounts/mail-delivery.ts'
import { personalDataCalls } from './accounts/personal-data.ts'
import { profileCalls } from './accounts/profile.ts'
import { recoveryCalls } from './accounts/recovery.ts'
import { roleCalls } from './accounts/roles.ts'
import { secondFactorCalls } from './accounts/second-factors.ts'
import { sessionCalls } from './accounts/sessions.ts'
import { adminStudentCommandCalls, adminStudentReadCalls } from './accounts/students.ts'
import { adminBusinessCalls } from './admin/business.ts'
import { adminPerformanceCalls } from './admin/performance.ts'
import { adminAuditCalls, adminSystemCommandCalls, adminSystemReadCalls } from './admin/system.ts'
import { adminPriceCommandCalls, adminPriceReadCalls } from './billing/admin-prices.ts'
import { billingCalls, billingCommandCalls } from './billing/billing.ts'
import { adminDiscountCodeCommandCalls, adminDiscountCodeReadCalls, discountCodeCalls } from './billing/discount-codes.ts'
import { paymentProblemCommandCalls, paymentProblemReadCalls } from './billing/payment-problems.ts'
import { priceCalls } from './billing/prices.ts'
import { subscriptionReadCalls } from './billing/subscription.ts'
import type { CallTypes } from './call.ts'
import { examCommandCalls, examReadCalls } from './exams/exams.ts'
import { contactCommandCalls, contactReadCalls } from './legal/contact.ts'
import { legalCalls } from './legal/legal.ts'
import { policyNoticeCommandCalls, policyNoticeReadCalls } from './legal/policy-notices.ts'
import { authoringCalls } from './questions/authoring.ts'
import { noteCalls } from './questions/notes.ts'
import { packageCalls } from './questions/packages.ts'
import { pictureCalls } from './questions/pictures.ts'
import { questionCalls } from './questions/questions.ts'
import { reviewFigureCalls } from './questions/review-figures.ts'
import { readinessCommandCalls, readinessReadCalls } from './readiness/readiness.ts'
import { pushCommandCalls, pushReadCalls } from './reminders/push.ts'
import { reminderCommandCalls, reminderReadCalls } from './reminders/reminders.ts'
import { sampleCalls } from './samples.ts'
import { statusCalls } from './status.ts'
import { achievementCalls } from './study/achievements.ts'
import { analyticsCalls } from './study/analytics.ts'
import { cardCalls } from './study/cards.ts'
import { quizCalls } from './study/quizzes.ts'
import { studyCalls } from './study/study.ts'
import { studyPlanCalls } from './study/study-plan.ts'
import { studySessionCalls } from './study/study-sessions.ts'
import {
  adminTutoringCommandCalls,
  adminTutoringReadCalls,
  tutorCommandCalls,
  tutoringCommandCalls,
  tutoringPaymentCalls,
  tutoringReadCalls,
  tutorReadCalls,
} from './tutoring/tutoring.ts'

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
