import type { Right } from '@medicready/domain/accounts/shown/rights'

export interface Screen {
  /** Its addresses, the usual one first. `:id` stands for any one part. */
  readonly at: readonly [string, ...string[]]
  readonly title: string
  /** What is around it: `public` and `open` are for visitors too, the others for people who are signed in. */
  readonly frame: 'public' | 'open' | 'signedIn' | 'dashboard'
  /** Without it the screen says who it is for. `runBusiness` for the dashboard, if left out. */
  readonly right?: Right
  /** Where a link leads to it: the bar on top, the menu of the account, or the tabs of the dashboard. */
  readonly menu?: 'main' | 'account' | 'tab'
  /** The query of a sample address, for tests and pictures. */
  readonly sample?: string
  /** Worth indexing: the others need a sign-in or are for one person. */
  readonly isFound?: true
  /** A reload would lose work. */
  readonly holdsWork?: true
}

const main = { frame: 'signedIn', menu: 'main' } as const
const account = { frame: 'signedIn', menu: 'account' } as const
const educators = { frame: 'signedIn', right: 'reviewQuestions' } as const
const tab = { frame: 'dashboard', menu: 'tab' } as const

/** Every screen of the app. The edge, routes, links, menus, tests, benches, and pictures take them from here. */
export const screens = {
  login: { at: ['/login'], title: 'Sign In', frame: 'public', isFound: true },
  verifyEmail: { at: ['/verify-email'], title: 'Email Verification', frame: 'public' },
  forgotPassword: { at: ['/forgot-password'], title: 'Forgot Password', frame: 'public' },
  resetPassword: { at: ['/reset-password'], title: 'New Password', frame: 'public', sample: '?token=from-the-email' },
  confirmEmail: { at: ['/confirm-email'], title: 'Confirm Email', frame: 'public' },
  unsubscribe: { at: ['/unsubscribe'], title: 'Unsubscribe', frame: 'public', sample: '?token=from-the-email' },
  examOutcome: { at: ['/exam-outcome'], title: 'Exam Outcome', frame: 'public', sample: '?outcome=passed' },
  contact: { at: ['/legal/contact'], title: 'Contact Admin Team', frame: 'open' },
  readiness: { at: ['/readiness'], title: 'Readiness', frame: 'open', isFound: true },
  legalHistory: { at: ['/legal/history'], title: 'Policy Update History', frame: 'open' },
  home: { at: ['/', '/dashboard'], title: 'Dashboard', ...main },
  modules: { at: ['/modules'], title: 'Modules', frame: 'signedIn' },
  studySession: { at: ['/study-session'], title: 'Study Session', frame: 'signedIn', sample: '?mode=daily', holdsWork: true },
  review: { at: ['/review'], title: 'Review Mode', frame: 'signedIn', holdsWork: true },
  studyMode: { at: ['/study-mode'], title: 'Study Mode', ...main },
  analytics: { at: ['/analytics'], title: 'Analytics', ...main },
  practice: { at: ['/practice'], title: 'Practice Mode', frame: 'signedIn' },
  tutor: { at: ['/tutor'], title: 'Tutor Mode', frame: 'signedIn' },
  exam: { at: ['/exam'], title: 'Timed Exam', frame: 'signedIn' },
  practiceExams: { at: ['/practice-exam'], title: 'Practice Exams', frame: 'signedIn' },
  practiceExam: { at: ['/practice-exam/:id'], title: 'Practice Exam', frame: 'signedIn', holdsWork: true },
  practiceExamResults: { at: ['/practice-exam/:id/results'], title: 'Exam Results', frame: 'signedIn' },
  question: { at: ['/questions/:id', '/question/:id'], title: 'Question', frame: 'signedIn', holdsWork: true },
  profile: { at: ['/profile'], title: 'Profile', ...account },
  settings: { at: ['/settings'], title: 'Settings', ...account },
  reminders: { at: ['/reminders'], title: 'Reminders', ...account },
  subscription: { at: ['/subscription'], title: 'Subscription', ...account },
  tutoring: { at: ['/tutoring'], title: 'Tutoring', frame: 'open', menu: 'account', isFound: true },
  legal: { at: ['/legal'], title: 'Legal', frame: 'open', menu: 'account', isFound: true },
  applyAsTutor: { at: ['/tutoring/apply'], title: 'Become a Tutor', frame: 'signedIn' },
  tutorDesk: { at: ['/tutoring/tutor'], title: 'Your Students', frame: 'signedIn', right: 'giveTutoring' },
  checkout: { at: ['/checkout'], title: 'Checkout', frame: 'signedIn', holdsWork: true },
  security: { at: ['/security'], title: 'Security', frame: 'signedIn' },
  reviewRequests: { at: ['/review-requests'], title: 'My Review Requests', frame: 'signedIn' },
  adminQuestions: { at: ['/admin/questions'], title: 'All Questions', ...educators },
  adminNewQuestion: { at: ['/admin/questions/new'], title: 'New Question', ...educators, holdsWork: true },
  adminQuestion: { at: ['/admin/questions/:id'], title: 'Question for Educators', ...educators, holdsWork: true },
  adminRoles: { at: ['/admin/roles'], title: 'Roles', frame: 'signedIn', right: 'runBusiness' },
  lab: { at: ['/lab'], title: 'Data Lab', frame: 'signedIn', right: 'analyzeData' },
  adminStudents: { at: ['/admin/students', '/admin'], title: 'Students', ...tab },
  adminStudent: { at: ['/admin/students/:id'], title: 'Student', frame: 'dashboard' },
  adminSubscriptions: { at: ['/admin/subscriptions'], title: 'Subscriptions', ...tab },
  adminDiscountCodes: { at: ['/admin/discount-codes'], title: 'Discount Codes', ...tab },
  adminRevenue: { at: ['/admin/revenue'], title: 'Revenue', ...tab },
  adminSessions: { at: ['/admin/sessions'], title: 'Sessions', ...tab },
  adminTutoringRequests: { at: ['/admin/tutoring-requests'], title: 'Tutoring Requests', ...tab },
  adminTutoringRequest: { at: ['/admin/tutoring-requests/:id'], title: 'Tutoring Request', frame: 'dashboard' },
  adminPerformance: { at: ['/admin/performance'], title: 'Performance', ...tab },
  adminSystem: { at: ['/admin/system'], title: 'System', ...tab },
  adminReviewRequests: { at: ['/admin/review-requests'], title: 'Question Reviews', ...tab, right: 'reviewQuestions' },
  adminReviewRequest: { at: ['/admin/review-requests/:id'], title: 'Review Request', frame: 'dashboard', right: 'reviewQuestions' },
  adminContactRequests: { at: ['/admin/contact-requests'], title: 'Contact Requests', frame: 'dashboard' },
  adminAudit: { at: ['/admin/audit'], title: 'Audit', frame: 'dashboard' },
} as const satisfies Readonly<Record<string, Screen>>

/** Pages without the app. The last one stands at every other address; this is a sample. */
export const plainPages = {
  landing: { at: '/', title: 'Landing Page', isFound: true },
  status: { at: '/status', title: 'Status', isFound: true },
  notFound: { at: '/nothing', title: 'Page Not Found', isFound: false },
} as const

export type ScreenName = keyof typeof screens
type Named<Name extends ScreenName = ScreenName> = { [Each in Name]: (typeof screens)[Each] & { name: Each } }[Name]
type Menu = NonNullable<Screen['menu']>

export const everyScreen: readonly (Screen & { readonly name: ScreenName })[] = Object.entries(screens).map(([name, screen]) => ({
  ...screen,
  name: name as ScreenName,
}))

export type InMenu<Name extends Menu> = Extract<Named, { menu: Name }>['name']

export const linksIn = <Name extends Menu>(menu: Name): { name: InMenu<Name>; to: string; label: string }[] =>
  everyScreen
    .filter((screen) => screen.menu === menu)
    .map(({ name, at: [to], title: label }) => ({ name: name as InMenu<Name>, to, label }))

export const rightFor = ({ right, frame }: Screen): Right | undefined => right ?? (frame === 'dashboard' ? 'runBusiness' : undefined)

export const isOpen = ({ frame }: Screen): boolean => frame === 'public' || frame === 'open'

/** Not of screens whose address has an `:id`: what there is to show differs. */
export const sampleOf = ({ at: [address], sample = '' }: Screen): string => address + sample

/** Whether an address is one of these screens'. A slash at its end changes nothing. */
export const isOneOf = (among: readonly Screen[]): ((path: string) => boolean) => {
  const addresses = among.flatMap(({ at }) => at)
  const others = addresses.filter((address) => address !== '/').map((address) => address.replaceAll(/:\w+/g, '[^/]+'))
  const pattern = new RegExp(`^(?:${others.join('|')})/?$`)
  return (path) => (path === '/' ? addresses.includes('/') : pattern.test(path))
}
