import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    spoken: string[]
  }
}

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const stem = (page: Page) => page.getByRole('heading', { level: 1 })

/** A student at a daily question, with the tools visible. */
async function atQuestion(page: Page): Promise<string> {
  const [daily] = await withDailyQuestions(page)
  const address = `/questions/${daily?.questionId}`
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Tools' })).toBeVisible()
  return address
}

test('the tools by the keyboard alone', async ({ page, student: _ }) => {
  await page.addInitScript(() => {
    window.spoken = []
    // There is no voice here, so spoken texts are recorded.
    speechSynthesis.speak = ({ text }) => void window.spoken.push(text)
  })
  await atQuestion(page)
  const words = (await stem(page).innerText()).split(/\s+/)

  // Nothing takes the focus unasked, so Enter submits.
  await expect(page.getByRole('button', { name: 'Highlight' })).not.toBeFocused()

  await test.step('highlight words, which survive a reload, and remove a highlight', async () => {
    await page.keyboard.press('m')
    const list = page.getByRole('listbox', { name: 'Words of the question' })
    await expect(list.getByRole('option').first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `Marked: ${words[1]} ${words[2]}` })).toHaveCount(1)
    await expect(list.getByRole('option', { selected: true })).toHaveCount(2)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(page.getByRole('button', { name: 'Highlight' })).toBeFocused()
    await expect(stem(page).locator('mark')).toHaveText(`${words[1]} ${words[2]}`)
    await page.reload()
    await expect(stem(page).locator('mark')).toHaveText(`${words[1]} ${words[2]}`)
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(stem(page).locator('mark')).toHaveText(`${words[2]}`)
  })

  await test.step('calculate, without accidentally answering the question', async () => {
    await page.keyboard.press('k')
    await expect(page.getByRole('status', { name: 'Result' })).toBeFocused()
    await page.keyboard.type('70*15/60')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('17.5')
    await page.keyboard.type('a')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel(page, 'Calculator')).toBeHidden()
  })

  await test.step('look up a value and a drug', async () => {
    await page.keyboard.press('l')
    await expect(panel(page, 'Lab values').getByLabel('Search values')).toBeFocused()
    await page.keyboard.type('potassium')
    await expect(panel(page, 'Lab values').getByRole('rowheader', { name: 'Potassium' }).first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await expect(panel(page, 'Drug sheet').getByLabel('Search by drug, class, or indication')).toBeFocused()
    await page.keyboard.type('adenos')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(panel(page, 'Drug sheet').getByText('6 mg rapid IV push with a 20 mL flush')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('listen to the question, and stop', async () => {
    expect(await page.evaluate(() => window.spoken)).toEqual([])
    await page.keyboard.press('t')
    await expectAccessible(page)
    await panel(page, 'Read aloud').getByRole('switch').press('Space')
    await expect.poll(() => page.evaluate(() => window.spoken.join(' '))).toContain(words[0])
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await expect(page.getByRole('button', { name: 'Read aloud' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Stop reading' })).toBeVisible()
    expect(await page.evaluate(() => window.spoken.some((text) => text.startsWith('A. ')))).toBe(true)
  })

  await test.step('enlarge the text, without cutting any of it off', async () => {
    const height = async () => (await stem(page).boundingBox())?.height ?? 0
    const before = await height()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+')
    await expect.poll(height).toBeGreaterThan(before * 1.3)
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next Question' }).focus()
  })
})

test('a note saves itself, survives a lost connection, and is not overwritten by another window', async ({ page, context, student: _ }) => {
  const address = await atQuestion(page)
  const note = panel(page, 'Note')
  await page.getByRole('button', { name: 'Note' }).click()
  await note.getByLabel('Your note').fill('TXA within three hours')
  await expect(note.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: 'Note: you have one' }).click()
  await expect(panel(other, 'Note').getByLabel('Your note')).toHaveValue('TXA within three hours')

  await page.route('**/note', (route) => route.abort())
  await note.getByLabel('Your note').fill('TXA within three hours, 1 g')
  await expect(note.getByText('Not saved yet. It is stored in this browser.')).toBeVisible()
  await page.unroute('**/note')
  await page.reload()
  await page.getByRole('button', { name: 'Note: you have one' }).click()
  await expect(note.getByLabel('Your note')).toHaveValue('TXA within three hours, 1 g')
  await expect(note.getByText('Saved', { exact: true })).toBeVisible()

  await panel(other, 'Note').getByLabel('Your note').fill('Ask for the time of injury')
  await expect(panel(other, 'Note').getByText('Another window has this note:')).toBeVisible()
  await expect(panel(other, 'Note').getByText('TXA within three hours, 1 g')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Keep what I wrote' }).click()
  await expect(panel(other, 'Note').getByText('Saved', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Delete the note' }).click()
  await expect(other.getByRole('button', { name: 'Note', exact: true })).toBeVisible()
})

test.describe('by touch on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('words are highlighted by a tap, and a selection by the button', async ({ page, student: _ }) => {
    await atQuestion(page)
    await page.getByRole('button', { name: 'Tools' }).tap()
    await page.getByRole('button', { name: 'Highlight' }).tap()
    await page.getByRole('option').nth(1).tap()
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(stem(page).locator('mark')).toHaveCount(1)
    await page.getByRole('button', { name: 'Highlight' }).tap()
    await page.getByRole('button', { name: 'Clear all marks' }).tap()
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(stem(page).locator('mark')).toHaveCount(0)
    await stem(page).evaluate((heading) => window.getSelection()?.selectAllChildren(heading))
    await page.getByRole('button', { name: 'Highlight' }).tap()
    await expect(stem(page).locator('mark')).toHaveText(await stem(page).innerText())
  })
})
