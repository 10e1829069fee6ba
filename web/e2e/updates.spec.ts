import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'
import { product } from './product.ts'

test.use({ serviceWorkers: 'allow' })

/** The product, which can release a newer version. */
async function productWithVersions(): Promise<{ url: string; server: Server; bringNewVersion: () => void }> {
  let version = 1
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    // From the server, not from the browser's cache.
    const headers = isWorker ? {} : request.headers
    get(`${product.url}${request.url}`, { headers }, (answer) => {
      const { 'content-length': _, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 502, isWorker ? rest : answer.headers)
      answer.pipe(response, { end: !isWorker })
      if (isWorker) answer.on('end', () => response.end(`\n// ${version}`))
    }).on('error', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server, bringNewVersion: () => (version += 1) }
}

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // Only a page that was not reloaded still has it.
  await page.evaluate(() => (document.documentElement.dataset.before = ''))
}
const before = (page: Page) => page.locator('html[data-before]')
const askForUpdate = (page: Page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

test('a newer version reaches every window at a moment when no work is lost', async ({ page, context, student }) => {
  const { url, server, bringNewVersion } = await productWithVersions()
  try {
    await withDailyQuestions(page)
    await open(page, `${url}/`)
    // The window is idle, so the newer version is applied automatically.
    await page.evaluate(() => navigator.serviceWorker.controller ?? new Promise((r) => (navigator.serviceWorker.oncontrollerchange = r)))
    bringNewVersion()
    await askForUpdate(page)
    await expect(before(page)).toHaveCount(0)

    await open(page, `${url}/profile`)
    await page.getByLabel('First name').fill('Maria')
    const answering = await context.newPage()
    await open(answering, `${url}/study-session?mode=daily`)
    await answering.getByRole('radio').first().check()

    bringNewVersion()
    await askForUpdate(page)
    const notice = page.getByRole('region', { name: 'A new version is ready' })
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await expect(before(page)).toHaveCount(1)
    await notice.getByRole('button', { name: 'Update now' }).click()
    await expect(before(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()

    // The window with an open question stays as it is until the student leaves it.
    await expect(answering.getByRole('radio').first()).toBeChecked()
    await expect(before(answering)).toHaveCount(1)
    await expect(answering.getByText('A new version is ready')).toBeHidden()
    await answering.getByRole('link', { name: 'Analytics' }).click()
    await expect(before(answering)).toHaveCount(0)
    await expect(answering).toHaveURL(`${url}/analytics`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
