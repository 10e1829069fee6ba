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
    ['five', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['5 mL', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['.', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['1e3', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['10,00,0', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['1,000,001', 'Please enter a number up to 1,000,000.'],
  ])('%s is not, and is told why', (written, fault) => {
    expect(readFigure(written)).toEqual({ fault })
  })
})
