import { expect, test } from 'vitest'
import type { ItemOf } from './content/item.ts'
import { isSameSum, sumOf } from './sums.ts'

const blank = (unit: string, value: number): ItemOf<'fill_in_blank'> => ({ kind: 'fill_in_blank', unit, value, tolerance: 0, errors: [] })
const sum = (stem: string, value: number, unit = 'mL') => sumOf({ stem, item: blank(unit, value) })

const newborn = sum('A newborn of 3 kg needs epinephrine 0.02 mg/kg from a syringe of 0.1 mg/mL. How much is it?', 0.6)
const inOtherWords =
  'No pulse returns. Medical control orders epinephrine, 0.02 mg/kg by the umbilical vein, for a girl who weighs 3.2 kg. How much?'

test.each<[string, boolean, ReturnType<typeof sumOf>]>([
  ['the same drug by the same formula', true, sum(inOtherWords, 0.64)],
  ['another result', false, sum(inOtherWords, 0.9)],
  ['another unit of the result', false, sum(inOtherWords, 0.64, 'mg')],
  ['another order', false, sum(inOtherWords.replace('mg/kg', 'mcg/kg/min'), 0.64)],
  ['another drug', false, sum(inOtherWords.replace('epinephrine', 'atropine'), 0.64)],
  ['no drug', false, sum('A girl who weighs 3.2 kg needs 0.02 mg/kg. How much?', 0.64)],
])('%s is the same sum: %s', (_, isSame, other) => {
  expect(newborn !== null && other !== null && isSameSum(newborn, other)).toBe(isSame)
})
