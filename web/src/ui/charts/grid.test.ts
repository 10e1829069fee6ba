import { expect, it } from 'vitest'
import { gridOf } from './grid.tsx'

it('puts numbers in their order, words as they come, and knows which pairs are missing', () => {
  const grid = gridOf(
    [
      ['streak', 18],
      ['daily', 9],
      ['daily', 18],
    ],
    [0.5, 0, null],
  )
  expect(grid).toEqual({
    rows: ['streak', 'daily'],
    columns: [9, 18],
    values: [
      [null, 0],
      [0.5, null],
    ],
  })
})
