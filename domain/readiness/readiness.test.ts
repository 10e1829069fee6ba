import { expect, test } from 'vitest'
import { type Evidence, readinessByDay, readinessOf } from './readiness.ts'

const answer = (day: string, category: string, isCorrect: boolean): Evidence => ({
  day,
  category,
  isCorrect,
  difficulty: 0,
  standardError: 0.2,
})

test('without an answer it is what all learners together are: seven in ten pass', () => {
  const { chance, ability, byCategory } = readinessOf([], 'national_registry', '2026-11-01')
  expect(chance).toBeCloseTo(0.7, 1)
  expect(ability).toBe(0)
  expect(byCategory.map(({ category }) => category)).toEqual(['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'])
})

test('right answers raise it, wrong ones lower it, and time takes away from it', () => {
  const some = ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'].flatMap((category) =>
    Array.from({ length: 20 }, (_, place) => answer('2026-11-01', category, place < 9)),
  )
  const before = readinessOf(some, 'national_registry', '2026-11-01')
  const by = (isCorrect: boolean) => readinessOf([...some, answer('2026-11-01', 'Trauma', isCorrect)], 'national_registry', '2026-11-01')
  expect(by(true).chance).toBeGreaterThan(before.chance)
  expect(by(false).chance).toBeLessThan(before.chance)
  const later = readinessOf(some, 'national_registry', '2026-12-01')
  expect(later.chance).toBeLessThan(before.chance)
  expect(later.byCategory.every(({ faded }) => faded > 0)).toBe(true)
  expect(readinessByDay(some, 'national_registry', '2026-11-01')).toEqual([
    { day: '2026-11-01', chance: before.chance, low: before.low, high: before.high },
  ])
})
