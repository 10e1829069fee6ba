import { readFileSync } from 'node:fs'
import { newestLegalTexts } from '@medicready/platform/legal/read-legal-text'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const texts = newestLegalTexts()
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Presses a link twice, which is harmless. Returns the content of its file. */
async function downloaded(page: Page, name: string, file: string): Promise<Buffer> {
  const isIt = (download: Download) => download.suggestedFilename() === file
  const [download] = await Promise.all([page.waitForEvent('download', isIt), link(page, name).dblclick()])
  return readFileSync(await download.path())
}

test('visitors read and download the policies, by mouse and keyboard', async ({ page }) => {
  await test.step('from the sign-in to the Terms of Service', async () => {
    await page.goto('/login')
    await link(page, 'Legal').click()
    await expect(page).toHaveURL('/legal')
    await expect(page).toHaveTitle('Legal Center · MedicReady')
    await expect(heading(page, 'Terms of Service')).toBeVisible()
    await expect(page.getByText('Current Version')).toBeVisible()
    await expect(page.getByText('Last Updated: January 1, 2025')).toBeVisible()
    await expect(page.getByText('Effective Date: January 1, 2025')).toBeVisible()
    const documents = page.getByRole('navigation', { name: 'Legal documents' }).getByRole('link')
    await expect(documents).toHaveText(texts.map(({ title }) => `${title}Updated January 1, 2025`))
    await expect(documents.first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Status' })).toHaveAttribute('href', '/status')
    await expectAccessible(page)
  })

  await test.step('the text scrolls in its place, by keyboard too', async () => {
    const area = region(page, 'Text of Terms of Service')
    await expect(area).toHaveCSS('height', '600px')
    await area.focus()
    await page.keyboard.press('PageDown')
    await expect.poll(() => area.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  })

  await test.step('another document, one of its sections, and a link between texts', async () => {
    await page.getByRole('link', { name: 'Refund Policy Updated January 1, 2025' }).press('Enter')
    await expect(page).toHaveURL('/legal?document=refund')
    await expect(heading(page, 'Refund Policy')).toBeVisible()
    await page.getByText('Contents', { exact: true }).click()
    await link(page, 'Your legal rights').click()
    await expect(page).toHaveURL('/legal?document=refund#your-legal-rights')
    await expect(heading(page, 'Your legal rights')).toBeFocused()
    await expect(heading(page, 'Your legal rights')).toBeInViewport()
    await page.goto('/legal?document=privacy#your-rights')
    await expect(heading(page, 'Privacy Policy')).toBeVisible()
    await page.goto('/legal?document=terms')
    await region(page, 'Words we use').getByRole('link', { name: 'AI Content Policy' }).click()
    await expect(page).toHaveURL('/legal?document=ai-consent')
    await expect(heading(page, 'AI Content Policy')).toBeVisible()
  })

  await test.step('one of them on paper, and all', async () => {
    const name = 'MedicReady AI Content Policy (version 1).pdf'
    const pdf = await downloaded(page, 'Download PDF', name)
    expect(pdf.toString('latin1', 0, 8)).toBe('%PDF-1.7')
    const files = unzipSync(await downloaded(page, 'Download All Policies', 'MedicReady policies.zip'))
    expect(Object.keys(files).sort()).toEqual(texts.map(({ title, version }) => `MedicReady ${title} (version ${version}).pdf`).sort())
    expect(Buffer.from(files[name] ?? []).equals(pdf)).toBe(true)
    await expect(heading(page, 'AI Content Policy')).toBeVisible()
  })

  await test.step('the history of versions', async () => {
    await link(page, 'Policy Update History').click()
    const versions = region(page, 'January 1, 2025').getByRole('heading', { level: 3 })
    await expect(versions).toHaveText(texts.map(({ title }) => `${title}, version 1`))
    await expectAccessible(page)
    await link(page, 'Read Cookie Policy, version 1').click()
    await expect(page).toHaveURL('/legal?document=cookie&version=1')
    await expect(page.getByText('Current Version')).toBeVisible()
  })

  await test.step('a version that does not exist', async () => {
    await page.goto('/legal?document=dmca&version=7')
    await expect(heading(page, 'Version not found')).toBeVisible()
    await link(page, 'Read the current one').click()
    await expect(heading(page, 'DMCA Policy')).toBeVisible()
  })
})

test('a student reaches the policies by the menu or by the notice of a change, which can be dismissed', async ({ page, student }) => {
  // Published for all, it would stand over the pages of all other tests: this page alone is told of it, until the
  // server has noted that it was put away.
  const change = {
    document: 'refund',
    version: 1,
    title: 'Refund Policy',
    changes: 'Refunds take three days.',
    effectiveDate: '2040-02-01',
  }
  let isSeen = false
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/policy-notices/seen')) isSeen = response.ok()
  })
  await page.route('**/api/user/policy-notices', (route) => route.fulfill({ json: isSeen ? [] : [change] }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/profile')
  const notices = region(page, 'Notices')
  await expect(notices).toContainText('Our Refund Policy changes on Feb 1, 2040.')
  await expect(notices).toContainText(change.changes)
  await notices.getByRole('link', { name: 'Read what is new' }).press('Enter')
  await expect(page).toHaveURL('/legal?document=refund&version=1')
  await expect(heading(page, 'Refund Policy')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: `${student.firstName} ${student.lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Legal', exact: true }).click()
  await expect(heading(page, 'Terms of Service')).toBeVisible()
  await page.getByLabel('Document', { exact: true }).selectOption('Cookie Policy')
  await expect(page).toHaveURL('/legal?document=cookie')
  await expect(region(page, 'Table: Our cookies')).toBeVisible()
  await expect(notices).toBeVisible()
  await expectAccessible(page)

  await notices.getByRole('button', { name: 'Close: Refund Policy' }).press('Enter')
  await expect(notices).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  expect(isSeen).toBe(true)
  await page.reload()
  await expect(region(page, 'Table: Our cookies')).toBeVisible()
  await expect(notices).toBeHidden()
})
