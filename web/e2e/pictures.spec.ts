import { readFileSync } from 'node:fs'
import type { ListedQuestion } from '@medicready/domain/contract/questions/authoring'
import type { BankQuestion } from '@medicready/domain/questions/content/content'
import type { PictureKind, PictureOf } from '@medicready/domain/questions/content/picture'
import { describePicture } from '@medicready/domain/questions/pictures/drawn/draw'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, newStudent, register, test } from './fixtures.ts'
import { grantRole } from './operator.ts'

/** The tested product has all questions of these modules. */
const bank = ['airway', 'medical'].flatMap(
  (module) => JSON.parse(readFileSync(new URL(`../../domain/questions/bank/${module}.json`, import.meta.url), 'utf8')) as BankQuestion[],
)

/** A question of the bank with a picture of this kind, and the picture as the bank has it. */
async function questionWith<Kind extends PictureKind>(page: Page, kind: Kind, field: 'picture' | 'explanationPicture' = 'picture') {
  const question = bank.find((one) => one[field]?.kind === kind && !one.scenario && one.item.kind === 'multiple_choice')
  const answer = await page.request.get(`/api/admin/questions?search=${question?.id}`)
  const [listed] = (await answer.json()) as ListedQuestion[]
  return { questionId: listed?.questionId ?? '', picture: question?.[field] as PictureOf<Kind> }
}

/** Reviewers may open every question; learners, those that they were given. */
async function becomeEducator(page: Page) {
  const educator = newStudent()
  await register(page.request, educator)
  await grantRole(page.request, educator, 'educator')
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAABbNsX4AAAAHklEQVR4AWzIsQkAAADCsOL/p/mT7mKhS2TILk4XCwAA//8jbWXeAAAABklEQVQDANZzCP5xNg4xAAAAAElFTkSuQmCC'

test('a rhythm strip is shown, described, enlarged by keyboard, and replaced by text if it fails, without giving away its name', async ({
  page,
}) => {
  await becomeEducator(page)
  const { questionId, picture } = await questionWith(page, 'ecg_strip')
  const said: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) said.push(response.text())
  })
  await page.goto(`/questions/${questionId}`)
  const image = page.getByRole('img', { name: describePicture(picture) })

  await test.step('seen, in its size from the first', async () => {
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page)
  })

  await test.step('no response gives away its name', async () => {
    const texts = await Promise.all(said)
    expect(texts.some((text) => text.startsWith('<svg'))).toBe(true)
    expect(texts.some((text) => text.includes('/api/pictures/'))).toBe(true)
    for (const text of texts) for (const told of [picture.rhythm, '"seed"', '"rhythm"', 'ecg_strip']) expect(text).not.toContain(told)
  })

  await test.step('enlarged', async () => {
    const enlarge = page.getByRole('button', { name: 'Enlarge the picture' })
    await enlarge.focus()
    await page.keyboard.press('Enter')
    const window = page.getByRole('dialog', { name: 'The picture, enlarged' })
    const within = window.getByRole('region')
    const before = (await within.getByRole('img').boundingBox())?.width ?? 0
    await window.getByRole('button', { name: 'Larger' }).focus()
    await page.keyboard.press('Enter')
    await expect(window.getByText('150%')).toBeVisible()
    expect((await within.getByRole('img').boundingBox())?.width).toBeGreaterThan(1.4 * before)
    await within.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => within.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
    await expect(enlarge).toBeFocused()
  })

  await test.step('described in words if it does not load', async () => {
    await page.route('**/api/pictures/*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('The picture could not be loaded.')
    await page.getByText('What it shows, in words').click()
    await expect(page.getByText(describePicture(picture))).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/pictures/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(image).toBeVisible()
  })
})

test("vital signs over time and words are tables, sounds are played, and an educator's own image is stored and sent unchanged", async ({
  page,
}) => {
  await becomeEducator(page)
  const { questionId, picture } = await questionWith(page, 'vital_signs')
  await page.goto(`/questions/${questionId}`)
  const table = page.getByRole('table', { name: 'Vital signs over time' })
  await expect(table.getByRole('columnheader')).toHaveText(picture.times)
  for (const { values } of picture.rows) await expect(table.getByRole('row', { name: values.join(' ') })).toBeVisible()
  await expectAccessible(page)

  await test.step('so are words, with the explanation', async () => {
    const { questionId, picture } = await questionWith(page, 'table', 'explanationPicture')
    await page.goto(`/questions/${questionId}`)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    const words = page.getByRole('table', { name: picture.caption })
    await expect(words.getByRole('columnheader')).toHaveText(picture.columns)
    for (const [head = ''] of picture.rows) await expect(words.getByRole('rowheader', { name: head, exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a sound is played beside its waveform and its words', async () => {
    const { questionId, picture } = await questionWith(page, 'sound')
    await page.goto(`/questions/${questionId}`)
    await expect(page.getByRole('img', { name: describePicture(picture) })).toBeVisible()
    const player = page.getByLabel('Sound, 6 seconds')
    const answered = page.waitForResponse(/\/api\/pictures\/[\w-]+\/sound$/)
    // Playing needs no more than a press of a key, as with every native player.
    await player.focus()
    await page.keyboard.press('Space')
    expect((await answered).headers()['content-type']).toBe('audio/wav')
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => [audio.duration, audio.currentTime > 0])).toEqual([6, true])
    await page.getByText('What is heard, in words').click()
    await expect(page.getByText(describePicture(picture))).toBeVisible()
    await expectAccessible(page)
  })

  const bytes = Buffer.from(PNG, 'base64')
  const stored = await page.request.post('/api/admin/pictures', { data: bytes, headers: { 'content-type': 'image/webp' } })
  const image = await stored.json()
  expect(image).toMatchObject({ mediaType: 'image/png', width: 5, height: 3 })
  const asked = JSON.stringify({ kind: 'image', ...image, alt: 'A red field.' })
  const sent = await page.request.get(`/api/admin/pictures/drawing?picture=${encodeURIComponent(asked)}`)
  expect(sent.headers()['content-type']).toBe('image/png')
  expect(await sent.body()).toEqual(bytes)
  const large = await page.request.post('/api/admin/pictures', { data: Buffer.alloc(3_000_000) })
  expect([large.status(), (await large.json()).code]).toEqual([413, 'pictureTooLarge'])
})
