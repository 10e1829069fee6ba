import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factsPage } from './facts-page.ts'

test('docs/facts.md is current', () => {
  const page = readFileSync(new URL('../docs/facts.md', import.meta.url), 'utf8')
  expect(page === factsPage(), 'Please run `npm run facts`.').toBe(true)
})

test('each link on the page leads to one heading', () => {
  const page = factsPage()
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  expect(headings.length).toBe(new Set(headings).size)
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, heading = '']) => heading)
  expect(links.filter((link) => !headings.includes(link))).toEqual([])
})
