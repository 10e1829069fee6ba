import { expect, it } from 'vitest'
import { stackedParts } from './columns.tsx'

it('stacks positive values upwards and negative ones downwards', () => {
  expect(stackedParts([5, 0, -2, 3, -4])).toEqual([
    { kind: 0, from: 0, to: 5 },
    { kind: 2, from: 0, to: -2 },
    { kind: 3, from: 5, to: 8 },
    { kind: 4, from: -2, to: -6 },
  ])
})
