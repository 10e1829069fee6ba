import type { Page } from '@playwright/test'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'

/** What the page at an address names to be loaded at once, and how often the browser asked for each. */
async function namedAndAsked(page: Page, address: string): Promise<{ named: string[]; asked: Record<string, number>; unused: string[] }> {
  const requests: string[] = []
  const unused: string[] = []
  const note = (request: { url(): string }) => requests.push(new URL(request.url()).pathname)
  const hear = (message: { text(): string }) => /preload.*not used because/.test(message.text()) && unused.push(message.text())
  page.on('request', note).on('console', hear)
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  page.off('request', note).off('console', hear)
  const links = (await answer?.text())?.matchAll(/<link rel="(?:modulepreload|preload" as="fetch)"[^>]* href="(\/[^"]*)"/g) ?? []
  const named = [...links].map(([, path = '']) => path)
  return { named, asked: Object.fromEntries(named.map((path) => [path, requests.filter((each) => each === path).length])), unused }
}

test('what the edge names in a page is what the page asks for, and is loaded once', async ({ page, student }) => {
  expect(student).toBeDefined()
  const [question] = await withDailyQuestions(page)
  for (const address of ['/', `/questions/${question?.questionId}`, '/study-session?mode=daily', '/modules', '/analytics', '/readiness']) {
    const { named, asked, unused } = await namedAndAsked(page, address)
    expect(named, address).toContain('/api/auth/user')
    expect(unused, address).toEqual([])
    expect(asked, address).toEqual(Object.fromEntries(named.map((path) => [path, 1])))
  }
})

test('a page names nothing to visitors that would be refused', async ({ page }) => {
  for (const address of ['/', '/login', '/readiness', '/tutoring']) {
    const { named } = await namedAndAsked(page, address)
    for (const path of named.filter((each) => each.startsWith('/api/'))) expect((await page.request.get(path)).status(), path).toBe(200)
  }
})
