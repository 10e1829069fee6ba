import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { currentSchemaVersion, readEventData } from './core/event.ts'
import { eventCatalog } from './events.ts'

/**
 * One sample of every version of every event: `golden/<Type>.v<version>.json`. They are never changed,
 * only added to.
 */
const directory = new URL('golden/', import.meta.url)
const files = readdirSync(directory)

const expectedFiles = [...eventCatalog.values()].flatMap((definition) =>
  Array.from({ length: currentSchemaVersion(definition) }, (_, index) => `${definition.type}.v${index + 1}.json`),
)

test('every version of every event has its golden sample', () => {
  expect(files.sort(), 'Add the missing samples to domain/golden/.').toEqual(expectedFiles.sort())
})

test('every event is listed under the file of its aggregate', () => {
  const files = [...new Set([...eventCatalog.values()].map(({ decidedIn }) => decidedIn))]
  const isAggregate = (file: string) => /Aggregate: Aggregate</.test(readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8'))
  expect(files.filter((file) => !isAggregate(file))).toEqual([])
})

describe.each(expectedFiles.filter((file) => files.includes(file)))('%s', (file) => {
  test('is read in full by the current schema', () => {
    const [, type = '', version] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? []
    const definition = eventCatalog.get(type)
    const sample = JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
    expect(definition).toBeDefined()
    if (!definition) return
    const read = readEventData(definition, Number(version), sample)
    if (Number(version) === currentSchemaVersion(definition)) expect(read).toEqual(sample)
    expect(JSON.parse(JSON.stringify(read))).toEqual(read)
  })

  test('is refused when a field is missing', () => {
    const [, type = '', version] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? []
    const definition = eventCatalog.get(type)
    const sample = JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
    const [field] = Object.keys(sample)
    delete sample[field as string]
    expect(() => definition && readEventData(definition, Number(version), sample)).toThrow()
  })
})
