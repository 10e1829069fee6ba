import type { APIRequestContext, Page } from '@playwright/test'
import { screens } from '../../web/src/screens.ts'
import { admin, beforeExam, educator, midway, newcomer, tutor } from './people.ts'

export interface ShownPage {
  readonly name: string
  readonly title: string
  /** Its addresses in `web/src/screens.ts`. */
  readonly routes: readonly string[]
  readonly of: { readonly email: string } | null
  readonly at: string | ((page: Page) => Promise<void>)
}

export interface Floor {
  readonly title: string
  readonly pages: readonly ShownPage[]
}

const get = async <Answer>(request: APIRequestContext, address: string): Promise<Answer> => {
  const answer = await request.get(address)
  if (!answer.ok()) throw new Error(`${address} answers ${answer.status()}: is the demo running there?`)
  return (await answer.json()) as Answer
}

/** Opens the page that a call's answer leads to. */
const firstOf =
  <Answer>(call: string, address: (answer: Answer) => string | undefined) =>
  async (page: Page): Promise<void> => {
    const path = address(await get<Answer>(page.request, call))
    if (!path) throw new Error(`${call} lists nothing that has a page.`)
    await page.goto(path)
  }

/** Opens the page at an address made of the first entry's id. */
const firstEntry = <Name extends string>(call: string, folder: string, id: Name) =>
  firstOf<Record<Name, string>[]>(call, ([first]) => first && `${folder}/${first[id]}`)

interface Exam {
  readonly id: string
  readonly isCompleted: boolean
  readonly givenUpAt: string | null
}

const results = firstOf<Exam[]>('/api/practice-exams/history', (exams) => {
  const exam = exams.find(({ isCompleted }) => isCompleted)
  return exam && `/practice-exam/${exam.id}/results`
})

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
  // Refused when all of the day's questions are given.
  await page.request.post('/api/daily-questions/generate', { data: { count: 5 } })
  await page.goto('/study-session?mode=daily')
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

const question = firstEntry('/api/daily-questions', '/questions', 'questionId')
const student = firstEntry(`/api/admin/students?search=${encodeURIComponent(midway.email)}`, '/admin/students', 'id')
const tutoringRequest = firstEntry('/api/tutoring-requests', '/admin/tutoring-requests', 'id')
const questionToEdit = firstEntry('/api/admin/questions?search=', '/admin/questions', 'questionId')

/** Looks back day by day, since on some days there is none. */
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

/** A screen of the app, at its sample address where no other is given. */
function page(name: string, address: string, of: ShownPage['of'], at?: ShownPage['at']): ShownPage {
  const screen = screens.find((each) => each.at.includes(address))
  if (!screen) throw new Error(`There is no screen at ${address}.`)
  return { name, title: screen.title, of, at: at ?? address + (screen.sample ?? ''), routes: screen.at }
}

export const floors: readonly Floor[] = [
  {
    title: 'Before signing in',
    pages: [
      { name: 'landing', title: 'Landing Page', of: null, at: '/', routes: [] },
      page('login', '/login', null),
      page('forgot-password', '/forgot-password', null),
      page('reset-password', '/reset-password', null),
      page('verify-email', '/verify-email', null),
      page('confirm-email', '/confirm-email', null),
      page('exam-outcome', '/exam-outcome', null),
      page('readiness', '/readiness', null),
      page('unsubscribe', '/unsubscribe', null),
      page('legal', '/legal', null),
      page('legal-history', '/legal/history', null),
      page('contact', '/legal/contact', null),
      { name: 'status', title: 'Status', of: null, at: '/status', routes: [] },
      { name: 'not-found', title: 'Page Not Found', of: null, at: '/nothing', routes: [] },
      page('tutoring-visitor', '/tutoring', null),
    ],
  },
  {
    title: 'Studying',
    pages: [
      page('dashboard', '/', midway),
      page('modules', '/modules', midway),
      page('study-modes', '/study-mode', beforeExam),
      page('study-session', '/study-session', midway, todaysQuestions),
      page('question', '/questions/:id', midway, question),
      page('review', '/review', midway),
      page('analytics', '/analytics', beforeExam),
      page('practice-exams', '/practice-exam', beforeExam),
      page('practice-exam', '/practice-exam/:id', beforeExam, runningExam),
      page('exam-results', '/practice-exam/:id/results', beforeExam, results),
      page('review-requests', '/review-requests', midway),
    ],
  },
  {
    title: 'The account',
    pages: [
      page('profile', '/profile', beforeExam),
      page('settings', '/settings', beforeExam),
      page('reminders', '/reminders', beforeExam),
      page('security', '/security', beforeExam),
      page('subscription', '/subscription', newcomer),
      page('checkout', '/checkout', newcomer, checkout),
    ],
  },
  {
    title: 'Tutoring',
    pages: [
      page('tutoring', '/tutoring', midway),
      page('tutoring-apply', '/tutoring/apply', midway),
      page('tutor-desk', '/tutoring/tutor', tutor),
    ],
  },
  {
    title: 'Educators and administrators',
    pages: [
      page('admin-students', '/admin', admin),
      page('admin-student', '/admin/students/:id', admin, student),
      page('admin-subscriptions', '/admin/subscriptions', admin),
      page('admin-discount-codes', '/admin/discount-codes', admin),
      page('admin-revenue', '/admin/revenue', admin),
      page('admin-sessions', '/admin/sessions', admin),
      page('admin-tutoring-requests', '/admin/tutoring-requests', admin),
      page('admin-tutoring-request', '/admin/tutoring-requests/:id', admin, tutoringRequest),
      page('admin-performance', '/admin/performance', admin),
      page('admin-system', '/admin/system', admin),
      page('admin-audit', '/admin/audit', admin),
      page('admin-contact-requests', '/admin/contact-requests', admin),
      page('admin-roles', '/admin/roles', admin),
      page('admin-reviews', '/admin/review-requests', educator),
      page('admin-review', '/admin/review-requests/:id', educator, doubtedQuestion),
      page('admin-questions', '/admin/questions', educator),
      page('admin-new-question', '/admin/questions/new', educator),
      page('admin-question', '/admin/questions/:id', educator, questionToEdit),
    ],
  },
]
