import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { ScreenName } from '../screens.ts'

/**
 * The one shape of a page's module. Its default export is the screen. `clientLoader` starts the reads of the screen
 * and waits for none; the screen takes them with `useSuspenseQuery` below a Loaded. A screen that reads nothing has no
 * loader.
 */
interface PageModule {
  default: ComponentType
  clientLoader?: (queryClient: QueryClient, address: LoaderFunctionArgs) => Promise<void>
}

/** The code of every screen, each loaded when it is opened. */
export const pageModules: Readonly<Record<ScreenName, () => Promise<PageModule>>> = {
  login: () => import('../accounts/login-page.tsx'),
  verifyEmail: () => import('../accounts/verify-email-page.tsx'),
  forgotPassword: () => import('../accounts/forgot-password-page.tsx'),
  resetPassword: () => import('../accounts/reset-password-page.tsx'),
  confirmEmail: () => import('../accounts/confirm-email-page.tsx'),
  unsubscribe: () => import('../reminders/unsubscribe-page.tsx'),
  examOutcome: () => import('../readiness/exam-outcome-page.tsx'),
  contact: () => import('../legal/contact-page.tsx'),
  readiness: () => import('../readiness/readiness-page.tsx'),
  legalHistory: () => import('../legal/update-history-page.tsx'),
  home: () => import('../study/dashboard-page.tsx'),
  modules: () => import('../study/modules-page.tsx'),
  studySession: () => import('../study/study-session-page.tsx'),
  review: () => import('../study/review-page.tsx'),
  studyMode: () => import('../study/study-mode-page.tsx'),
  analytics: () => import('../analytics/analytics-page.tsx'),
  practice: async () => {
    const { PracticePage, choosePractice } = await import('../study/redirect-pages.tsx')
    return { default: PracticePage, clientLoader: choosePractice }
  },
  tutor: async () => ({ default: (await import('../study/redirect-pages.tsx')).TutorPage }),
  exam: async () => ({ default: (await import('../study/redirect-pages.tsx')).ExamPage }),
  practiceExams: () => import('../exams/practice-exams-page.tsx'),
  practiceExam: () => import('../exams/practice-exam-page.tsx'),
  practiceExamResults: () => import('../exams/results-page.tsx'),
  question: () => import('../questions/question-page.tsx'),
  profile: () => import('../accounts/profile-page.tsx'),
  settings: () => import('../accounts/settings-page.tsx'),
  reminders: () => import('../reminders/reminders-page.tsx'),
  subscription: () => import('../billing/subscription-page.tsx'),
  tutoring: () => import('../tutoring/tutoring-page.tsx'),
  legal: () => import('../legal/legal-page.tsx'),
  applyAsTutor: () => import('../tutoring/application-page.tsx'),
  tutorDesk: () => import('../tutoring/tutor-desk-page.tsx'),
  checkout: () => import('../billing/checkout-page.tsx'),
  security: () => import('../accounts/security-page.tsx'),
  reviewRequests: () => import('../questions/review-requests-page.tsx'),
  adminQuestions: () => import('../questions/admin/questions-page.tsx'),
  adminNewQuestion: () => import('../questions/admin/new-question-page.tsx'),
  adminQuestion: () => import('../questions/admin/question-page.tsx'),
  adminRoles: () => import('../accounts/admin/roles-page.tsx'),
  lab: () => import('../lab/lab-page.tsx'),
  adminStudents: () => import('../accounts/admin/students-tab.tsx'),
  adminStudent: () => import('../accounts/admin/student-page.tsx'),
  adminSubscriptions: () => import('../billing/admin/subscriptions-tab.tsx'),
  adminDiscountCodes: () => import('../billing/admin/discount-codes-tab.tsx'),
  adminRevenue: () => import('../billing/admin/revenue-tab.tsx'),
  adminSessions: () => import('../tutoring/admin/sessions-tab.tsx'),
  adminTutoringRequests: () => import('../tutoring/admin/tutoring-requests-tab.tsx'),
  adminTutoringRequest: () => import('../tutoring/admin/tutoring-request-page.tsx'),
  adminPerformance: () => import('../admin/performance-tab.tsx'),
  adminSystem: () => import('../admin/system-tab.tsx'),
  adminReviewRequests: () => import('../questions/admin/review-requests-page.tsx'),
  adminReviewRequest: () => import('../questions/admin/review-request-page.tsx'),
  adminContactRequests: () => import('../legal/admin/contact-requests-page.tsx'),
  adminAudit: () => import('../admin/audit-page.tsx'),
}
