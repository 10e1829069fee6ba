import type { ItemAnswer, ItemKind } from '@medicready/domain/questions/content/item'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { giveQuestions } from './given-questions.ts'
import { grantTier } from './operator.ts'
import { sampleQuestion } from './sample-questions.ts'

/**
 * Each kind of item is answered by the mouse, by a finger and by the keyboard alone: three questions of the kind, one
 * after the other.
 */
test.use({ hasTouch: true })

const outcome = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const said = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)

async function begin(page: Page, kind: ItemKind): Promise<void> {
  await giveQuestions(
    page,
    [1, 2, 3].map((number) => sampleQuestion(kind, number)),
  )
  await page.goto('/study-session?mode=daily')
  await expect(page.getByText('Question 1 of 3')).toBeVisible()
}

/** Answers, and checks the request and the heading. */
async function submit(page: Page, by: 'mouse' | 'touch' | 'keys', answer: ItemAnswer, words: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Submit Answer' })
  const press = { mouse: () => button.click(), touch: () => button.tap(), keys: () => page.keyboard.press('Enter') }[by]
  const [sent] = await Promise.all([page.waitForRequest('**/api/user/responses'), press()])
  expect((sent.postDataJSON() as { answer: ItemAnswer }).answer).toEqual(answer)
  await expect(outcome(page, words)).toBeFocused()
}

async function next(page: Page, question: number): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Question ${question} of 3`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

const lacks = async (page: Page, by: 'mouse' | 'keys', words: string): Promise<void> => {
  if (by === 'mouse') await page.getByRole('button', { name: 'Submit Answer' }).click()
  else await page.keyboard.press('Enter')
  await expect(region(page, 'Notifications').getByText(words)).toBeVisible()
}

const middleOf = async (place: Locator): Promise<{ x: number; y: number }> => {
  await place.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

async function dragByMouse(page: Page, part: Locator, target: Locator): Promise<void> {
  const [from, to] = [await middleOf(part), await middleOf(target)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  // The click that ends a drag is ignored for 50 ms, and on a fast machine the next one, too.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)))
}

/** A long press picks up the part, and the finger drags it. */
async function dragByTouch(page: Page, part: Locator, target: Locator): Promise<void> {
  const words = (await part.innerText()).split('\n').at(-1)
  const [from, to] = [await middleOf(part), await middleOf(target)]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', from)
  await said(page, `“${words}” is over`)
  await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  await touch('touchMove', to)
  await touch('touchEnd')
  await session.detach()
}

test('multiple response', async ({ page, student: _ }) => {
  await begin(page, 'multiple_response')
  const box = (name: string) => page.getByRole('checkbox', { name })
  await expect(page.getByRole('group', { name: /^Select two/ })).toBeVisible()
  await lacks(page, 'mouse', 'Please select an answer before submitting.')
  await box('Epinephrine').check()
  await said(page, '1 of 2 selected')
  await lacks(page, 'mouse', 'Please select exactly two answers. You have selected one.')
  for (const name of ['Albuterol', 'Oxygen']) await box(name).check()
  await said(page, '3 of 2 selected: take one back')
  await lacks(page, 'mouse', 'You have selected three.')
  await page.getByRole('button', { name: 'Strike out A' }).click()
  await expect(box('Albuterol')).not.toBeChecked()
  await expectAccessible(page)
  await submit(page, 'mouse', { kind: 'multiple_response', options: ['epi', 'o2'] }, 'Correct')
  await expect(box('Epinephrine')).toBeDisabled()
  await expect(page.getByText('Your answer, correct')).toHaveCount(2)

  await next(page, 2)
  for (const name of ['Methylprednisolone', 'Oxygen']) await page.locator('label', { hasText: name }).tap()
  await submit(page, 'touch', { kind: 'multiple_response', options: ['steroid', 'o2'] }, 'Incorrect 1 of 2 parts right')
  await expect(page.getByRole('row', { name: 'C. Epinephrine into the thigh D. Methylprednisolone Wrong' })).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  for (const key of ['f', '3', '6', 'Shift+B']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'Strike out B' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Flag for review' })).toHaveAttribute('aria-pressed', 'true')
  await lacks(page, 'keys', 'You have selected one.')
  await page.keyboard.press('6')
  await expect(box('Oxygen')).toBeFocused()
  await submit(page, 'keys', { kind: 'multiple_response', options: ['epi', 'o2'] }, 'Correct')
})

test('build list', async ({ page, student: _ }) => {
  await begin(page, 'build_list')
  const waiting = (name: string) => region(page, 'Steps').getByRole('button', { name, exact: true })
  const placed = (name: string) => region(page, 'Your order').getByRole('button', { name })
  const order = () => region(page, 'Your order').getByRole('button', { name: /^Step/ }).allInnerTexts()
  await lacks(page, 'mouse', 'Please select an answer before submitting.')
  await dragByMouse(page, waiting('Read the rhythm'), region(page, 'Your order'))
  await said(page, '“Read the rhythm” is now step 1 of 4.')
  await dragByMouse(page, waiting('Begin chest compressions'), placed('Read the rhythm'))
  await expect(placed('Step 1: Begin chest compressions')).toBeVisible()
  await waiting('Deliver a shock').click()
  await lacks(page, 'mouse', 'Please put every step in order. 1 of 4 is still waiting.')
  await waiting('Attach the pads').click()
  await expect(placed('Step 4: Attach the pads')).toBeFocused()
  await dragByMouse(page, placed('Attach the pads'), placed('Read the rhythm'))
  await said(page, '“Attach the pads” is now step 2 of 4.')
  expect((await order()).map((text) => text.replaceAll(/\s+/g, ' '))).toHaveLength(4)
  await placed('Deliver a shock').click()
  await expectAccessible(page)
  await submit(page, 'mouse', { kind: 'build_list', order: ['compress', 'pads', 'rhythm', 'shock'] }, 'Correct')

  await next(page, 2)
  for (const name of ['Attach the pads', 'Begin chest compressions', 'Deliver a shock']) await waiting(name).tap()
  await dragByTouch(page, waiting('Read the rhythm'), placed('Deliver a shock'))
  await expect(placed('Step 4: Deliver a shock')).toBeVisible()
  await submit(page, 'touch', { kind: 'build_list', order: ['pads', 'compress', 'rhythm', 'shock'] }, 'Incorrect 2 of 4 parts right')
  await expect(region(page, 'Your order').getByText('Belongs at 2')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Step 1 Begin chest compressions Attach the pads Wrong' })).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  for (const key of ['Shift+D', 'b', 'd', '3', 'a']) await page.keyboard.press(key)
  await expect(placed('Step 4: Attach the pads')).toBeFocused()
  await page.keyboard.press('Space')
  const up = page.getByRole('button', { name: 'Move up' })
  await page.keyboard.press('Tab')
  await expect(up).toBeFocused()
  for (const place of [3, 2, 1]) {
    await page.keyboard.press('Space')
    await said(page, `“Attach the pads” is now step ${place} of 4.`)
    await expect(up).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await said(page, '“Attach the pads” is now step 2 of 4.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await said(page, '“Attach the pads” was removed from the order.')
  await expect(waiting('Attach the pads')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  await expect(placed('Step 4: Deliver a shock')).toBeFocused()
  await submit(page, 'keys', { kind: 'build_list', order: ['compress', 'rhythm', 'pads', 'shock'] }, 'Incorrect 2 of 4 parts right')
})

test('drag and drop', async ({ page, student: _ }) => {
  await begin(page, 'drag_drop')
  const thing = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => region(page, name)
  const putInto = (name: string) => box(name).getByRole('button', { name: /^Put here/ })
  await expect(putInto('Obstructive')).toHaveAccessibleDescription('Pick up an item first.')
  await lacks(page, 'mouse', 'Please select an answer before submitting.')
  await dragByMouse(page, thing('Hives and a swollen tongue'), box('Distributive'))
  await said(page, '“Hives and a swollen tongue” is in “Distributive” now.')
  await thing('A shifted trachea').click()
  await putInto('Obstructive').click()
  await lacks(page, 'mouse', 'Please put each item into a box. 2 of 4 are still waiting.')
  await thing('Full neck veins after a stab to the chest').click()
  await page.getByRole('button', { name: 'Strike out Distributive for “Full neck veins after a stab to the chest”' }).click()
  await expect(page.getByText('Not: Distributive')).toBeVisible()
  await expectAccessible(page)
  await putInto('Obstructive').click()
  await dragByMouse(page, thing('Warm skin below a cord injury'), box('Distributive'))
  const right = { hives: 'distributive', jvd: 'obstructive', trachea: 'obstructive', warm: 'distributive' }
  await submit(page, 'mouse', { kind: 'drag_drop', placement: right }, 'Correct')

  await next(page, 2)
  await dragByTouch(page, thing('Hives and a swollen tongue'), box('Obstructive'))
  await said(page, '“Hives and a swollen tongue” is in “Obstructive” now.')
  for (const name of ['A shifted trachea', 'Full neck veins after a stab to the chest']) {
    await thing(name).tap()
    await putInto('Obstructive').tap()
  }
  await thing('Warm skin below a cord injury').tap()
  await putInto('Distributive').tap()
  await submit(page, 'touch', { kind: 'drag_drop', placement: { ...right, hives: 'obstructive' } }, 'Incorrect 3 of 4 parts right')
  await expect(box('Obstructive').getByText('Belongs in: Distributive')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Hives and a swollen tongue Distributive Obstructive Wrong' })).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'A shifted trachea', pressed: true })).toBeFocused()
  for (const key of ['1', 'b', '1', 'c']) await page.keyboard.press(key)
  await putInto('Distributive').focus()
  await page.keyboard.press('Space')
  await expect(putInto('Distributive')).toBeFocused()
  for (const key of ['d', '2']) await page.keyboard.press(key)
  await said(page, '“Warm skin below a cord injury” is in “Distributive” now.')
  await submit(page, 'keys', { kind: 'drag_drop', placement: right }, 'Correct')
})

test('options table', async ({ page, student: _ }) => {
  await begin(page, 'options_table')
  const cell = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(page.getByRole('columnheader')).toHaveText(['Give', 'Hold', 'Ask first'])
  await lacks(page, 'mouse', 'Please select an answer before submitting.')
  await cell('Aspirin, 324 mg Hold').check()
  await cell('Aspirin, 324 mg Give').check()
  await said(page, '1 of 3 rows answered')
  await lacks(page, 'mouse', 'Please choose one answer in every row. 2 of 3 are still waiting.')
  await page.getByRole('button', { name: 'Strike out “Give” for “Heparin”' }).click()
  await expectAccessible(page)
  await cell('Nitroglycerin at 84/50 mm Hg Hold').check()
  await cell('Heparin Ask first').check()
  const right = { aspirin: 'give', nitro: 'hold', heparin: 'ask' }
  await submit(page, 'mouse', { kind: 'options_table', marks: right }, 'Correct')

  await next(page, 2)
  for (const name of ['Aspirin, 324 mg Give', 'Nitroglycerin at 84/50 mm Hg Give', 'Heparin Ask first']) await cell(name).tap()
  await submit(page, 'touch', { kind: 'options_table', marks: { ...right, nitro: 'give' } }, 'Incorrect 2 of 3 parts right')
  await expect(cell('Nitroglycerin at 84/50 mm Hg Give')).toBeDisabled()
  await expect(page.getByRole('row', { name: 'Nitroglycerin at 84/50 mm Hg Hold Give Wrong' })).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  await cell('Aspirin, 324 mg Give').focus()
  await page.keyboard.press('Space')
  await expect(cell('Aspirin, 324 mg Give')).toBeChecked()
  await cell('Nitroglycerin at 84/50 mm Hg Give').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell('Nitroglycerin at 84/50 mm Hg Hold')).toBeChecked()
  await cell('Heparin Give').focus()
  for (const _ of ['Hold', 'Ask first']) await page.keyboard.press('ArrowRight')
  await submit(page, 'keys', { kind: 'options_table', marks: right }, 'Correct')
})

test('hot spot', async ({ page, student: _ }) => {
  await begin(page, 'hot_spot')
  const place = (name: string) => page.getByRole('radio', { name })
  const picture = page.getByRole('article', { name: 'Question' }).getByRole('img')
  /** Where in the window a place of the picture is, in percent of its width and height. */
  const spot = async (x: number, y: number) => {
    await picture.scrollIntoViewIfNeeded()
    const { x: left, y: top, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: left + (x / 100) * width, y: top + (y / 100) * height }
  }
  await lacks(page, 'mouse', 'Please select an answer before submitting.')
  await place('Top row, first column').check()
  await page.getByRole('button', { name: 'Strike out A' }).click()
  await expect(place('Top row, first column')).not.toBeChecked()
  const near = await spot(64, 14)
  await page.mouse.click(near.x, near.y)
  await expect(place('Top row, third column')).toBeChecked()
  const far = await spot(50, 95)
  await page.mouse.click(far.x, far.y)
  await expect(place('Top row, third column')).toBeChecked()
  await expectAccessible(page)
  await submit(page, 'mouse', { kind: 'hot_spot', spot: 'two' }, 'Correct')

  await next(page, 2)
  const first = await spot(12.5, 12.5)
  await page.touchscreen.tap(first.x, first.y)
  await expect(place('Top row, first column')).toBeChecked()
  await submit(page, 'touch', { kind: 'hot_spot', spot: 'one' }, 'Incorrect')
  await expect(page.getByText('B. Top row, third column')).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  await page.keyboard.press('a')
  await expect(place('Top row, first column')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(place('Top row, third column')).toBeChecked()
  await submit(page, 'keys', { kind: 'hot_spot', spot: 'two' }, 'Correct')
})

test('fill in the blank', async ({ page, student: _ }) => {
  // Reasons for wrong answers need Basic.
  await grantTier(page, 'basic')
  await begin(page, 'fill_in_blank')
  const blank = page.getByLabel('Your answer')
  await expect(blank).toHaveAccessibleDescription('mL/h A number, such as 5, 0.5, or 1,000')
  await expect(blank).toHaveAttribute('inputmode', 'decimal')
  await lacks(page, 'mouse', 'Please enter a number before submitting.')
  await blank.fill('15 mL')
  await lacks(page, 'mouse', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.')
  await expect(blank).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await blank.fill('15.05')
  await submit(page, 'mouse', { kind: 'fill_in_blank', value: 15.05 }, 'Correct')
  await expect(page.getByText('15.05 mL/h')).toBeVisible()

  await next(page, 2)
  await blank.tap()
  await expect(blank).toBeFocused()
  await page.keyboard.insertText('1,000')
  await submit(page, 'touch', { kind: 'fill_in_blank', value: 1000 }, 'Incorrect')
  await expect(page.getByText('Minutes were not turned into hours.')).toBeVisible()
  await expectAccessible(page)

  await next(page, 3)
  await page.keyboard.press('Tab')
  await blank.focus()
  await page.keyboard.type('.5')
  await submit(page, 'keys', { kind: 'fill_in_blank', value: 0.5 }, 'Incorrect')
})
