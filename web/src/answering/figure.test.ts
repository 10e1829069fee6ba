import { describe, expect, it } from 'vitest'
import { readFigure } from './figure.ts'

describe('a number that somebody writes', () => {
  it.each([
    ['5', 5],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1,000', 1000],
    ['12,345.75', 12_345.75],
    ['-2', -2],
    ['−2', -2],
    ['+3', 3],
    ['1,000,000', 1_000_000],
  ])('%s is read', (written, value) => {
    expect(readFigure(written)).toEqual({ value })
  })

  it.each([
    ['1,5', 'Please write a decimal point instead of a comma, as in 0.5.'],
    ['five', 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.'],
    ['5 mL', 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.'],
    ['.', 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.'],
    ['1e3', 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.'],
    ['10,00,0', 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.'],
    ['1,000,001', 'Please enter a number that is not greater than 1,000,000.'],
  ])('%s is not, and is told why', (written, fault) => {
    expect(readFigure(written)).toEqual({ fault })
  })
})
