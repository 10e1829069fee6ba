import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_SET, withNumbers } from './number-set.ts'

const hasNumber = (set: string, number: number): boolean => withNumbers(set, [number]).added === 0
const numbers = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 })

test('a set holds what was put into it, each once', () =>
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 8 }), fc.integer({ min: 0, max: 3_000 }), (portions, asked) => {
      const plain = new Set<number>()
      let set = EMPTY_SET
      for (const portion of portions) {
        const before = plain.size
        for (const number of portion) plain.add(number)
        const next = withNumbers(set, portion)
        expect(next.added).toBe(plain.size - before)
        set = next.set
      }
      expect(hasNumber(set, asked)).toBe(plain.has(asked))
      for (const number of plain) expect(hasNumber(set, number)).toBe(true)
    }),
  ))
