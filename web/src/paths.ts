import type { LegalDocumentId } from '@medicready/domain/legal/shown/legal-documents'
import type { RequestKindName } from '@medicready/domain/legal/shown/request-kinds'

const withSearch = (path: string, search: Readonly<Record<string, string>>): string => {
  const words = new URLSearchParams(search).toString()
  return words === '' ? path : `${path}?${words}`
}

/** Every address of the product; no link is written by hand. */
export const paths = {
  home: () => '/',
  contact: (search: { kind?: RequestKindName } = {}) => withSearch('/legal/contact', search),
  dashboard: () => '/dashboard',
  modules: () => '/modules',
  studyMode: (search: { mode?: 'tutor' } = {}) => withSearch('/study-mode', search),
  studySession: (search: { mode?: 'daily'; session?: string } = {}) => withSearch('/study-session', search),
  practice: () => '/practice',
  tutor: () => '/tutor',
  exam: () => '/exam',
  practiceExams: (search: { exam?: string; module?: string } = {}) => withSearch('/practice-exam', search),
  practiceExam: (examId: string) => `/practice-exam/${encodeURIComponent(examId)}`,
  practiceExamResults: (examId: string) => `/practice-exam/${encodeURIComponent(examId)}/results`,
  review: () => '/review',
  subscription: () => '/subscription',
  checkout: () => '/checkout',
  analytics: () => '/analytics',
  readiness: () => '/readiness',
  question: (id: string) => `/questions/${encodeURIComponent(id)}`,
  /** `payment`: how the payment page was left. */
  tutoring: (search: { payment?: 'done' | 'cancelled' } = {}) => withSearch('/tutoring', search),
  applyAsTutor: () => '/tutoring/apply',
  tutorDesk: (search: { tab?: 'hours' | 'payouts' } = {}) => withSearch('/tutoring/tutor', search),
  profile: () => '/profile',
  settings: () => '/settings',
  reminders: () => '/reminders',
  security: () => '/security',
  reviewRequests: () => '/review-requests',
  admin: () => '/admin',
  adminTab: (tab: string) => `/admin/${encodeURIComponent(tab)}`,
  adminTutoringRequest: (id: string) => `/admin/tutoring-requests/${encodeURIComponent(id)}`,
  adminStudent: (userId: string) => `/admin/students/${encodeURIComponent(userId)}`,
  adminContactRequests: () => '/admin/contact-requests',
  adminAudit: () => '/admin/audit',
  adminReviewRequests: () => '/admin/review-requests',
  adminReviewRequest: (questionId: string) => `/admin/review-requests/${encodeURIComponent(questionId)}`,
  adminQuestions: () => '/admin/questions',
  adminNewQuestion: () => '/admin/questions/new',
  adminQuestion: (questionId: string) => `/admin/questions/${encodeURIComponent(questionId)}`,
  adminRoles: () => '/admin/roles',
  login: () => '/login',
  verifyEmail: () => '/verify-email',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  confirmEmail: () => '/confirm-email',
  examOutcome: () => '/exam-outcome',
  /** The current Terms of Service by default. */
  legal: (search: { document?: LegalDocumentId; version?: string } = {}) => withSearch('/legal', search),
  legalHistory: () => '/legal/history',
} as const

/** A full page load, not a route: the server starts the sign-in. */
export const SIGN_IN_ADDRESS = '/api/login'
