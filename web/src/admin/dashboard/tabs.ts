import { paths } from '../../paths.ts'

/** The screens of the dashboard, in their order, each at an address of its own. */
export const dashboardTabs = [
  { label: 'Students', to: paths.adminTab('students') },
  { label: 'Subscriptions', to: paths.adminTab('subscriptions') },
  { label: 'Discount Codes', to: paths.adminTab('discount-codes') },
  { label: 'Revenue', to: paths.adminTab('revenue') },
  { label: 'Sessions', to: paths.adminTab('sessions') },
  { label: 'Tutoring Requests', to: paths.adminTab('tutoring-requests') },
  { label: 'Performance', to: paths.adminTab('performance') },
  { label: 'System', to: paths.adminTab('system') },
  { label: 'Question Reviews', to: paths.adminReviewRequests() },
] as const

/** The tab that an address belongs to, a page within it too; null of the audit. */
export function tabAt(pathname: string): (typeof dashboardTabs)[number] | null {
  if (pathname === paths.admin()) return dashboardTabs[0]
  return dashboardTabs.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? null
}
