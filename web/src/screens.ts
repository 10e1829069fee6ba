import type { Right } from '@medicready/domain/accounts/shown/rights'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'

/**
 * The one shape of a page's module. Its default export is the screen. `clientLoader` starts the reads of the screen
 * and waits for none; the screen takes them with `useSuspenseQuery` below a Loaded. A screen that reads nothing has no
 * loader.
 */
export interface PageModule {
  default: ComponentType
  clientLoader?: (queryClient: QueryClient, address: LoaderFunctionArgs) => Promise<void>
}

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
  readonly load: () => Promise<PageModule>
}

const main = { frame: 'signedIn', menu: 'main' } as const
const account = { frame: 'signedIn', menu: 'account' } as const
const educators = { frame: 'signedIn', right: 'reviewQuestions' } as const
const tab = { frame: 'dashboard', menu: 'tab' } as const

const table = [
  { at: ['/login'], title: 'Sign In', frame: 'public', load: () => import('./accounts/login-page.tsx') },
  { at: ['/verify-email'], title: 'Email Verification', frame: 'public', load: () => import('./accounts/verify-email-page.tsx') },
  { at: ['/forgot-password'], title: 'Forgot Password', frame: 'public', load: () => import('./accounts/forgot-password-page.tsx') },
  {
    at: ['/reset-password'],
    title: 'New Password',
    frame: 'public',
    sample: '?token=from-the-email',
    load: () => import('./accounts/reset-password-page.tsx'),
  },
  { at: ['/confirm-email'], title: 'Confirm Email', frame: 'public', load: () => import('./accounts/confirm-email-page.tsx') },
  {
    at: ['/unsubscribe'],
    title: 'Unsubscribe',
    frame: 'public',
    sample: '?token=from-the-email',
    load: () => import('./reminders/unsubscribe-page.tsx'),
  },
  {
    at: ['/exam-outcome'],
    title: 'Exam Outcome',
    frame: 'public',
    sample: '?outcome=passed',
    load: () => import('./readiness/exam-outcome-page.tsx'),
  },
  { at: ['/legal/contact'], title: 'Contact Admin Team', frame: 'open', load: () => import('./legal/contact-page.tsx') },
  { at: ['/readiness'], title: 'Readiness', frame: 'open', load: () => import('./readiness/readiness-page.tsx') },
  { at: ['/legal/history'], title: 'Policy Update History', frame: 'open', load: () => import('./legal/update-history-page.tsx') },
  { at: ['/', '/dashboard'], title: 'Dashboard', ...main, load: () => import('./study/dashboard-page.tsx') },
  { at: ['/modules'], title: 'Modules', frame: 'signedIn', load: () => import('./study/modules-page.tsx') },
  {
    at: ['/study-session'],
    title: 'Study Session',
    frame: 'signedIn',
    sample: '?mode=daily',
    load: () => import('./study/study-session-page.tsx'),
  },
  { at: ['/review'], title: 'Review Mode', frame: 'signedIn', load: () => import('./study/review-page.tsx') },
  { at: ['/study-mode'], title: 'Study Mode', ...main, load: () => import('./study/study-mode-page.tsx') },
  { at: ['/analytics'], title: 'Analytics', ...main, load: () => import('./analytics/analytics-page.tsx') },
  { at: ['/practice'], title: 'Practice Mode', frame: 'signedIn', load: () => import('./study/practice-page.tsx') },
  { at: ['/tutor'], title: 'Tutor Mode', frame: 'signedIn', load: () => import('./study/tutor-page.tsx') },
  { at: ['/exam'], title: 'Timed Exam', frame: 'signedIn', load: () => import('./study/exam-page.tsx') },
  { at: ['/practice-exam'], title: 'Practice Exams', frame: 'signedIn', load: () => import('./exams/practice-exams-page.tsx') },
  { at: ['/practice-exam/:id'], title: 'Practice Exam', frame: 'signedIn', load: () => import('./exams/practice-exam-page.tsx') },
  { at: ['/practice-exam/:id/results'], title: 'Exam Results', frame: 'signedIn', load: () => import('./exams/results-page.tsx') },
  { at: ['/questions/:id', '/question/:id'], title: 'Question', frame: 'signedIn', load: () => import('./questions/question-page.tsx') },
  { at: ['/profile'], title: 'Profile', ...account, load: () => import('./accounts/profile-page.tsx') },
  { at: ['/settings'], title: 'Settings', ...account, load: () => import('./accounts/settings-page.tsx') },
  { at: ['/reminders'], title: 'Reminders', ...account, load: () => import('./reminders/reminders-page.tsx') },
  { at: ['/subscription'], title: 'Subscription', ...account, load: () => import('./billing/subscription-page.tsx') },
  { at: ['/tutoring'], title: 'Tutoring', frame: 'open', menu: 'account', load: () => import('./tutoring/tutoring-page.tsx') },
  { at: ['/legal'], title: 'Legal', frame: 'open', menu: 'account', load: () => import('./legal/legal-page.tsx') },
  { at: ['/tutoring/apply'], title: 'Become a Tutor', frame: 'signedIn', load: () => import('./tutoring/application-page.tsx') },
  {
    at: ['/tutoring/tutor'],
    title: 'Your Students',
    frame: 'signedIn',
    right: 'giveTutoring',
    load: () => import('./tutoring/tutor-desk-page.tsx'),
  },
  { at: ['/checkout'], title: 'Checkout', frame: 'signedIn', load: () => import('./billing/checkout-page.tsx') },
  { at: ['/security'], title: 'Security', frame: 'signedIn', load: () => import('./accounts/security-page.tsx') },
  { at: ['/review-requests'], title: 'My Review Requests', frame: 'signedIn', load: () => import('./questions/review-requests-page.tsx') },
  { at: ['/admin/questions'], title: 'All Questions', ...educators, load: () => import('./questions/admin/questions-page.tsx') },
  { at: ['/admin/questions/new'], title: 'New Question', ...educators, load: () => import('./questions/admin/new-question-page.tsx') },
  {
    at: ['/admin/questions/:id'],
    title: 'Question for Educators',
    ...educators,
    load: () => import('./questions/admin/question-page.tsx'),
  },
  { at: ['/admin/roles'], title: 'Roles', frame: 'signedIn', right: 'runBusiness', load: () => import('./accounts/admin/roles-page.tsx') },
  { at: ['/admin/students', '/admin'], title: 'Students', ...tab, load: () => import('./accounts/admin/students-tab.tsx') },
  { at: ['/admin/students/:id'], title: 'Student', frame: 'dashboard', load: () => import('./accounts/admin/student-page.tsx') },
  { at: ['/admin/subscriptions'], title: 'Subscriptions', ...tab, load: () => import('./billing/admin/subscriptions-tab.tsx') },
  { at: ['/admin/discount-codes'], title: 'Discount Codes', ...tab, load: () => import('./billing/admin/discount-codes-tab.tsx') },
  { at: ['/admin/revenue'], title: 'Revenue', ...tab, load: () => import('./billing/admin/revenue-tab.tsx') },
  { at: ['/admin/sessions'], title: 'Sessions', ...tab, load: () => import('./tutoring/admin/sessions-tab.tsx') },
  {
    at: ['/admin/tutoring-requests'],
    title: 'Tutoring Requests',
    ...tab,
    load: () => import('./tutoring/admin/tutoring-requests-tab.tsx'),
  },
  {
    at: ['/admin/tutoring-requests/:id'],
    title: 'Tutoring Request',
    frame: 'dashboard',
    load: () => import('./tutoring/admin/tutoring-request-page.tsx'),
  },
  { at: ['/admin/performance'], title: 'Performance', ...tab, load: () => import('./admin/performance-tab.tsx') },
  { at: ['/admin/system'], title: 'System', ...tab, load: () => import('./admin/system-tab.tsx') },
  {
    at: ['/admin/review-requests'],
    title: 'Question Reviews',
    ...tab,
    right: 'reviewQuestions',
    load: () => import('./questions/admin/review-requests-page.tsx'),
  },
  {
    at: ['/admin/review-requests/:id'],
    title: 'Review Request',
    frame: 'dashboard',
    right: 'reviewQuestions',
    load: () => import('./questions/admin/review-request-page.tsx'),
  },
  {
    at: ['/admin/contact-requests'],
    title: 'Contact Requests',
    frame: 'dashboard',
    load: () => import('./legal/admin/contact-requests-page.tsx'),
  },
  { at: ['/admin/audit'], title: 'Audit', frame: 'dashboard', load: () => import('./admin/audit-page.tsx') },
] as const satisfies readonly Screen[]

/** Every screen of the app. The edge, the routes, the menus, tests, and pictures take them from here. */
export const screens: readonly Screen[] = table

type Menu = NonNullable<Screen['menu']>

export type InMenu<Name extends Menu> = Extract<(typeof table)[number], { menu: Name }>['at'][0]

export const linksIn = <Name extends Menu>(menu: Name): { to: InMenu<Name>; label: string }[] =>
  table.flatMap((screen) => ('menu' in screen && screen.menu === menu ? [{ to: screen.at[0] as InMenu<Name>, label: screen.title }] : []))

export const rightFor = ({ right, frame }: Screen): Right | undefined => right ?? (frame === 'dashboard' ? 'runBusiness' : undefined)

export const isOpen = ({ frame }: Screen): boolean => frame === 'public' || frame === 'open'

/** Whether an address is one of these screens'. A slash at its end changes nothing. */
export const isOneOf = (screens: readonly Screen[]): ((path: string) => boolean) => {
  const addresses = screens.flatMap(({ at }) => at)
  const others = addresses.filter((address) => address !== '/').map((address) => address.replaceAll(/:\w+/g, '[^/]+'))
  const pattern = new RegExp(`^(?:${others.join('|')})/?$`)
  return (path) => (path === '/' ? addresses.includes('/') : pattern.test(path))
}
