import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { panelRatings } from '../questions/bank-goals.ts'
import { difficulties } from '../questions/shown/terms.ts'
import { priorOf } from './pool.ts'

test('without a rating, the label decides', () => {
  expect(difficulties.map((label) => priorOf(label, null))).toEqual([
    { difficulty: -0.8, spread: 0.75 },
    { difficulty: 0, spread: 0.75 },
    { difficulty: 0.8, spread: 0.75 },
  ])
})

test('the more students are expected to be right, the easier the item, whatever its label', () => {
  const rated = [10, 30, 50, 70, 90].map((rating) => priorOf('moderate', rating).difficulty)
  expect(rated).toEqual([...rated].sort((one, other) => other - one))
  expect(priorOf('easy', 50)).toEqual(priorOf('hard', 50))
  expect(priorOf('easy', 50).spread).toBeLessThan(priorOf('easy', null).spread)
})

test('on average, the rated questions of the bank are as hard as their labels', () => {
  const directory = new URL('../questions/bank/', import.meta.url)
  const bank: { id: string; difficulty: (typeof difficulties)[number] }[] = readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, directory), 'utf8')))
  for (const label of difficulties) {
    const rated = bank.flatMap(({ id, difficulty }) => (difficulty === label ? (panelRatings[id] ?? []) : []))
    const mean = rated.reduce((sum, rating) => sum + priorOf(label, rating).difficulty, 0) / rated.length
    expect(Math.abs(mean - priorOf(label, null).difficulty)).toBeLessThan(0.1)
  }
})
