import { describe, expect, test } from 'vitest'
import { trendOf, trendPoints } from '../shown/trend.ts'
import { describeVitalSigns, drawVitalSigns } from './drawn/draw.ts'

const table = {
  times: ['14:05', '14:15', '14:25'],
  rows: [
    { label: 'Pulse', unit: '/min', values: ['96', '118', '134'] },
    { label: 'Blood pressure', unit: 'mm Hg', values: ['128/84', '112/86', '94/80'] },
    { label: 'Skin <and> mood', unit: null, values: ['warm', 'cool', 'cold'] },
  ],
}

describe('the course of a row', () => {
  test.each([
    [['96', '118'], [[96, 118]]],
    [
      ['128/84', '94/80'],
      [
        [128, 94],
        [84, 80],
      ],
    ],
    [['36.8', '39.2'], [[36.8, 39.2]]],
    [['97%', '91 %'], [[97, 91]]],
    // A missing or verbal value gives no line.
    [['97', '—'], []],
    [['128/84', '94'], [[128, 94]]],
    [['warm', 'cold'], []],
  ])('%j', (values, lines) => {
    expect(trendOf(values)).toEqual(lines)
  })

  test('is drawn from edge to edge on its own scale', () => {
    const box = { width: 100, height: 20 }
    expect(trendPoints(['96', '118', '140'], box)).toEqual([
      [
        [0, 20],
        [50, 10],
        [100, 0],
      ],
    ])
    expect(trendPoints(['7', '7'], box)).toEqual([
      [
        [0, 10],
        [100, 10],
      ],
    ])
    expect(trendPoints(['100/50', '75/50'], box)).toEqual([
      [
        [0, 0],
        [100, 10],
      ],
      [
        [0, 20],
        [100, 20],
      ],
    ])
  })
})

test('the drawing has every head, label, and value, and a line for each series of numbers', () => {
  const { svg } = drawVitalSigns(table)
  for (const words of ['14:05', '14:25', 'Pulse, /min', '128/84', 'Skin &lt;and&gt; mood', 'cold'])
    expect(svg).toContain(`>${words}</text>`)
  expect(svg.match(/<path /g)).toHaveLength(3)
  expect(drawVitalSigns(table)).toEqual(drawVitalSigns(table))
})

test('is described row by row', () => {
  expect(describeVitalSigns(table)).toBe(
    'A table with the columns 14:05, 14:15, 14:25. Pulse, /min: 96, 118, 134. Blood pressure, mm Hg: 128/84, 112/86, 94/80. ' +
      'Skin <and> mood: warm, cool, cold.',
  )
})
