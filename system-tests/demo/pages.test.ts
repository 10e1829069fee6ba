import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { floors } from './pages.ts'

const pages = floors.flatMap(({ pages }) => pages)

test('every address of the product has its picture in the gallery', () => {
  const contents = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8')
  const addresses = [...contents.matchAll(/path: '(\/[^']*)'/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(40)
  expect(new Set(pages.flatMap(({ routes }) => routes))).toEqual(new Set(addresses))
})

test('each picture is told from the others by its name', () => {
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
})
