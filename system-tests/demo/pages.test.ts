import { expect, test } from 'vitest'
import { screens } from '../../web/src/screens.ts'
import { floors } from './pages.ts'

const pages = floors.flatMap(({ pages }) => pages)

const OTHER_MODES = ['/practice', '/tutor', '/exam']

test('every address of the product has a picture in the gallery', () => {
  // These lead on to screens that have theirs.
  const addresses = screens.flatMap(({ at }) => at).filter((address) => !OTHER_MODES.includes(address))
  expect(new Set(pages.flatMap(({ routes }) => routes))).toEqual(new Set(addresses))
})

test('every picture has a name of its own', () => {
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
})
