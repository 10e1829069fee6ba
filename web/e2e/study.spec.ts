import type { DailyQuestion, LeaderboardEntry, UserModule, UserStats } from '@medicready/domain/contract/study/study'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseAnswer } from './answers.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, expectSignInAgain, newStudent, register, signIn, test, verificationLink } from './fixtures.ts'
import { giveQuestions } from './given-questions.ts'
import { grantTier } from './operator.ts'
import { sampleQuestion } from './sample-questions.ts'

const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)/ })
const choice = (page: Page, index: number) => page.getByRole('radio').nth(index)
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Answer' })
const tooltip = (page: Page, words: string) => page.getByRole('tooltip').filter({ hasText: words })
const onboarding = (page: Page) => page.getByRole('dialog', { name: 'GET STARTED' })

/** Records every notice from now on, even if it is replaced at once. */
async function noticesFromNowOn(page: Page) {
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.evaluate((region) => {
    const note = () => (region.dataset.said = `${region.dataset.said ?? ''} ${region.textContent}`)
    new MutationObserver(note).observe(region, { childList: true, subtree: true })
  })
  return notices
}

async function figure(page: Page, term: string): Promise<string> {
  const progress = page.getByRole('region', { name: "Today's Progress" })
  return (await progress.locator('dl > div', { hasText: term }).locator('dd').innerText()).trim()
}

test('the whole story, from the first visit to the figures of the first day, accessible on every screen', async ({ page }) => {
  const student = newStudent()
  await test.step('create an account and verify it by email', async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('First name').fill(student.firstName)
    await page.getByLabel('Last name').fill(student.lastName)
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password').fill(student.password)
    await page.getByRole('checkbox', { name: 'I am 18 or older and agree to the terms' }).check()
    await page.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
    await expect(page.getByText('Check your email!')).toBeVisible()
    await page.goto(await verificationLink(student.email))
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  await test.step('sign in', async () => {
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password').fill(student.password)
    await page.getByRole('button', { name: 'SIGN IN' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('choose modules', async () => {
    await expect(onboarding(page)).toBeVisible()
    await expect(onboarding(page).getByText('Step 1 of 3')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: "LET'S GET STARTED" }).click()
    await expect(onboarding(page).getByText('Step 2 of 3')).toBeVisible()
    await expect(onboarding(page).getByRole('checkbox')).toHaveCount(9)
    await page.getByLabel('Trauma').check()
    await page.getByLabel('Pediatrics').check()
    await expect(page.getByText('Selected: 2 modules')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'SAVE MODULES' }).click()
    await expect(page.getByText('Modules saved!')).toBeVisible()
    await expect(page.getByText('Selected 2 study modules')).toBeVisible()
    await expect(onboarding(page).getByText('Step 3 of 3')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'START STUDYING' }).click()
    await expect(onboarding(page)).toBeHidden()
  })

  await test.step("generate today's questions", async () => {
    await expect(page.getByText('You have 1 question remaining today. Consider upgrading for more practice.')).toBeVisible()
    await page.getByRole('button', { name: 'GENERATE QUESTIONS' }).click()
    await expect(page.getByText('Questions Generated!')).toBeVisible()
    await expect(page.getByText('1 question waiting for you')).toBeVisible()
    await expect(page.getByRole('heading', { name: "Answer Today's Questions" })).toBeFocused()
    // Delivered questions do not count as used until answered.
    await expect(page.getByText('Daily Limit Reached:')).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('answer and read the explanation', async () => {
    await page.getByRole('link', { name: 'START STUDYING' }).click()
    await expect(page).toHaveURL('/study-session?mode=daily')
    await expect(page.getByText('Question 1 of 1')).toBeVisible()
    const [daily] = (await (await page.request.get('/api/daily-questions')).json()) as DailyQuestion[]
    if (!daily?.question) throw new Error('There is no question today.')
    await chooseAnswer(page, daily.question.item)
    await expectAccessible(page)
    await submitButton(page).click()
    await expect(outcome(page)).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Explanation' })).toBeVisible()
    await expect(page.getByText('Clinical pearl')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('see progress, streak and leaderboard', async () => {
    await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible()
    await expect(page.getByText("You've used all 1 questions today. Upgrade for unlimited access.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'UPGRADE NOW' })).toHaveAttribute('href', '/subscription')
    await expect.poll(() => figure(page, 'Questions')).toBe('1')
    expect(await figure(page, 'Accuracy')).toMatch(/^(0|100)%$/)
    expect(await figure(page, 'Day Streak')).toBe('1')
    await expect(page.getByRole('img', { name: /1 question on 1 day of the last 7/ })).toBeVisible()
    // Students of other tests may fill all of its places.
    await expect(page.getByRole('row', { name: /Ana O\. \(you\)/ }).or(page.getByText(/Showing top 10 of \d+ students/))).not.toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show table' }).click()
    await expect(page.getByRole('table').filter({ hasText: 'Monday' }).getByRole('row')).toHaveCount(8)
  })
})

test('the keyboard alone is enough', async ({ page, student: _ }) => {
  await grantTier(page, 'basic')
  await withDailyQuestions(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'START STUDYING' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Question 1 of 5')).toBeVisible()
  await page.keyboard.press('b')
  await expect(choice(page, 1)).toBeChecked()
  await expect(choice(page, 1)).toBeFocused()
  await page.keyboard.press('Shift+B')
  await expect(choice(page, 1)).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Strike out B' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Flag for review' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No Answer Selected')).toBeVisible()
  await page.keyboard.press('3')
  const notices = await noticesFromNowOn(page)
  const [recorded] = await Promise.all([page.waitForRequest('**/api/user/responses'), page.keyboard.press('Enter')])
  expect(recorded.postDataJSON()).toMatchObject({ flaggedForReview: true })
  await expect(notices).toHaveAttribute('data-said', /Correct!|Incorrect/)
  await expect(outcome(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Question 2 of 5')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('a')
  await help.getByRole('switch').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('a')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await expect(help).toBeFocused()
  await help.getByRole('switch').press('Space')
  await expect(help.getByRole('switch')).toBeChecked()
  // Escape first closes the tooltip of the previous button, then the dialog.
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  // The dialog returns the focus shortly after closing, so Enter would press the button that opened it.
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()

  for (const question of [2, 3, 4, 5]) {
    await expect(page.getByText(`Question ${question} of 5`)).toBeVisible()
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    await expect(outcome(page)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible()
  await expect.poll(() => figure(page, 'Questions')).toBe('5')
})

test('a double click submits once, and a second tab with the same question shows that answer', async ({ page, context, student: _ }) => {
  await withDailyQuestions(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/responses')) sent += 1
  })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/study-session?mode=daily')
    await expect(tab.getByText('Question 1 of 1')).toBeVisible()
  }
  await choice(page, 0).check()
  await submitButton(page).dblclick()
  await expect(outcome(page)).toBeVisible()
  expect(sent).toBe(1)
  await choice(other, 3).check()
  await submitButton(other).click()
  await expect(other.getByText('Your first answer counts.')).toBeVisible()
  await expect(choice(other, 0)).toBeChecked()
  expect(await outcome(other).innerText()).toBe(await outcome(page).innerText())
  await other.getByRole('button', { name: 'Finish' }).click()
  await other.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect.poll(() => figure(other, 'Questions')).toBe('1')
})

test('an answer survives a lost connection and counts once', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  const sent: (string | undefined)[] = []
  await page.route('**/api/user/responses', async (route) => {
    sent.push(route.request().headers()['idempotency-key'])
    if (sent.length === 1) await route.abort()
    else if (sent.length === 2) {
      // The answer arrives, but the response is lost.
      await route.fetch()
      await route.abort()
    } else await route.continue()
  })
  await page.goto('/study-session?mode=daily')
  await choice(page, 2).check()
  await submitButton(page).click()
  await expect(page.getByText('Saved. It will be marked when you are back online.')).toBeVisible()
  await expect(choice(page, 2)).toBeChecked()
  // It is retried automatically, with the same key.
  await expect(outcome(page)).toBeVisible()
  expect(sent).toHaveLength(3)
  expect(new Set(sent.slice(1)).size).toBe(1)
  await expect(page.getByText('Your first answer counts.')).toBeHidden()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect.poll(() => figure(page, 'Questions')).toBe('1')
})

test('an answer that arrives on a retry is not reported as lost', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  const ways: Route[] = []
  await page.route('**/api/user/responses', (route) => void ways.push(route))
  await page.clock.install()
  await page.goto('/study-session?mode=daily')
  await choice(page, 2).check()
  await submitButton(page).click()
  await expect.poll(() => ways.length).toBe(1)
  await page.clock.runFor('00:10')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => ways.length).toBe(2)
  const [first, second] = ways
  await first?.continue()
  await expect(outcome(page)).toBeFocused()
  await Promise.all([page.waitForEvent('requestfailed'), second?.abort()])
  await expect(outcome(page)).toBeVisible()
  await expect(page.getByText('Failed to submit answer.')).toHaveCount(0)
})

test('time counts only while the question is visible', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.clock.install()
  await page.goto('/study-session?mode=daily')
  await expect(page.getByText('Question 1 of 1')).toBeVisible()
  const showTab = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.runFor('00:20')
  await showTab('hidden')
  await page.clock.runFor('10:00')
  await showTab('visible')
  await page.clock.runFor('00:10')
  await expect(page.getByRole('timer')).toHaveText(/0:3\d/)
  await choice(page, 0).check()
  const [recorded] = await Promise.all([page.waitForRequest('**/api/user/responses'), submitButton(page).click()])
  const { timeSpent } = recorded.postDataJSON() as { timeSpent: number }
  expect(timeSpent).toBeGreaterThanOrEqual(30)
  expect(timeSpent).toBeLessThan(60)
})

test('a session resumes where it was left', async ({ page, student: _ }) => {
  await grantTier(page, 'basic')
  await withDailyQuestions(page)
  await page.goto('/study-session?mode=daily')
  await choice(page, 0).check()
  await submitButton(page).click()
  await expect(outcome(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Question 2 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Question 1 of 5')).toBeVisible()
  await expect(outcome(page)).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('4 questions waiting for you')).toBeVisible()
})

test('a session that cannot be opened says why and leads to the next step', async ({ page, student: _ }) => {
  expect((await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })).status()).toBe(200)
  await page.goto('/study-session')
  await expect(page).toHaveURL('/study-mode')
  await page.goto('/study-session?mode=daily')
  await expect(page.getByText('No Questions Available')).toBeVisible()
  await expect(page).toHaveURL('/')
  for (const [status, title] of [
    [429, 'Daily Limit Reached'],
    [400, 'Select Study Modules'],
    [500, 'Failed to generate questions. Please try again.'],
  ] as const) {
    await page.route('**/api/daily-questions', (route) => route.fulfill({ status, json: { message: 'refused', code: 'internal' } }))
    await page.goto('/study-session?mode=daily')
    await expect(page.getByText(title)).toBeVisible()
    await expect(page).toHaveURL('/study-mode')
    await page.unroute('**/api/daily-questions')
  }
  await expect(page.getByRole('heading', { name: 'Study Mode' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Today's Questions/ })
    .click()
  await expect(page.getByRole('button', { name: 'GENERATE QUESTIONS' })).toBeVisible()
})

test('a screen stays when its content fails to load, and loads it on retry', async ({ page, student: _ }) => {
  const [daily] = await withDailyQuestions(page)
  for (const address of ['/', '/modules', `/questions/${daily?.questionId}`, '/review-requests']) {
    await page.route('**/api/**', (route) => (route.request().url().endsWith('/api/auth/user') ? route.continue() : route.abort()))
    await page.goto(address)
    const failures = page.getByRole('main').getByRole('alert')
    await expect(failures.first()).toContainText('could not be loaded.')
    await expectAccessible(page)
    await page.unroute('**/api/**')
    while ((await failures.count()) > 0) {
      const before = await failures.count()
      await failures.first().getByRole('button', { name: 'Try again' }).click()
      await expect(failures).toHaveCount(before - 1)
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

/** Moves the pointer gradually, like a hand, from one tooltip to the next. */
async function pointAt(page: Page, name: string): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 })
}

test('tooltips open after a delay, and at once when moving from one to the next', async ({ page, student: _ }) => {
  await page.clock.install()
  await withDailyQuestions(page)
  await page.goto('/study-session?mode=daily')
  // The first one loads the code of all of them.
  await pointAt(page, 'Flag for review')
  await expect(tooltip(page, 'Flag for review')).toBeVisible()
  await page.mouse.move(0, 0, { steps: 20 })
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)

  await pointAt(page, 'Strike out A')
  await page.clock.runFor(699)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip(page, 'Strike out A')).toBeVisible()
  await pointAt(page, 'Flag for review')
  await expect(tooltip(page, 'Flag for review')).toBeVisible()
  await expect(tooltip(page, 'Strike out A')).toHaveCount(0)
  await page.clock.resume()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('an ended session shows a message and leads to the sign-in', async ({ page, context, student: _ }) => {
  await withDailyQuestions(page)
  await page.goto('/study-session?mode=daily')
  await choice(page, 0).check()
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await expectSignInAgain(page, () => submitButton(page).click())
})

test('generating in two tabs delivers no more than the tier allows', async ({ page, context, student: _ }) => {
  expect((await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })).status()).toBe(200)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/')
    await expect(tab.getByRole('button', { name: 'GENERATE QUESTIONS' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'GENERATE QUESTIONS' }).click()
  await expect(page.getByText('1 question waiting for you')).toBeVisible()
  await other.getByRole('button', { name: 'GENERATE QUESTIONS' }).click()
  await expect(other.getByText(/Questions Generated!|You've reached your daily question limit\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 question waiting for you')).toBeVisible()
})

test.describe('modules', () => {
  test('saving again after a partial failure sends what is missing', async ({ page, student: _ }) => {
    await page.goto('/')
    await page.getByRole('button', { name: "LET'S GET STARTED" }).click()
    await expect(page.getByRole('button', { name: 'SAVE MODULES' })).toHaveAccessibleDescription('Select at least one module')
    for (const module of ['Trauma', 'Pediatrics', 'Geriatrics']) await page.getByLabel(module).check()
    const sent: string[] = []
    await page.route('**/api/user/modules', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push((route.request().postDataJSON() as { module: string }).module)
      return sent.length === 2 ? route.abort() : route.continue()
    })
    await page.getByRole('button', { name: 'SAVE MODULES' }).click()
    await expect(page.getByText('Error saving modules')).toBeVisible()
    await expect(onboarding(page).getByText('Step 2 of 3')).toBeVisible()
    await expect(page.getByText('Selected: 3 modules')).toBeVisible()
    await page.getByRole('button', { name: 'SAVE MODULES' }).click()
    await expect(onboarding(page).getByText('Step 3 of 3')).toBeVisible()
    expect(sent).toEqual(['Trauma', 'Pediatrics', 'Pediatrics', 'Geriatrics'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Change your modules' }).click()
    await expect(onboarding(page).getByText('Step 2 of 3')).toBeVisible()
    await expect(page.getByLabel('Geriatrics')).toBeChecked()
    await page.getByLabel('Geriatrics').uncheck()
    await page.getByRole('button', { name: 'SAVE MODULES' }).click()
    await expect(onboarding(page).getByText('Step 3 of 3')).toBeVisible()
    await page.getByRole('button', { name: 'START STUDYING' }).click()
    const modules = async () => (await (await page.request.get('/api/user/modules')).json()) as UserModule[]
    await expect.poll(async () => (await modules()).map(({ module }) => module).sort()).toEqual(['Pediatrics', 'Trauma'])
  })

  test('switch at once, and back if that fails', async ({ page, student: _ }) => {
    await withDailyQuestions(page, ['Trauma'])
    await page.goto('/')
    await page.getByRole('link', { name: /Manage Modules/ }).click()
    await expect(page.getByRole('heading', { name: 'Manage Modules' })).toBeFocused()
    await expect(page.getByRole('switch')).toHaveCount(9)
    await expectAccessible(page)

    const geriatrics = page.getByRole('switch', { name: /Geriatrics/ })
    let refuse = () => {}
    await page.route('**/api/user/modules', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      return route.abort()
    })
    await geriatrics.click()
    await expect(geriatrics).toBeChecked()
    refuse()
    await expect(page.getByText('Error saving modules')).toBeVisible()
    await expect(geriatrics).not.toBeChecked()
    await page.unroute('**/api/user/modules')

    for (const _ of ['on', 'off', 'on']) await geriatrics.click()
    await expect
      .poll(async () => ((await (await page.request.get('/api/user/modules')).json()) as UserModule[]).map(({ module }) => module).sort())
      .toEqual(['Geriatrics', 'Trauma'])
    await page.reload()
    await expect(geriatrics).toBeChecked()
    await geriatrics.click()
    await page.getByRole('switch', { name: /Trauma/ }).click()
    await expect(page.getByText('Select at least one module')).toBeVisible()
    await expect(page.getByRole('switch', { name: /Trauma/ })).toBeChecked()
  })
})

test.describe('a single question', () => {
  test('is answered, explained, and keeps its result', async ({ page, student: _ }) => {
    const [daily] = await withDailyQuestions(page)
    await grantTier(page, 'basic')
    await page.goto(`/questions/${daily?.questionId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(daily?.question?.stem ?? '')
    await expect(page.getByText('Clinical pearl')).toHaveCount(0)
    const choices = daily?.question?.choices ?? []
    expect(choices).toEqual([...choices].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    for (const [index, words] of choices.entries()) await expect(choice(page, index)).toHaveAccessibleName(words)
    await expectAccessible(page)

    await submitButton(page).click()
    await expect(page.getByText('Please select an answer before submitting.')).toBeVisible()
    await choice(page, 1).check()
    await submitButton(page).click()
    const explanation = page.getByRole('dialog', { name: /^(Correct|Incorrect)$/ })
    await expect(explanation.getByText('Why the others are wrong')).toBeVisible()
    await expect(explanation.getByRole('button', { name: 'Review Later' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(explanation).toBeHidden()
    await expect(submitButton(page)).toHaveCount(0)
    await expectAccessible(page)

    await page.goto(`/question/${daily?.questionId}`)
    await expect(outcome(page)).toBeVisible()
    await expect(choice(page, 1)).toBeChecked()
    await expect(choice(page, 1)).toBeDisabled()
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: daily?.question?.stem.slice(0, 40) ?? '' }).click()
    await expect(outcome(page)).toBeVisible()
  })

  test('can be sent to review with a reason, whose button says by keyboard why it is disabled, and flagged for later', async ({
    page,
    student: _,
  }) => {
    expect((await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })).status()).toBe(200)
    const generated = await page.request.post('/api/daily-questions/generate', { data: { count: 1 } })
    const [daily] = ((await generated.json()) as { questions: { questionId: string }[] }).questions
    await page.goto(`/questions/${daily?.questionId}`)
    await page.getByRole('button', { name: 'Request Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Review' })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Submit Request' })).toHaveAccessibleDescription(
      'Please provide a reason for requesting this review.',
    )
    await dialog.getByLabel('Reason').fill('   ')
    await expect(dialog.getByRole('button', { name: 'Submit Request' })).toHaveAttribute('aria-disabled', 'true')
    for (const _ of ['Cancel', 'Submit Request']) await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Submit Request' })).toBeFocused()
    await expect(tooltip(page, 'Please provide a reason for requesting this review.')).toBeVisible()
    await expectAccessible(page)
    // Escape closes the tooltip before the dialog around it.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Request Review' }).click()
    await dialog.getByLabel('Reason').fill('The dose in choice B is out of date.')
    await page.route('**/request-review', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Submit Request' }).click()
    await expect(page.getByText('Please try again later.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toHaveValue('The dose in choice B is out of date.')
    await page.unroute('**/request-review')
    await dialog.getByRole('button', { name: 'Submit Request' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Review requested')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Request Review' })).toBeFocused()

    await choice(page, 0).check()
    await submitButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Review Later' }).click()
    await expect(page.getByText('Kept for later')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.goto(`/questions/${daily?.questionId}`)
    await expect(page.getByText('Flagged for review')).toBeVisible()
  })

  test('shows a message if it does not exist', async ({ page, student: _ }) => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'mistyped']) {
      await page.goto(`/questions/${id}`)
      await expect(page.getByRole('heading', { name: 'Question Not Found' })).toBeVisible()
      await expect(page.getByText("The question you're looking for doesn't exist or has been removed.")).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('outdated figures are shown and catch up by themselves', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  let reads = 0
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/user/stats', async (route) => {
    reads += 1
    if (reads > 1) await seen.promise
    const response = await route.fetch()
    const stats = (await response.json()) as UserStats
    if (reads === 1)
      await route.fulfill({ response, json: { ...stats, totalAnswered: 4711 }, headers: { ...response.headers(), stale: 'true' } })
    else await route.fulfill({ response })
  })
  await page.goto('/')
  await expect.poll(() => figure(page, 'Questions')).toBe('4,711')
  seen.resolve()
  await expect.poll(() => figure(page, 'Questions')).toBe('0')
  expect(reads).toBe(2)
})

test('answers to trial questions count neither as right nor as wrong', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.route('**/api/user/stats', async (route) => {
    const response = await route.fetch()
    const stats = (await response.json()) as UserStats
    const before = stats.weeklyProgress.slice(0, -2)
    const [yesterday, today] = stats.weeklyProgress.slice(-2).map(({ date }) => date) as [string, string]
    const json: UserStats = {
      ...stats,
      totalAnswered: 7,
      accuracy: 0.75,
      weeklyProgress: [
        ...before,
        { date: yesterday, answered: 1, scored: 0, correct: 0 },
        { date: today, answered: 6, scored: 4, correct: 3 },
      ],
      modules: [
        { module: 'Trauma', totalQuestions: 6, scoredAnswers: 4, correctAnswers: 3 },
        { module: 'Pediatrics', totalQuestions: 1, scoredAnswers: 0, correctAnswers: 0 },
      ],
    }
    await route.fulfill({ response, json })
  })
  await page.goto('/')
  await expect.poll(() => figure(page, 'Accuracy')).toBe('75%')
  await expect(page.getByRole('img', { name: '7 questions on 2 days of the last 7, 3 correct, 3 on trial and not scored.' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/modules')
  await expect(page.getByText('6 answers · 75% correct')).toBeVisible()
  await expect(page.getByText('1 answer · not scored yet')).toBeVisible()
  await expectAccessible(page)
})

test('another student on the leaderboard is not marked as the viewer', async ({ page, browser, student: _ }) => {
  // More answers than in other tests, so that this student makes the list.
  const given = await giveQuestions(
    page,
    Array.from({ length: 12 }, (_, index) => sampleQuestion('multiple_choice', index + 1)),
  )
  for (const { questionId } of given) {
    const answer = { kind: 'multiple_choice', option: 'tq' }
    const answered = await page.request.post(`/api/questions/${questionId}/answer`, { data: { answer, timeSpent: 3 } })
    expect(answered.status()).toBe(200)
  }
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  const ownEntry = async () => ((await (await page.request.get('/api/leaderboard/own')).json()) as { entry: LeaderboardEntry | null }).entry
  await expect.poll(async () => (await ownEntry())?.totalAnswered, { timeout: 120_000 }).toBe(given.length)
  await page.goto('/')
  await expect(page.getByRole('row', { name: /Ana O\. \(you\)/ })).toBeVisible()
  const visitor = await browser.newContext()
  const stranger = { ...newStudent(), firstName: 'Bela', lastName: 'Stone' }
  await register(visitor.request, stranger)
  await signIn(visitor.request, stranger)
  const names = async () => ((await (await visitor.request.get('/api/leaderboard')).json()) as LeaderboardEntry[]).map(({ name }) => name)
  await expect.poll(names).toContain('Ana O.')
  const theirs = await visitor.newPage()
  await theirs.goto('/')
  await expect(onboarding(theirs)).toBeVisible()
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByRole('row').filter({ hasText: 'Ana O.' }).first()).toBeVisible()
  await expect(theirs.getByText('(you)')).toHaveCount(0)
  await visitor.close()
})
