import { expect, test } from 'vitest'
import { asJson, asTable, type BenchFigure, isMissed } from './figures.ts'
import { closedLoop, interleaved, median, medianRatio, percentile } from './rounds.ts'

const figure = (value: number, better: BenchFigure['better'], required: number | null): BenchFigure => ({
  name: 'a figure',
  value,
  unit: '×',
  better,
  required,
  aim: 2,
  from: '',
})

test('a figure is missed on the wrong side of its requirement, and never without one', () => {
  expect(isMissed(figure(4.1, 'lower', 4))).toBe(true)
  expect(isMissed(figure(4, 'lower', 4))).toBe(false)
  expect(isMissed(figure(0.2, 'higher', 0.25))).toBe(true)
  expect(isMissed(figure(0.25, 'higher', 0.25))).toBe(false)
  expect(isMissed(figure(Number.POSITIVE_INFINITY, 'lower', null))).toBe(false)
  expect(isMissed(figure(Number.NaN, 'lower', 4))).toBe(true)
})

test('the table shows each requirement and whether it was met', () => {
  const [, kept, reached, missed] = asTable([figure(3, 'lower', 4), figure(1.5, 'lower', 4), figure(5, 'lower', 4)]).split('\n')
  expect(kept).toMatch(/^a figure +3\.00× +≤ 4\.00× +≤ 2\.00× +kept$/)
  expect(reached).toMatch(/aim reached$/)
  expect(missed).toMatch(/MISSED$/)
})

test('a program gets the same figures as values', () => {
  expect(JSON.parse(asJson([figure(3, 'lower', 4), figure(5, 'higher', null)]))).toEqual([
    { name: 'a figure', value: 3, unit: '×', better: 'lower', required: 4, aim: 2 },
    { name: 'a figure', value: 5, unit: '×', better: 'higher', required: null, aim: 2 },
  ])
})

test('percentiles and ratios', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(values, 0.99)).toBe(100)
  expect(median(values)).toBe(51)
  expect(medianRatio([1, 4, 9], [1, 2, 3])).toBe(2)
})

test('contenders take turns, and every piece of work is done once', async () => {
  const turns: string[] = []
  const contender = (name: string) => async () => turns.push(name)
  const measured = await interleaved(3, { ours: contender('ours'), raw: contender('raw') }, () => {})
  expect(turns).toEqual(['ours', 'raw', 'raw', 'ours', 'ours', 'raw'])
  expect(measured.ours).toHaveLength(3)
  const done: number[] = []
  const { latencies } = await closedLoop(4, 10, async (index) => done.push(index))
  expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(latencies).toHaveLength(10)
})
