import type { APIRequestContext, Page } from '@playwright/test'
import { paths } from '../../web/src/paths.ts'
import { plainPages, type ScreenName, sampleOf, screens } from '../../web/src/screens.ts'
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

/** Opens the page of the first entry. */
const firstEntry = <Name extends string>(call: string, address: (id: string) => string, id: Name) =>
  firstOf<Record<Name, string>[]>(call, ([first]) => first && address(first[id]))

interface Exam {
  readonly id: string
  readonly isCompleted: boolean
  readonly givenUpAt: string | null
}

const results = firstOf<Exam[]>('/api/practice-exams/history', (exams) => {
  const exam = exams.find(({ isCompleted }) => isCompleted)
  return exam && paths.practiceExamResults(exam.id)
})

async function runningExam(page: Page): Promise<void> {
  const exams = await get<Exam[]>(page.request, '/api/practice-exams/history')
  let id = exams.find(({ isCompleted, givenUpAt }) => !isCompleted && givenUpAt === null)?.id
  if (!id) {
    const started = await page.request.post('/api/practice-exams/start', { data: { examType: 'weak_areas' } })
    id = ((await started.json()) as { examId: string }).examId
  }
  await page.goto(paths.practiceExam(id))
}

async function todaysQuestions(page: Page): Promise<void> {
  // Refused when all of the day's questions are given.
  await page.request.post('/api/daily-questions/generate', { data: { count: 5 } })
  await page.goto(paths.studySession({ mode: 'daily' }))
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

const question = firstEntry('/api/daily-questions', paths.question, 'questionId')
const student = firstEntry(`/api/admin/students?search=${encodeURIComponent(midway.email)}`, paths.adminStudent, 'id')
const tutoringRequest = firstEntry('/api/tutoring-requests', paths.adminTutoringRequest, 'id')
const questionToEdit = firstEntry('/api/admin/questions?search=', paths.adminQuestion, 'questionId')

/** Looks back day by day, since on some days there is none. */
async function doubtedQuestion(page: Page): Promise<void> {
  for (let daysAgo = 1; daysAgo < 365; daysAgo++) {
    const asOf = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const [first] = await get<{ questionId: string }[]>(page.request, `/api/admin/review-requests?asOf=${asOf}`)
    if (first) return void (await page.goto(`${paths.adminReviewRequest(first.questionId)}?asOf=${asOf}`))
  }
  throw new Error('No question was ever in doubt.')
}

async function checkout(page: Page): Promise<void> {
  await page.goto(paths.subscription())
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
}

const nameOf = (page: string): string => page.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A screen of the app, at its sample address where no other is given. */
function page(screen: ScreenName, of: ShownPage['of'], at: ShownPage['at'] = sampleOf(screens[screen])): ShownPage {
  return { name: nameOf(screen), title: screens[screen].title, of, at, routes: screens[screen].at }
}

function plain(page: keyof typeof plainPages): ShownPage {
  const { title, at } = plainPages[page]
  return { name: nameOf(page), title, of: null, at, routes: [] }
}

export const floors: readonly Floor[] = [
  {
    title: 'Before signing in',
    pages: [
      plain('landing'),
      page('login', null),
      page('forgotPassword', null),
      page('resetPassword', null),
      page('verifyEmail', null),
      page('confirmEmail', null),
      page('examOutcome', null),
      page('readiness', null),
      page('unsubscribe', null),
      page('legal', null),
      page('legalHistory', null),
      page('contact', null),
      plain('status'),
      plain('notFound'),
      { ...page('tutoring', null), name: 'tutoring-visitor' },
    ],
  },
  {
    title: 'Studying',
    pages: [
      page('home', midway),
      page('modules', midway),
      page('studyMode', beforeExam),
      page('studySession', midway, todaysQuestions),
      page('question', midway, question),
      page('review', midway),
      page('analytics', beforeExam),
      page('practiceExams', beforeExam),
      page('practiceExam', beforeExam, runningExam),
      page('practiceExamResults', beforeExam, results),
      page('reviewRequests', midway),
    ],
  },
  {
    title: 'The account',
    pages: [
      page('profile', beforeExam),
      page('settings', beforeExam),
      page('reminders', beforeExam),
      page('security', beforeExam),
      page('subscription', newcomer),
      page('checkout', newcomer, checkout),
    ],
  },
  {
    title: 'Tutoring',
    pages: [page('tutoring', midway), page('applyAsTutor', midway), page('tutorDesk', tutor)],
  },
  {
    title: 'Educators, analysts, and administrators',
    pages: [
      page('adminStudents', admin),
      page('adminStudent', admin, student),
      page('adminSubscriptions', admin),
      page('adminDiscountCodes', admin),
      page('adminRevenue', admin),
      page('adminSessions', admin),
      page('adminTutoringRequests', admin),
      page('adminTutoringRequest', admin, tutoringRequest),
      page('adminPerformance', admin),
      page('adminSystem', admin),
      page('adminAudit', admin),
      page('adminContactRequests', admin),
      page('adminRoles', admin),
      page('lab', admin),
      page('adminReviewRequests', educator),
      page('adminReviewRequest', educator, doubtedQuestion),
      page('adminQuestions', educator),
      page('adminNewQuestion', educator),
      page('adminQuestion', educator, questionToEdit),
    ],
  },
]
