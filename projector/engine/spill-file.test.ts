import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { SpillFile } from './spill-file.ts'

const nameOf = (text: string) => text.slice(0, text.indexOf(' '))

function spillFile(): SpillFile {
  const file = new SpillFile(nameOf)
  onTestFinished(() => file.close())
  return file
}

const textsOf = (file: SpillFile) =>
  Buffer.concat([...file.chunks()])
    .toString()
    .split('\n')
    .slice(0, -1)
    .sort()

type Step = { readonly name: string; readonly text: string | null; readonly value: string | null }

test('behaves like a map for any writes, reads and deletions', () => {
  const name = fc.integer({ min: 0, max: 40 }).map((number) => `name${number}`)
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.nat(3_000).map((length) => 'ä'.repeat(length)),
  )
  const step: fc.Arbitrary<Step> = fc.record({
    name,
    value: fc.constantFrom('a', 'b', null),
    text: fc.option(
      text.map((found) => found.replaceAll('\n', '')),
      { freq: 5 },
    ),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const file = new SpillFile(nameOf, 1)
      try {
        const wanted = new Map<string, string>()
        const values = new Map<string, string | null>()
        for (const { name, text, value } of steps) {
          expect(file.get(name)).toBe(wanted.get(name) ?? null)
          if (text === null) {
            file.delete(name)
            wanted.delete(name)
          } else {
            file.set(name, `${name} ${text.toWellFormed()}\n`, [value])
            values.set(name, value)
            wanted.set(name, `${name} ${text.toWellFormed()}\n`)
          }
          expect(file.size).toBe(wanted.size)
        }
        for (const value of ['a', 'b', 'c'])
          expect([...file.where(0, value)].sort()).toEqual(
            [...wanted].flatMap(([name, line]) => (values.get(name) === value ? line : [])).sort(),
          )
        expect(textsOf(file)).toEqual([...wanted.values()].map((line) => line.slice(0, -1)).sort())
      } finally {
        file.close()
      }
    }),
    { numRuns: 50 },
  )
})

test('grows beyond its first slots and megabytes', () => {
  const file = spillFile()
  const padding = 'x'.repeat(100)
  for (let number = 0; number < 30_000; number++) file.set(`n${number}`, `n${number} first ${padding}\n`)
  for (let number = 0; number < 30_000; number += 3) file.set(`n${number}`, `n${number} second ${padding}\n`)
  for (let number = 0; number < 30_000; number += 5) file.delete(`n${number}`)
  expect(file.get('n3')).toBe(`n3 second ${padding}\n`)
  expect(file.get('n4')).toBe(`n4 first ${padding}\n`)
  expect(file.get('n15')).toBeNull()
  expect(file.get('n30000')).toBeNull()
  expect(file.size).toBe(24_000)
  const texts = textsOf(file)
  expect(texts).toHaveLength(24_000)
  expect(texts.filter((text) => text.includes('second'))).toHaveLength(8_000)
})

test('a text of many megabytes is returned complete', () => {
  const file = spillFile()
  const long = `long ${'y'.repeat(5_000_000)}\n`
  file.set('short', 'short z\n')
  file.set('long', long)
  expect(file.get('long')).toBe(long)
  expect(file.get('short')).toBe('short z\n')
  expect(textsOf(file)).toEqual([long.slice(0, -1), 'short z'].sort())
})
