import { type AdminFigure, adminFigureNames } from '@medicready/domain/admin/shown/figure-names'
import { studentSorts } from '@medicready/domain/contract/accounts/students'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'

export interface Named {
  readonly today: CalendarDay
  /** Pays and is tutored. */
  readonly studentId: string
  readonly tutoringRequestId: string
  readonly code: string
  /** With the most open review requests. */
  readonly doubtedId: string
}

export type AdminCall = `GET /api/${string}`
/** What each tab requests as it is opened, searched, filtered, sorted, and paged. */
export type Tabs = Readonly<Record<string, readonly AdminCall[]>>

export const pagedDeeply: readonly AdminCall[] = [
  'GET /api/admin/students?',
  'GET /api/admin/students?sort=accuracy&order=asc',
  'GET /api/admin/students?search=ana',
  'GET /api/admin/subscribers?',
  'GET /api/admin/sessions?',
  'GET /api/tutoring-requests?',
  'GET /api/admin/figures/revenue/facts?',
  'GET /api/admin/figures/answers/facts?',
]

export function tabsOf({ today, studentId, tutoringRequestId, code, doubtedId }: Named): Tabs {
  const monthBefore = addDays(today, -30).slice(0, 7)
  const asOf = `asOf=${addDays(today, -100)}`
  const month = `from=${monthBefore}-01`
  const students = (query: string): AdminCall => `GET /api/admin/students?${query}`
  const figures = (names: readonly AdminFigure[], query: string): AdminCall[] =>
    names.flatMap((name): AdminCall[] => [`GET /api/admin/figures/${name}?${query}`, `GET /api/admin/figures/${name}/facts?${query}`])
  return {
    subscriptions: [
      'GET /api/admin/subscriptions',
      ...['nextBilling', 'started', 'mrr'].map((sort): AdminCall => `GET /api/admin/subscribers?sort=${sort}&order=desc`),
      'GET /api/admin/subscribers?tier=premium',
    ],
    students: [
      'GET /api/admin/business-metrics',
      ...studentSorts.flatMap((sort) => [students(`sort=${sort}&order=asc`), students(`sort=${sort}&order=desc`)]),
      ...['ana', 'garc%C3%ADa', 'ana+abbott', 'student-77%40', 'no+such+name'].map((search) => students(`search=${search}`)),
      students('search=ana&sort=accuracy'),
      students('status=active'),
      students('status=inactive&sort=progress'),
      students('tier=premium&sort=name&order=asc'),
      students('role=admin'),
      `GET /api/admin/students/${studentId}`,
      `GET /api/admin/students/${studentId}/history`,
    ],
    revenue: ['GET /api/admin/revenue'],
    'discount codes': ['GET /api/admin/discount-codes', `GET /api/admin/discount-codes/${code}/uses`],
    sessions: [
      'GET /api/admin/sessions',
      `GET /api/admin/sessions?state=completed&month=${monthBefore}`,
      'GET /api/admin/sessions?state=missed',
      'GET /api/admin/tutor-payouts',
    ],
    'tutoring requests': [
      'GET /api/tutoring-requests',
      'GET /api/tutoring-requests?status=declined',
      `GET /api/admin/tutoring-requests/${tutoringRequestId}`,
      'GET /api/admin/tutors',
    ],
    performance: ['GET /api/admin/performance'],
    system: ['GET /api/admin/system', 'GET /api/admin/audit'],
    reviews: [
      'GET /api/admin/review-requests',
      'GET /api/admin/review-figures',
      'GET /api/admin/review-figures/waitingQuestions/facts',
      `GET /api/admin/review-figures/versionAnswers/facts?questionId=${doubtedId}&version=1`,
      'GET /api/admin/withdrawal-stops',
      'GET /api/admin/generation',
      `GET /api/admin/review-requests/${doubtedId}`,
    ],
    'as of an earlier day': [
      `GET /api/admin/subscriptions?${asOf}`,
      `GET /api/admin/business-metrics?${asOf}`,
      `GET /api/admin/review-requests?${asOf}`,
      `GET /api/admin/review-requests/${doubtedId}?${asOf}`,
      `GET /api/admin/generation?${asOf}`,
      `GET /api/admin/revenue?${asOf}`,
      `GET /api/admin/performance?${asOf}`,
      `GET /api/admin/discount-codes?${asOf}`,
      `GET /api/admin/discount-codes/${code}/uses?${asOf}`,
      `GET /api/admin/audit?${asOf}`,
      ...['', 'sort=name&', 'search=ana&', 'status=active&', 'status=inactive&', 'tier=premium&'].map((query) =>
        students(`${query}${asOf}`),
      ),
      `GET /api/admin/students/${studentId}?${asOf}`,
      `GET /api/admin/students/${studentId}/history?${asOf}`,
    ],
    'why a number': [
      ...figures(adminFigureNames, ''),
      ...figures(['revenue', 'mrr', 'deferred', 'students', 'activeStudents', 'answers'], asOf),
      `GET /api/admin/figures/revenue/facts?${month}&group=premium`,
      `GET /api/admin/figures/correctAnswers/facts?${month}`,
    ],
  }
}
