import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AskedItem } from './content/item.ts'
import { shuffledItem } from './shuffled-item.ts'

const parts = (...texts: string[]) => texts.map((text) => ({ id: `part-${text}`, text }))
const items: AskedItem[] = [
  { kind: 'multiple_choice', options: parts('a', 'b', 'c', 'd') },
  { kind: 'multiple_response', options: parts('a', 'b', 'c', 'd', 'e'), choose: 2 },
  { kind: 'build_list', steps: parts('a', 'b', 'c', 'd') },
  { kind: 'drag_drop', boxes: parts('x', 'y'), things: parts('a', 'b', 'c', 'd') },
  { kind: 'options_table', columns: parts('x', 'y'), rows: parts('a', 'b', 'c', 'd') },
  { kind: 'fill_in_blank', unit: 'mg' },
]
const seeds = fc.integer({ min: 0, max: 0xffffffff })
const inAnyOrder = (item: AskedItem) => JSON.parse(JSON.stringify(item), (_, value) => (Array.isArray(value) ? byId(value) : value))
const byId = (list: { id: string }[]) => list.toSorted((one, other) => (one.id < other.id ? -1 : 1))

test.each(items)('$kind: the same parts, all in an order that follows from the seed', (item) => {
  expect(shuffledItem(item, null)).toBe(item)
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(shuffledItem(item, seed)).toEqual(shuffledItem(item, seed))
      expect(inAnyOrder(shuffledItem(item, seed))).toEqual(inAnyOrder(item))
    }),
  )
})

test('columns and boxes stay where they are', () =>
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(shuffledItem({ kind: 'options_table', columns: parts('x', 'y'), rows: parts('a', 'b') }, seed)).toMatchObject({
        columns: parts('x', 'y'),
      })
      expect(shuffledItem({ kind: 'drag_drop', boxes: parts('x', 'y'), things: parts('a', 'b') }, seed)).toMatchObject({
        boxes: parts('x', 'y'),
      })
    }),
  ))

test('over many seeds, all positions are equally likely', () => {
  const item: AskedItem = { kind: 'multiple_choice', options: parts('a', 'b', 'c', 'd') }
  const places = [0, 0, 0, 0]
  for (let seed = 0; seed < 4_000; seed++) {
    const shown = shuffledItem(item, seed * 7_919)
    const place = shown.kind === 'multiple_choice' ? shown.options.findIndex(({ text }) => text === 'a') : -1
    places[place] = (places[place] ?? 0) + 1
  }
  for (const count of places) expect(Math.abs(count - 1_000)).toBeLessThan(120)
})
