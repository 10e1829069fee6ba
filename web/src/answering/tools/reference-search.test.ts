import { expect, it } from 'vitest'
import { matches } from './reference-search.tsx'

it('finds words by their beginnings, in any order and case', () => {
  expect(matches('Mean arterial pressure (MAP)', 'map')).toBe(true)
  expect(matches('Mean arterial pressure (MAP)', 'press art')).toBe(true)
  expect(matches('Mean arterial pressure (MAP)', 'rterial')).toBe(false)
  expect(matches('Levétiracetam', 'levet')).toBe(true)
  expect(matches('PaCO2', '')).toBe(true)
})
