import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { educatorPage } from './educators.ts'
import { expect, test } from './fixtures.ts'
import { giveCalibration } from './given-calibration.ts'

/** Types into the focused field and moves to the next. */
async function typeOn(page: Page, text: string) {
  await page.keyboard.insertText(text)
  await page.keyboard.press('Tab')
}

/** A valid question about a wasp sting, with two right answers. */
const sting = {
  stem: 'At a garden party a 31-year-old woman is stung by a hornet. Within minutes she has hives, a hoarse voice, and wheezing. Which two findings show that more than the skin is involved?',
  options: [
    ['Hoarse voice', 'Swelling of the larynx is a sign of the airway and no matter of the skin.', true],
    ['Wheezing', 'Narrow bronchioles are a sign of breathing and no matter of the skin.', true],
    ['Raised hives', 'Hives are what the skin itself shows in an allergic reaction.', false],
    ['Itching palms', 'Itching is felt in the skin and tells nothing of the airway.', false],
    ['Flushed face', 'Flushing is dilated vessels of the skin and comes with mild reactions too.', false],
  ],
  explanation:
    'A reaction of the skin together with signs of the airway or of breathing is anaphylaxis, and calls for epinephrine into the thigh.',
  pearl: 'Listen to the voice before you look at the skin.',
  reference: 'NASEMSO National Model EMS Clinical Guidelines, Version 3.0, 2022',
} as const

/** A gray PNG of this size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight-bit gray; each row begins with its filter type, none.
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...Array<number>(width).fill(128)])))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

async function writeMultipleResponse(page: Page) {
  await page.getByLabel('Stem').focus()
  await page.keyboard.insertText('A hornet stings a hiker. Name two findings.')
  await page.getByLabel('Kind').focus()
  await page.keyboard.type('Multiple response')
  await expect(page.getByLabel('Kind')).toHaveValue('multiple_response')
  for (const [index, [words, why, isRight]] of sting.options.entries()) {
    const option = page.getByRole('group', { name: `Option ${index + 1}` })
    await option.getByLabel('Words').focus()
    await typeOn(page, words)
    await typeOn(page, why)
    const box = option.getByRole('checkbox', { name: 'This option is correct' })
    await expect(box).toBeFocused()
    if ((await box.isChecked()) !== isRight) await page.keyboard.press('Space')
  }
  await page.getByLabel('Why the answer is correct').focus()
  await typeOn(page, sting.explanation)
  await page.getByLabel('Clinical pearl').focus()
  await typeOn(page, sting.pearl)
  await typeOn(page, sting.reference)
  await typeOn(page, 'NASEMSO National Model EMS Clinical Guidelines, Version 3.0')
  await typeOn(page, '2022')
  await page.getByLabel('Sub-topic').focus()
  await typeOn(page, 'Airway and breathing assessment')
}

/** Enters the trends of a monitor by keyboard. */
async function writeTrends(page: Page) {
  const drawing = page.getByRole('img', { name: 'What learners will see' })
  await page.getByRole('checkbox', { name: 'Show a trend' }).press('Space')
  const trends = page.getByRole('group', { name: 'Trend' })
  const heartRate = trends.getByLabel('Heart rate over time')
  await expect(heartRate).toHaveValue('80, 80')
  await expect(trends).toHaveAccessibleDescription(/from oldest to current/)
  await trends.getByLabel('Minutes before now').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await typeOn(page, '20')
  await expect(heartRate).toBeFocused()
  await typeOn(page, '104')
  await page.getByRole('button', { name: 'Add Question' }).press('Enter')
  await expect(heartRate).toHaveAccessibleDescription('Please enter 2 to 12 values, or none')
  await expectAccessible(page)
  await heartRate.fill('104, 92, 80')
  await expect(heartRate).toHaveAccessibleDescription('')
  await expect(drawing).toHaveAttribute('src', /%22minutes%22%3A20%2C%22heartRate%22%3A%5B%22104%22%2C%2292%22%2C%2280%22%5D/)
  await expect(drawing).toHaveJSProperty('naturalWidth', 960)
}

test('an educator writes a question by keyboard, sees errors at the fields, previews it, and adds it', async ({ browser }) => {
  const page = await educatorPage(browser)
  await page.goto('/modules')
  await page.getByRole('banner').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'All Questions' }).click()
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeFocused()
  await page.getByLabel('ID or words').fill('tourniquet')
  await page.getByLabel('ID or words').press('Enter')
  await expect(page).toHaveURL('/admin/questions?search=tourniquet')
  const found = page.getByRole('main').getByRole('listitem').first()
  await expect(found).toBeVisible()
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  expect(await topOf(page.getByRole('heading', { name: 'Packages' }))).toBeGreaterThan(await topOf(found))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New Question' }).press('Enter')
  await page.getByRole('button', { name: 'Add Question' }).press('Enter')
  await expect(page.getByLabel('Stem')).toBeFocused()
  await expect(page.getByLabel('Stem')).toHaveAccessibleDescription('This field is required')
  await expectAccessible(page)

  await writeMultipleResponse(page)
  // The rules are checked as soon as every field is filled in, before saving.
  await expect(page.getByLabel('Stem')).toHaveAccessibleDescription(/No single question: the stem must end in its only question/)
  await expectAccessible(page)
  await page.getByLabel('Stem').fill(sting.stem)
  await expect(page.getByText('The question meets the rules of the bank.')).toBeVisible()

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText(sting.stem)).toBeVisible()
  await preview.getByRole('checkbox', { name: /Wheezing/ }).press('Space')
  await expect(preview.getByRole('checkbox', { name: /Wheezing/ })).toBeChecked()
  await preview.getByRole('button', { name: 'Show the answer' }).press('Enter')
  await expect(preview.getByText('Hoarse voice; Wheezing')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add Question' }).press('Enter')
  await expect(page.getByText('Learners get it as a pilot from now on.')).toBeVisible()
  await expect(page.getByText('Added by an educator, as a pilot')).toBeVisible()
  await expect(page.getByText('Pilot', { exact: true })).toBeVisible()
  await page.goto('/admin/questions')
  await page.getByLabel('ID or words').fill('stung by a hornet')
  await page.getByLabel('ID or words').press('Enter')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/admin/questions?search=stung+by+a+hornet')
})

test('an educator uploads an image, sees what is wrong with it, describes it, and marks places in it', async ({ browser }) => {
  const page = await educatorPage(browser)
  await page.goto('/admin/questions/new')
  await page.getByLabel('Picture', { exact: true }).selectOption('Your own image')
  const file = page.getByLabel('Image file')
  await expect(file).toHaveAccessibleDescription(/PNG, JPEG, WebP or SVG, up to 2 MB/)
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('No picture at all.') })
  await expect(file).toHaveAccessibleDescription('We cannot read that picture. Please use a PNG, JPEG, WebP, or SVG file.')
  await expectAccessible(page)

  // Text typed during the upload stays.
  await file.setInputFiles({ name: 'pupils.png', mimeType: 'image/png', buffer: png(16, 8) })
  await page.getByLabel('Stem').fill(sting.stem)
  const drawing = page.getByRole('img', { name: 'What learners will see' })
  await expect(drawing).toHaveJSProperty('naturalWidth', 16)
  await expect(page.getByText('An image of 16 by 8 pixels.')).toBeVisible()
  await expect(page.getByLabel('Stem')).toHaveValue(sting.stem)
  await page.getByRole('button', { name: 'Add Question' }).press('Enter')
  const alt = page.getByLabel('Alternative text')
  await expect(alt).toHaveAccessibleDescription('This field is required')
  await alt.fill('Two circles beside each other, the left one wider.')

  await file.setInputFiles({ name: 'wider.png', mimeType: 'image/png', buffer: png(32, 8) })
  await expect(drawing).toHaveJSProperty('naturalWidth', 32)
  await expect(alt).toHaveValue('Two circles beside each other, the left one wider.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: /^Two circles/ })).toBeVisible()
  await page.getByLabel('Kind').selectOption('Place in a picture')
  await page.getByRole('button', { name: /^Press the picture to move place A/ }).click({ position: { x: 5, y: 5 } })
  await expect(page.getByRole('group', { name: 'Place A' }).getByLabel('From the left, %')).not.toHaveValue('50')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the image' }).press('Enter')
  await expect(drawing).toHaveCount(0)
  await expect(file).toBeFocused()
  await expect(page.getByText('Choose a picture first')).toBeVisible()

  await page.getByLabel('Picture', { exact: true }).selectOption('Monitor screen')
  await writeTrends(page)
})

test('an educator sees the difficulty of a question and turns it into a build list, with the change in its history', async ({
  browser,
}) => {
  const page = await educatorPage(browser)
  // One of the bank's own, since those from other tests are retired.
  await page.goto('/admin/questions?kind=multiple_choice&module=Trauma&search=trauma-')
  const first = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  await giveCalibration(page, (await first.getAttribute('href'))?.split('/').at(-1) ?? '')
  await first.click()
  await expect(page.getByRole('heading', { name: 'Question', exact: true })).toBeVisible()
  const calibration = page.getByRole('region', { name: 'Calibration' })
  await expect(calibration.getByText('0.62 ± 0.11')).toBeVisible()
  await expect(calibration.getByRole('img', { name: /^Right answers by ability\. / })).toBeVisible()
  await expect(calibration.getByRole('listitem').filter({ hasText: 'Spanish and English' })).toContainText('moderate to large (class C)')
  await page.getByLabel('Kind').selectOption('Build list')
  const steps = ['Press on the wound', 'Apply a tourniquet', 'Note the time', 'Warm the patient']
  for (const [index, step] of steps.entries()) {
    const group = page.getByRole('group', { name: `Step ${index + 1}` })
    await group.getByLabel('Words').fill(step)
    await group.getByLabel('Why it is right or wrong').fill(`${step}: it has its place in the order because the next step needs it.`)
  }
  await page.getByRole('button', { name: 'Move step 2 up' }).click()
  await expect(page.getByRole('group', { name: 'Step 1' }).getByLabel('Words')).toHaveValue('Apply a tourniquet')
  await page.getByRole('button', { name: 'Move step 2 up' }).click()
  await page.getByLabel('Stem').fill('A crew stops the bleeding of an arm. In which order does it work?')
  await expect(page.getByText('Checking the rules of the bank…')).toHaveCount(0)
  await expectAccessible(page)
  const mean = page.getByRole('checkbox', { name: 'I have checked these and accept them' })
  if (await mean.isVisible()) await mean.check()
  await page.getByRole('button', { name: 'Publish Revision' }).click()
  await expect(page.getByText('Learners get the new version from now on.')).toBeVisible()
  await page.getByRole('button', { name: 'Show changes of version 2' }).click()
  await expect(page.locator('ins', { hasText: '2. Apply a tourniquet' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('on a phone in the dark', () => {
  test('every kind of item and picture can be authored', async ({ browser }) => {
    const page = await educatorPage(browser, { viewport: { width: 320, height: 800 }, hasTouch: true })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.goto('/admin/questions')
    await expect(page.locator('html')).toHaveClass(/dark/)
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await fits()
    await page.goto('/admin/questions/new')
    await expect(page.getByLabel('Kind').getByRole('option')).toHaveCount(7)
    for (const kind of await page.getByLabel('Kind').getByRole('option').allInnerTexts()) {
      await page.getByLabel('Kind').selectOption(kind)
      await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
      await fits()
    }
    await expectAccessible(page)
    const picture = page.getByLabel('Picture', { exact: true })
    for (const kind of [
      'Rhythm strip',
      '12-lead ECG',
      'Capnogram',
      'Breath or heart sound',
      'Monitor screen',
      'Vital signs over time',
      'Schematic drawing',
    ]) {
      await picture.selectOption(kind)
      await expect(page.getByRole('img', { name: 'What learners will see' })).toBeVisible()
      if (kind === 'Breath or heart sound') {
        const player = page.getByLabel('Sound, 6 seconds')
        await player.evaluate((audio: HTMLAudioElement) => {
          audio.preload = 'metadata'
          audio.load()
        })
        await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(6)
      }
      if (kind === 'Monitor screen') await page.getByRole('checkbox', { name: 'Show a trend' }).check()
      await fits()
    }
    await page.getByLabel('Kind').selectOption('Place in a picture')
    await page.getByRole('button', { name: /^Press the picture to move place A/ }).click({ position: { x: 10, y: 10 } })
    await expect(page.getByRole('group', { name: 'Place A' }).getByLabel('From the top, %')).not.toHaveValue('50')
    await page.getByRole('checkbox', { name: 'This question is part of a set about one patient' }).check()
    await fits()
    await expectAccessible(page)
  })
})
