import type { ExamQuestion, PracticeExam } from '@medicready/domain/contract/exams/exams'
import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseAnswer } from './answers.ts'
import { expect, signIn, test } from './fixtures.ts'
import { giveEndingExam } from './given-exam.ts'
import { grantTier } from './operator.ts'
import { product } from './product.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const at = (page: Page, order: number) => page.getByText(new RegExp(`^Question ${order} ·`))
const clock = (page: Page) => page.getByRole('timer', { name: 'Time left in this exam' })
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

interface Answered {
  examCompleted: boolean
  nextQuestion: ExamQuestion | null
}

const toExaminee = async (page: Page) => {
  for (const module of ['Trauma', 'EMS Operations'])
    expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
  await grantTier(page, 'premium')
}

const examIdIn = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? ''

/** The item from the server, which may be on screen before the read model has it. */
async function itemAt(page: Page, order: number): Promise<AskedItem> {
  const given = async (): Promise<ExamQuestion | undefined> => {
    const answer = await page.request.get(`/api/practice-exams/${examIdIn(page)}/questions`)
    return answer.ok() ? ((await answer.json()) as ExamQuestion[])[order - 1] : undefined
  }
  await expect.poll(given).toBeDefined()
  const item = (await given())?.asked.item
  if (!item) throw new Error(`The exam has not given ${order} questions.`)
  return item
}

const LETTERS = 'abcdefgh'

/** Answers any kind by keyboard, with the first parts. */
async function chooseByKeys(page: Page, item: AskedItem): Promise<void> {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  switch (item.kind) {
    case 'multiple_choice':
    case 'hot_spot':
      return press('a')
    case 'multiple_response':
      return press(...LETTERS.slice(0, item.choose))
    case 'build_list':
      return press(...LETTERS.slice(0, item.steps.length))
    case 'drag_drop':
      for (const [index] of item.things.entries()) await press(LETTERS[index] ?? '', '1')
      return
    case 'options_table':
      for (const { text } of item.rows) {
        await page.getByRole('row', { name: text }).getByRole('radio').first().focus()
        await press('Space')
      }
      return
    case 'fill_in_blank':
      await page.getByLabel('Your answer').focus()
      return press('1')
  }
}

/** Submits the choice, and answers the following questions. */
async function submit(page: Page): Promise<Answered> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/answer') && response.ok(), { timeout: 60_000 }),
    page.keyboard.press('Enter'),
  ])
  return (await answer.json()) as Answered
}

test('a mock exam by keyboard, from the dashboard to its end, with a break, a reload, and another device', async ({
  page,
  browser,
  student,
}) => {
  await toExaminee(page)

  await test.step('the exams, and what the chosen one is like', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: /NREMT Practice Exam Full-length adaptive practice exam/ }).press('Enter')
    await expect(page).toHaveURL('/practice-exam')
    await expect(heading(page, 'Practice Exams')).toBeFocused()
    const mock = page.getByRole('region', { name: 'Mock National Registry Exam' })
    for (const words of ['110–150 questions', '210 minutes', 'Up to 20 of them are on trial and do not count', /Clinical Judgment 35%$/])
      await expect(mock.getByText(words)).toBeVisible()
    await expect(page.getByText('No practice exams yet')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'The current exam' })).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'The former exam: five domains' }).press('Space')
    for (const words of ['80–150 questions', '150 minutes', 'Passing score: 70', 'Listed total: 100 questions', /^Airway 20%/])
      await expect(mock.getByText(words)).toBeVisible()
    await button(page, 'Start Mock National Registry Exam (five domains)').press('Enter')
    await expect(heading(page, 'Before you begin')).toBeFocused()
    await expect(page.getByRole('switch', { name: 'Show the score estimate' })).not.toBeChecked()
    await expectAccessible(page)
    await button(page, 'Begin Exam').press('Enter')
  })

  let item: AskedItem
  await test.step('the first item, which must be answered', async () => {
    await expect(page).toHaveURL(/\/practice-exam\/[0-9a-f-]{36}$/)
    await expect(at(page, 1)).toBeVisible()
    await expect(clock(page)).toHaveText(/^02:(30:00|29:\d\d)$/)
    await expect(page.getByRole('progressbar', { name: 'Questions answered' })).toHaveAttribute('aria-valuemax', '150')
    await expect(page.getByText(/^Score estimate \d/)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Tools' }).getByRole('button', { name: 'Calculator' })).toBeVisible()
    // As at the test center; an earlier note could contain the answer.
    await expect(page.getByRole('button', { name: /^(Note|Lab values|Drug sheet)/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(notices(page).getByText('You must choose an answer before continuing.')).toBeVisible()
    await expectAccessible(page)
    item = await itemAt(page, 1)
    await chooseByKeys(page, item)
    item = (await submit(page)).nextQuestion?.asked.item ?? item
    await expect(at(page, 2)).toBeVisible()
  })

  await test.step('a break covers it, while the clock goes on', async () => {
    await button(page, 'Take a break').press('Enter')
    await expect(heading(page, 'You are on a break')).toBeFocused()
    await expect(page.getByRole('article', { name: 'Question' })).toBeHidden()
    await expect(clock(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(button(page, 'Back to the Exam')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article', { name: 'Question' }).getByRole('heading', { level: 1 })).toBeFocused()
    await button(page, 'Hide time').press('Enter')
    await expect(clock(page)).toHaveCount(0)
    await page.getByRole('switch', { name: 'Score estimate' }).press('Space')
    await expect(page.getByText(/^Score estimate \d+: (below 70|70 or above)$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a reload and another device resume it', async () => {
    const stem = await page.getByRole('article', { name: 'Question' }).getByRole('heading', { level: 1 }).innerText()
    await page.reload()
    await expect(at(page, 2)).toBeVisible()
    await expect(page.getByRole('article', { name: 'Question' }).getByRole('heading', { level: 1 })).toHaveText(stem)
    await expect(page.getByText(/^Score estimate \d/)).toBeVisible()
    await expect(clock(page)).toHaveText(/^02:2\d:\d\d$/)

    const context = await browser.newContext({ baseURL: product.url })
    await signIn(context.request, student)
    const device = await context.newPage()
    await device.goto('/practice-exam')
    await expect(device.getByText(/1 answered · 02:2\d:\d\d left/)).toBeVisible()
    await device.getByRole('link', { name: 'Continue Mock National Registry Exam (five domains)' }).click()
    await expect(at(device, 2)).toBeVisible()
    await chooseByKeys(device, await itemAt(device, 2))
    item = (await submit(device)).nextQuestion?.asked.item ?? item
    await expect(at(device, 3)).toBeVisible()

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(notices(page).getByText('Answered Elsewhere')).toBeVisible()
    await expect(at(page, 3)).toBeVisible()

    // An unsubmitted choice survives a reload.
    await chooseByKeys(page, item)
    await page.reload()
    await expect(at(page, 3)).toBeVisible()

    // An outdated screen learns of it with its next answer and shows the current question.
    const reads = /\/api\/practice-exams\/[^/]+(\/questions)?$/
    await page.route(reads, (route) => route.abort())
    for (const order of [3, 4]) {
      await chooseByKeys(device, item)
      item = (await submit(device)).nextQuestion?.asked.item ?? item
      await expect(at(device, order + 1)).toBeVisible()
    }
    await context.close()
    expect(await submit(page)).toMatchObject({ questionsAnswered: 4, nextQuestion: { order: 5 } })
    await expect(notices(page).getByText(/on another screen\. The first answer counts\./)).toBeVisible()
    await page.unroute(reads)
    await expect(at(page, 5)).toBeVisible()
    await expect(page.getByRole('article', { name: 'Question' }).getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('it continues to its end', async () => {
    for (let order = 5; order <= 80; order += 1) {
      await expect(at(page, order)).toBeVisible()
      await chooseByKeys(page, item)
      const { examCompleted, nextQuestion } = await submit(page)
      // Answering by position alone ends clearly below the passing line.
      expect(examCompleted).toBe(order === 80)
      item = nextQuestion?.asked.item ?? item
    }
    await expect(page).toHaveURL(/\/practice-exam\/[0-9a-f-]{36}\/results$/)
    await expect(heading(page, 'Not passed yet')).toBeVisible()
    await expect(page.getByText('With 95% confidence, your ability is below the passing line.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your Questions' }).locator('summary')).toHaveCount(80)
    const id = examIdIn(page)
    await page.goto(`/practice-exam/${id}`)
    await expect(page.getByText('This exam has already been completed or does not exist.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/practice-exam')
    const row = page.getByRole('region', { name: 'Your latest exams' }).getByRole('listitem')
    await expect(row).toContainText(/(Passed|Not passed)Score \d+/)
    await expect(page.getByRole('link', { name: 'Mock National Registry Exam (five domains)' })).toHaveAttribute(
      'href',
      `/practice-exam/${id}/results`,
    )
  })
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: 'dark' })

  test('an exam survives a lost connection, a second tab, and a wrong clock, and ends when its time is up', async ({
    page,
    student: _,
  }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await toExaminee(page)
    const answer = async (each: Page, order: number) => {
      await expect(at(each, order)).toBeVisible()
      await chooseAnswer(each, await itemAt(each, order))
      await button(each, 'Submit Answer').click()
    }

    await test.step('a module exam needs a module', async () => {
      await page.goto('/practice-exam')
      await button(page, 'Start Module Exam').click()
      await expect(notices(page).getByText('Please select a module')).toBeVisible()
      await page.getByLabel('Module', { exact: true }).selectOption('Trauma')
      await button(page, 'Start Module Exam').click()
      await expect(page.getByText('Module Exam, Trauma: 20–40 questions, 60 minutes.')).toBeVisible()
      await expect(page.getByRole('switch', { name: 'Show the score estimate' })).toBeChecked()
      await button(page, 'Begin Exam').click()
      await expect(page.getByText('Score estimate 50: below 70')).toBeVisible()
      await expect(page.locator('html')).toHaveClass(/dark/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    })
    const id = examIdIn(page)

    await test.step('an offline answer is sent once when the connection is back', async () => {
      const item = await itemAt(page, 1)
      const keys: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/answer')) keys.push(request.headers()['idempotency-key'])
      })
      await chooseAnswer(page, item)
      await page.context().setOffline(true)
      await button(page, 'Submit Answer').click()
      await expect(page.getByText(/Failed to submit answer\. It is sent again as soon as you are back online/)).toBeVisible()
      await expect(clock(page)).toBeVisible()
      await page.context().setOffline(false)
      await expect(at(page, 2)).toBeVisible()
      expect(new Set(keys).size).toBe(1)
    })

    await test.step('two tabs agree', async () => {
      const other = await page.context().newPage()
      await other.goto(`/practice-exam/${id}`)
      await answer(other, 2)
      await answer(other, 3)
      await expect(at(other, 4)).toBeVisible()
      await other.close()
      await expect(at(page, 4)).toBeVisible()
      await expect(notices(page).getByText('Answered Elsewhere')).toBeVisible()
    })

    await test.step('the server’s clock is right, and another exam waits for this one', async () => {
      const soon = (deadline: number) =>
        page.route(`**/api/practice-exams/${id}`, async (route) => {
          const response = await route.fetch()
          await route.fulfill({
            response,
            json: { ...((await response.json()) as PracticeExam), deadline: new Date(deadline).toISOString() },
          })
        })
      await page.goto('/practice-exam')
      await expect(page.getByText(/3 answered · 00:5\d:\d\d left/)).toBeVisible()
      await expect(button(page, 'Start Weak Areas Review')).toHaveAttribute('aria-disabled', 'true')
      await soon(Date.now() - 1_000)
      const [refused] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/complete')),
        page.getByRole('link', { name: 'Continue Module Exam' }).click(),
      ])
      expect(refused.status()).toBe(409)
      await page.unroute(`**/api/practice-exams/${id}`)
      await expect(at(page, 4)).toBeVisible()
      await expect(clock(page)).toHaveText(/^00:5\d:\d\d$/)
    })

    await test.step('a fast clock does not end the exam: it asks the server, and retries on failure', async () => {
      const complete = `**/api/practice-exams/${id}/complete`
      await page.route(complete, (route) => route.abort())
      await page.clock.install()
      await page.clock.fastForward('00:55:30')
      await expect(notices(page).getByText(/^5 minutes left$/)).toBeVisible()
      await expect(clock(page)).toHaveClass(/text-bad/)
      await page.clock.fastForward('00:05:00')
      await expect(page.getByText('Failed to complete exam')).toBeVisible()
      await expectAccessible(page)
      await page.unroute(complete)
      await button(page, 'Try again').click()
      await expect(at(page, 4)).toBeVisible()
      await expect(clock(page)).toHaveText(/^00:5\d:\d\d$/)
    })

    await test.step('when the time is up, it is completed, and the results say so', async () => {
      const ending = await giveEndingExam(page, id, 12)
      // The clock is only known to half a second, so it may ask too early and ask again.
      const completed = page.waitForResponse((response) => response.url().endsWith(`${ending}/complete`) && response.ok())
      await page.goto(`/practice-exam/${ending}`)
      await expect(clock(page)).toHaveText(/^00:00:\d\d$/)
      expect((await completed).request().postDataJSON()).toEqual({ reason: 'timeout' })
      await expect(page).toHaveURL(`/practice-exam/${ending}/results`)
      await expect(page.getByText('You gave no answers, so there is no measurement.')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a former Premium student keeps their exams, including the open one', async () => {
      await grantTier(page, 'basic')
      await page.goto('/practice-exam')
      await expect(heading(page, 'Premium Feature')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Your latest exams' }).getByRole('listitem')).toHaveCount(2)
      await page.getByRole('link', { name: 'Continue Module Exam' }).click()
      await answer(page, 4)
      await expect(at(page, 5)).toBeVisible()
    })
  })
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: 'dark' })

  test('starting another exam leads to the open one, which can be given up after a confirmation', async ({ page, student: _ }) => {
    await toExaminee(page)
    const begun = await page.request.post('/api/practice-exams/start', { data: { examType: 'module_specific', targetModules: ['Trauma'] } })
    const { examId } = (await begun.json()) as { examId: string }
    await page.goto('/practice-exam?exam=weak_areas')
    await button(page, 'Begin Exam').click()
    await expect(notices(page).getByText('You have a practice exam in progress. Please finish it first.')).toBeVisible()
    await expect(page).toHaveURL(`/practice-exam/${examId}`)
    await expect(at(page, 1)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

    await button(page, 'Give up').click()
    const asked = page.getByRole('dialog', { name: 'Give up this exam?' })
    await expect(asked).toBeVisible()
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Keep going' }).click()
    await expect(asked).toHaveCount(0)
    await expect(at(page, 1)).toBeVisible()
    await page.goto('/practice-exam')
    await expect(page.getByRole('region', { name: 'Your exam is in progress' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue Module Exam' }).click()
    await button(page, 'Give up').click()
    await asked.getByRole('button', { name: 'Give up the exam' }).click()

    await expect(page).toHaveURL('/practice-exam')
    await expect(page.getByRole('region', { name: 'Your latest exams' }).getByRole('listitem')).toContainText('Given up')
    await expect(page.getByRole('region', { name: 'Your exam is in progress' })).toHaveCount(0)
    await expect(button(page, 'Start Weak Areas Review')).not.toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await page.goto(`/practice-exam/${examId}`)
    await expect(heading(page, 'Exam Given Up')).toBeVisible()
  })
})

test('without Premium the exams are described, with a link to upgrade', async ({ page, student: _ }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/practice-exams')) calls.push(request.url())
  })
  await page.goto('/exam')
  await expect(page).toHaveURL('/practice-exam')
  await expect(heading(page, 'Premium Feature')).toBeVisible()
  await expect(page.getByText('Practice exams are available with Premium subscription.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'VIEW PLANS' })).toHaveAttribute('href', '/subscription')
  await expectAccessible(page)
  await page.goto('/practice-exam?exam=full_simulation')
  await expect(heading(page, 'Premium Feature')).toBeVisible()
  await expect(heading(page, 'Your latest exams')).toHaveCount(0)
  expect(calls.filter((url) => !url.endsWith('/history'))).toEqual([])
  await page.goto('/practice-exam/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This exam has already been completed or does not exist.')).toBeVisible()
})
