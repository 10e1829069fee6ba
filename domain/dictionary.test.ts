import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import dictionary from './dictionary.json' with { type: 'json' }
import { eventCatalog } from './events.ts'

/** The data dictionary says what each event and each of its fields means, for analysts. */
const facts = z.record(z.string(), z.object({ meaning: z.string(), fields: z.record(z.string(), z.unknown()) })).parse(dictionary.facts)
const samples = new URL('golden/', import.meta.url)

test('describes every event, and nothing else', () => {
  expect(Object.keys(facts).sort()).toEqual([...eventCatalog.keys()].sort())
})

/** A field within an object, a list, or a record is described at a path that begins with the field's name. */
const described = (type: string) => new Set(Object.keys(facts[type]?.fields ?? {}).map((path) => path.split(/[.[{]/)[0]))

test.each(readdirSync(samples))('describes every field of %s', (file) => {
  const sample = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(new URL(file, samples), 'utf8')))
  const known = described(file.split('.')[0] ?? '')
  expect(Object.keys(sample).filter((field) => !known.has(field))).toEqual([])
})
