import { randomUUID } from 'node:crypto'
import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseAnswer } from './answers.ts'
import { expect, signIn, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)/ })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const mainLink = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name })

async function withModules(page: Page): Promise<void> {
  for (const module of ['Trauma', 'Pediatrics'])
    expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
}

/** The session in the page's URL, from the server. */
async function sessionOf(page: Page): Promise<StudySession> {
  await expect(page).toHaveURL(/\/study-session\?session=/)
  const id = new URL(page.url()).searchParams.get('session')
  const read = () => page.request.get(`/api/study-sessions/${id}`)
  // A new session is on screen before the read model has it.
  await expect.poll(async () => (await read()).status()).toBe(200)
  return (await (await read()).json()) as StudySession
}

/** Chooses an answer to the question on the screen, whatever its kind. */
async function chooseHere(page: Page): Promise<void> {
  const stem = await page.getByRole('heading', { level: 1 }).innerText()
  const shown = (await sessionOf(page)).questions.find(
    ({ question }) => question?.stem.replaceAll(/\s+/g, ' ') === stem.replaceAll(/\s+/g, ' '),
  )
  if (!shown?.question) throw new Error(`No question of the session says: ${stem}`)
  await chooseAnswer(page, shown.question.item)
}

async function submit(page: Page): Promise<void> {
  await chooseHere(page)
  await button(page, 'Submit Answer').click()
}

async function endSession(page: Page): Promise<void> {
  await button(page, 'End session').click()
  await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End session' }).click()
  await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
}

test('practice explains each answer and resumes after a reload and on another device', async ({ page, browser, student }) => {
  await grantTier(page, 'basic')
  await withModules(page)

  await test.step('begin it on the dashboard', async () => {
    await page.goto('/')
    await page.route('**/api/study-session/generate', async (route) => {
      await expect(button(page, /Practice Mode LOADING\.\.\./)).toBeVisible()
      await route.continue()
    })
    await button(page, /Practice Mode Generate 5 questions for focused practice/).click()
    await expect(page.getByText('Question 1 of 5')).toBeVisible()
    await expect(page).toHaveTitle('Practice Mode · MedicReady')
    const [mode, questions] = await page.evaluate(() => [
      JSON.parse(sessionStorage.getItem('selectedStudyMode') ?? 'null') as unknown,
      JSON.parse(sessionStorage.getItem('practiceQuestions') ?? 'null') as unknown,
    ])
    expect(mode).toMatchObject({
      id: 'practice',
      name: 'Practice Mode',
      showAnswersImmediately: true,
      showExplanations: true,
      showClinicalPearls: false,
      requiredTier: 'free',
    })
    expect(questions).toHaveLength(5)
  })

  await test.step('answer, and read why, without a pearl', async () => {
    await button(page, 'Submit Answer').click()
    await expect(page.getByText('No Answer Selected').or(page.getByText('Answer Not Complete'))).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'How sure are you?' })).toHaveCount(0)
    await submit(page)
    await expect(outcome(page)).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Explanation' })).toBeVisible()
    await expect(page.getByText('Clinical pearl')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('reload in the middle, and look back', async () => {
    await page.reload()
    await expect(page.getByText('Question 2 of 5')).toBeVisible()
    await button(page, 'Previous').click()
    await expect(page.getByText('Question 1 of 5')).toBeVisible()
    await expect(outcome(page)).toBeVisible()
    await button(page, 'Next Question').click()
    await expect(page.getByText('Question 2 of 5')).toBeVisible()
  })

  await test.step('go on with it on another device', async () => {
    const elsewhere = await browser.newContext()
    await signIn(elsewhere.request, student)
    const other = await elsewhere.newPage()
    await other.goto('/study-mode')
    await expect(other.getByRole('heading', { name: 'Continue where you left off' })).toBeVisible()
    await expect(other.getByText('1 of 5 answered')).toBeVisible()
    await expectAccessible(other)
    await mainLink(other, /Continue Practice Mode/).click()
    await expect(other.getByText('Question 2 of 5')).toBeVisible()
    await submit(other)
    await expect(outcome(other)).toBeFocused()
    await elsewhere.close()
    await page.reload()
    await expect(page.getByText('Question 3 of 5')).toBeVisible()
  })

  await test.step('end it early, and view the result', async () => {
    await endSession(page)
    await expect(page.getByText('3 questions were not answered.')).toBeVisible()
    await expect(page.getByText(/^You answered [012] of 5 correctly\.$/)).toBeVisible()
    const answers = page.getByRole('region', { name: 'Your answers' })
    await answers.locator('summary').first().click()
    await expect(answers.getByRole('heading', { name: 'Explanation' })).toBeVisible()
    await answers.getByText('Not answered').first().click()
    await expect(answers.getByText('You gave no answer.')).toBeVisible()
    await expectAccessible(page)
    await mainLink(page, 'Study Mode').click()
    await expect(page.getByRole('heading', { name: 'Need Help Choosing?' })).toBeVisible()
    await expect(page.getByText('Continue where you left off')).toHaveCount(0)
  })
})

test('tutor mode asks for the confidence, also by keyboard, and explains everything', async ({ page, student: _ }) => {
  await grantTier(page, 'basic')
  await withModules(page)
  await page.goto('/tutor')
  await expect(page).toHaveURL('/study-mode?mode=tutor')
  await expect(page.getByRole('heading', { name: 'Tutor Mode' })).toBeFocused()
  await expect(page.getByText('Chosen')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(button(page, 'Start Tutor Mode')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Question 1 of 5')).toBeVisible()

  const level = (name: RegExp) => page.getByRole('radio', { name })
  await expect(level(/^3, Partly sure/)).toBeChecked()
  await level(/^3, Partly sure/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(level(/^4, Sure/)).toBeChecked()
  await page.keyboard.press('5')
  await expect(level(/^5, Certain/)).toBeChecked()
  await expectAccessible(page)
  await button(page, 'Flag for review').click()
  await chooseHere(page)
  const { id } = await sessionOf(page)
  const [recorded] = await Promise.all([page.waitForRequest('**/api/user/responses'), button(page, 'Submit Answer').click()])
  expect(recorded.postDataJSON()).toMatchObject({ confidence: 5, flaggedForReview: true, studySessionId: id })
  await expect(outcome(page)).toBeFocused()
  await expect(level(/Certain/)).toHaveCount(0)
  await expect(page.getByText('Clinical pearl')).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Question 2 of 5')).toBeVisible()
  await expect(level(/^3, Partly sure/)).toBeChecked()
  await expect(button(page, 'Flag for review')).toHaveAttribute('aria-pressed', 'false')
  await chooseHere(page)
  await page.context().setOffline(true)
  await button(page, 'Submit Answer').click()
  await expect(page.getByText('Saved. It will be marked when you are back online.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(outcome(page)).toBeVisible()
  await button(page, 'Previous').click()
  await expect(button(page, 'Flag for review')).toHaveAttribute('aria-pressed', 'true')
})

test('a timed exam counts down, sends no answer when time is up, and shows results only at the end', async ({ page, student: _ }) => {
  await grantTier(page, 'premium')
  await withModules(page)
  const begun = await page.request.post('/api/study-session/generate', { data: { mode: 'timed_exam', count: 3 } })
  const { sessionId, questions } = (await begun.json()) as { sessionId: string; questions: unknown[] }
  const count = questions.length
  const at = (number: number) => page.getByText(`Question ${number} of ${count}`)
  const address = `/study-session?session=${sessionId}`
  expect(count).toBeGreaterThan(1)

  await page.clock.install()
  await page.goto(address)
  await expect(at(1)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/1:(30|2\d)/)
  await expectAccessible(page)
  const answered = (await sessionOf(page)).questions[0]
  await submit(page)
  await expect(at(2)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByText(/^Part 2 of/))).toBeFocused()
  await expect(outcome(page)).toHaveCount(0)

  await test.step('results are withheld everywhere', async () => {
    const other = await page.context().newPage()
    await other.goto(`/questions/${answered?.questionId}`)
    await expect(other.getByRole('heading', { name: 'In Your Timed Exam' })).toBeVisible()
    await expectAccessible(other)
    await other.close()
    expect((await sessionOf(page)).questions.map(({ result }) => result)).toEqual(Array.from({ length: count }, () => null))
  })

  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/responses')) sent.push(request.postDataJSON())
  })
  const secondsLeft = async () => {
    const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').map(Number)
    return 60 * (minutes ?? 0) + (seconds ?? 0)
  }

  await test.step("the clock follows the server's, also after a reload, and turns red", async () => {
    await page.clock.runFor('00:30')
    const before = await secondsLeft()
    expect(before).toBeLessThanOrEqual(60)
    await page.reload()
    await expect.poll(secondsLeft).toBeGreaterThan(before)
    await expect(page.getByRole('timer')).not.toHaveClass(/text-bad/)
    await page.clock.runFor(1_000 * ((await secondsLeft()) - 9))
    await expect(page.getByRole('timer')).toHaveClass(/text-bad/)
    await expect(page.getByText('10 seconds left')).toBeAttached()
    await expectAccessible(page)
  })

  await test.step('at zero, an empty answer is recorded once', async () => {
    await page.clock.runFor('00:10')
    await expect(at(2)).toHaveCount(0)
    expect(sent).toMatchObject([{ answer: null, studySessionId: sessionId, confidence: null }])
  })

  await test.step('the end shows everything', async () => {
    for (let number = 3; number <= count; number += 1) {
      await expect(at(number)).toBeVisible()
      await submit(page)
    }
    await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
    const answers = page.getByRole('region', { name: 'Your answers' })
    await answers.locator('summary').nth(1).click()
    await expect(answers.getByText('None in time').first()).toBeVisible()
    await expect(answers.getByRole('heading', { name: 'Explanation' })).toBeVisible()
    await page.goto(`/questions/${answered?.questionId}`)
    await expect(outcome(page)).toBeVisible()
  })
})

test('features outside of the plan are locked, with a link to upgrade', async ({ page, student: _ }) => {
  await withModules(page)
  await page.goto('/study-mode')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Study Mode' })).toHaveAttribute('aria-current', 'page')
  for (const mode of ['Review Mode', 'Tutor Mode', 'Timed Exam'])
    await expect(mainLink(page, `View plans to unlock ${mode}`)).toHaveAttribute('href', '/subscription')
  await expect(button(page, /^Start /)).toHaveText(['Start Practice Mode'])
  await expectAccessible(page)
  await page.goto('/')
  await expect(button(page, /Generate 1 question for focused practice/)).toBeVisible()
  for (const mode of [/Tutor Mode/, /Review Mode/]) await expect(mainLink(page, mode)).toHaveAttribute('href', '/subscription')

  await page.evaluate(
    (attempt) =>
      sessionStorage.setItem(
        'selectedStudyMode',
        JSON.stringify({ id: 'timed_exam', request: { mode: 'timed_exam', count: 1, quiz: null }, attempt, sessionId: null }),
      ),
    randomUUID(),
  )
  await page.goto('/study-session')
  await expect(page.getByText('Upgrade Required')).toBeVisible()
  await expect(page.getByText('Timed Exam requires a Premium subscription or higher.')).toBeVisible()
  await expect(page).toHaveURL('/study-mode')
  // A rejected choice is forgotten, and an unknown mode is ignored.
  await page.goto('/study-session')
  await expect(page).toHaveURL('/study-mode')
  const choose = (chosen: unknown) => page.evaluate((chosen) => sessionStorage.setItem('selectedStudyMode', JSON.stringify(chosen)), chosen)
  await choose({ id: 'nonsense', sessionId: 'nonsense' })
  await page.goto('/study-session')
  await expect(page).toHaveURL('/study-mode')
  await expect(page.getByText('This study session no longer exists.')).toHaveCount(0)
  await choose({ id: 'practice', name: 'Practice Mode', requiredTier: 'free' })
  await page.goto('/study-session')
  await expect(page.getByText('Question 1 of 1')).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('practiceQuestions', '[{}]'))
  await page.reload()
  await expect(button(page, 'Submit Answer')).toBeVisible()
})

test('a session that cannot start says why, and a retry starts the same one', async ({ page, student: _ }) => {
  const refusedWith = async (status: number, code: string) => {
    await page.unroute('**/api/study-session/generate')
    await page.route('**/api/study-session/generate', (route) => route.fulfill({ status, json: { message: 'refused', code } }))
  }
  for (const [status, code, title, words] of [
    [429, 'dailyLimitReached', 'Daily Limit Reached', "You've reached your daily question limit."],
    [400, 'modulesNotSelected', 'Select Study Modules', 'Please select your study modules first.'],
    [500, 'internal', 'Error', 'Failed to generate questions. Please try again.'],
  ] as const) {
    await refusedWith(status, code)
    await page.goto('/practice')
    await expect(page).toHaveURL('/study-mode')
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await page.unroute('**/api/study-session/generate')
  await button(page, 'Start Practice Mode').click()
  await expect(page.getByText('Please select study modules before starting practice mode.')).toBeVisible()
  await withModules(page)

  const keys: (string | undefined)[] = []
  await page.route('**/api/study-session/generate', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The session starts, but the response is lost.
    if (keys.length === 1) await route.fetch()
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await button(page, 'Start Practice Mode').click()
  await expect(page.getByText('Failed to start practice mode. Please try again.')).toBeVisible()
  await page.reload()
  await button(page, 'Start Practice Mode').click()
  await expect(page.getByText('Question 1 of 1')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  const { id } = await sessionOf(page)
  await page.goto('/study-session')
  await expect(page).toHaveURL(`/study-session?session=${id}`)

  await test.step('and what Free leaves out is named', async () => {
    await submit(page)
    await expect(outcome(page)).toBeFocused()
    await expect(mainLink(page, 'View plans')).toHaveAttribute('href', '/subscription')
    await expectAccessible(page)
    await button(page, 'Finish').click()
    await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
  })

  await page.goto('/study-session?session=mistyped')
  await expect(page.getByText('This study session no longer exists.')).toBeVisible()
  await expect(page).toHaveURL('/study-mode')
})
