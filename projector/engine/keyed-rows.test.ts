import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../read-models/definition.ts'
import { KeyedRows, type RowOrRemoved } from './spilling-rows.ts'

const step = fc.record({
  one: fc.constantFrom('a', 'b', 'c'),
  other: fc.nat(3),
  what: fc.constantFrom('set', 'remove', 'delete', 'get'),
  value: fc.nat(2),
})

test.each([[['one']], [['one', 'other']]])('behaves like a map with the key columns %j', (columns) => {
  const nameOf = (key: Row) => columns.map((column) => key[column]).join()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const rows = new KeyedRows(columns, ['value'])
      const wanted = new Map<string, RowOrRemoved>()
      for (const { what, ...row } of steps) {
        const key = Object.fromEntries(columns.map((column) => [column, row[column as 'one' | 'other']]))
        if (what === 'delete') expect(rows.delete(key)).toBe(wanted.delete(nameOf(key)))
        if (what === 'set' || what === 'remove') {
          rows.set(key, what === 'set' ? row : null)
          wanted.set(nameOf(key), what === 'set' ? row : null)
        }
        expect(rows.get(key)).toEqual(wanted.get(nameOf(key)))
        expect(rows.size).toBe(wanted.size)
        expect(new Set(rows.where('value', row.value))).toEqual(new Set([...wanted.values()].filter((one) => one?.value === row.value)))
      }
      expect(new Map([...rows].map(([key, row]) => [nameOf(key), row]))).toEqual(wanted)
    }),
  )
})
