import type { APIRequestContext, Page } from '@playwright/test'
import { admin, beforeExam, educator, midway, newcomer, tutor } from './people.ts'

/** A page of the product, for whom it is shown, and how it is reached. */
export interface ShownPage {
  /** The name of its picture. */
  readonly name: string
  readonly title: string
  /** The addresses of the product's table of contents (`web/src/app/routes.tsx`) that show it. */
  readonly routes: readonly string[]
  /** Null for someone who is not signed in. */
  readonly of: { readonly email: string } | null
  /** Its address, or how one gets there where that must be looked up or walked. */
  readonly at: string | ((page: Page) => Promise<void>)
}

export interface Floor {
  readonly title: string
  readonly pages: readonly ShownPage[]
}

const get = async <Answer>(request: APIRequestContext, address: string): Promise<Answer> => {
  const answer = await request.get(address)
  if (!answer.ok()) throw new Error(`${address} answers ${answer.status()}: is it the demonstration that runs there?`)
  return (await answer.json()) as Answer
}

/** The page of the first thing that a call answers with. */
const firstOf =
  <Answer>(call: string, address: (answer: Answer) => string | undefined) =>
  async (page: Page): Promise<void> => {
    const path = address(await get<Answer>(page.request, call))
    if (!path) throw new Error(`${call} lists nothing that has a page.`)
    await page.goto(path)
  }

interface Exam {
  readonly id: string
  readonly isCompleted: boolean
  readonly givenUpAt: string | null
}

const results = firstOf<Exam[]>('/api/practice-exams/history', (exams) => {
  const exam = exams.find(({ isCompleted }) => isCompleted)
  return exam && `/practice-exam/${exam.id}/results`
})

/** An exam that goes on; one is begun where none does. */
async function runningExam(page: Page): Promise<void> {
  const exams = await get<Exam[]>(page.request, '/api/practice-exams/history')
  let id = exams.find(({ isCompleted, givenUpAt }) => !isCompleted && givenUpAt === null)?.id
  if (!id) {
    const started = await page.request.post('/api/practice-exams/start', { data: { examType: 'weak_areas' } })
    id = ((await started.json()) as { examId: string }).examId
  }
  await page.goto(`/practice-exam/${id}`)
}

async function todaysQuestions(page: Page): Promise<void> {
  // Refused where all of the day are given.
  await page.request.post('/api/daily-questions/generate', { data: { count: 5 } })
  await page.goto('/study-session?mode=daily')
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

const question = firstOf<{ questionId: string }[]>('/api/daily-questions', ([first]) => first && `/questions/${first.questionId}`)

/** The first that was in doubt on one of the days before; some days none is. */
async function doubtedQuestion(page: Page): Promise<void> {
  for (let daysAgo = 1; daysAgo < 365; daysAgo++) {
    const asOf = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const [first] = await get<{ questionId: string }[]>(page.request, `/api/admin/review-requests?asOf=${asOf}`)
    if (first) return void (await page.goto(`/admin/review-requests/${first.questionId}?asOf=${asOf}`))
  }
  throw new Error('No question was ever in doubt.')
}

async function checkout(page: Page): Promise<void> {
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
}

const page = (name: string, title: string, of: ShownPage['of'], at: ShownPage['at'], routes?: readonly string[]): ShownPage => ({
  name,
  title,
  of,
  at,
  routes: routes ?? (typeof at === 'string' ? [new URL(at, 'http://localhost').pathname] : []),
})

/** Every page, in the order in which someone meets them. */
export const floors: readonly Floor[] = [
  {
    title: 'Before one signs in',
    pages: [
      page('landing', 'What it is, with questions to try', null, '/', []),
      page('login', 'Sign in', null, '/login'),
      page('forgot-password', 'A forgotten password', null, '/forgot-password'),
      page('reset-password', 'A new password', null, '/reset-password?token=from-the-mail'),
      page('verify-email', 'Email verification', null, '/verify-email'),
      page('confirm-email', 'A new address', null, '/confirm-email'),
      page('exam-outcome', 'How the real exam went', null, '/exam-outcome'),
      page('readiness', 'What the readiness figure is worth', null, '/readiness'),
      page('unsubscribe', 'The end of a reminder', null, '/unsubscribe?token=from-the-mail'),
      page('legal', 'The policies', null, '/legal'),
      page('legal-history', 'What changed in the policies', null, '/legal/history'),
      page('contact', 'A message to the Admin Team', null, '/legal/contact'),
      page('status', 'What is up, and what was', null, '/status', []),
      page('not-found', 'Where nothing is', null, '/nothing', []),
      page('tutoring-visitor', 'Tutoring, for a visitor', null, '/tutoring'),
    ],
  },
  {
    title: 'Studying',
    pages: [
      page('dashboard', 'Dashboard', midway, '/', ['/', '/dashboard']),
      page('modules', 'Modules', midway, '/modules'),
      page('study-modes', 'Study modes', beforeExam, '/study-mode', ['/study-mode', '/tutor', '/exam']),
      page('study-session', "Today's questions", midway, todaysQuestions, ['/study-session', '/practice']),
      page('question', 'A question by itself', midway, question, ['/questions/:id', '/question/:id']),
      page('review', 'Reviews that are due', midway, '/review'),
      page('analytics', 'Analytics', beforeExam, '/analytics'),
      page('practice-exams', 'Practice exams', beforeExam, '/practice-exam'),
      page('practice-exam', 'A practice exam', beforeExam, runningExam, ['/practice-exam/:id']),
      page('exam-results', 'Its results', beforeExam, results, ['/practice-exam/:id/results']),
      page('review-requests', 'Doubts about questions', midway, '/review-requests'),
    ],
  },
  {
    title: 'The account',
    pages: [
      page('profile', 'Profile', beforeExam, '/profile'),
      page('settings', 'Settings', beforeExam, '/settings'),
      page('reminders', 'Reminders', beforeExam, '/reminders'),
      page('security', 'Security', beforeExam, '/security'),
      page('subscription', 'Subscription', newcomer, '/subscription'),
      page('checkout', 'Checkout', newcomer, checkout, ['/checkout']),
    ],
  },
  {
    title: 'Tutoring',
    pages: [
      page('tutoring', 'A request for tutoring', midway, '/tutoring'),
      page('tutoring-apply', 'Becoming a tutor', midway, '/tutoring/apply'),
      page('tutor-desk', "A tutor's sessions", tutor, '/tutoring/tutor'),
    ],
  },
  {
    title: 'Educators and administrators',
    pages: [
      page('admin-students', 'Students', admin, '/admin', ['/admin', '/admin/students']),
      page(
        'admin-student',
        'A student, with the log behind',
        admin,
        firstOf<{ id: string }[]>(
          `/api/admin/students?search=${encodeURIComponent(midway.email)}`,
          ([first]) => first && `/admin/students/${first.id}`,
        ),
        ['/admin/students/:id'],
      ),
      page('admin-subscriptions', 'Subscriptions', admin, '/admin/subscriptions'),
      page('admin-discount-codes', 'Discount codes', admin, '/admin/discount-codes'),
      page('admin-revenue', 'Revenue', admin, '/admin/revenue'),
      page('admin-sessions', 'Sessions', admin, '/admin/sessions'),
      page('admin-tutoring-requests', 'Tutoring requests', admin, '/admin/tutoring-requests'),
      page(
        'admin-tutoring-request',
        'A tutoring request',
        admin,
        firstOf<{ id: string }[]>('/api/tutoring-requests', ([first]) => first && `/admin/tutoring-requests/${first.id}`),
        ['/admin/tutoring-requests/:id'],
      ),
      page('admin-performance', 'Performance', admin, '/admin/performance'),
      page('admin-system', 'System', admin, '/admin/system'),
      page('admin-audit', 'What administrators did', admin, '/admin/audit'),
      page('admin-contact-requests', 'Messages to the Admin Team', admin, '/admin/contact-requests'),
      page('admin-roles', 'Roles', admin, '/admin/roles'),
      page('admin-reviews', 'Question reviews', educator, '/admin/review-requests'),
      page('admin-review', 'A question in doubt', educator, doubtedQuestion, ['/admin/review-requests/:id']),
      page('admin-questions', 'The bank of questions', educator, '/admin/questions'),
      page('admin-new-question', 'A new question', educator, '/admin/questions/new'),
      page(
        'admin-question',
        'A question of the bank',
        educator,
        firstOf<{ questionId: string }[]>('/api/admin/questions?search=', ([first]) => first && `/admin/questions/${first.questionId}`),
        ['/admin/questions/:id'],
      ),
    ],
  },
]
