import { expect, test } from 'vitest'
import { everyScreen, type ScreenName } from '../../web/src/screens.ts'
import { floors } from './pages.ts'

const pages = floors.flatMap(({ pages }) => pages)

const OTHER_MODES: readonly ScreenName[] = ['practice', 'tutor', 'exam']

test('every address of the product has a picture in the gallery', () => {
  // These lead on to screens that have theirs.
  const addresses = everyScreen.filter(({ name }) => !OTHER_MODES.includes(name)).flatMap(({ at }) => at)
  expect(new Set(pages.flatMap(({ routes }) => routes))).toEqual(new Set(addresses))
})

test('every picture has a name of its own', () => {
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
})
