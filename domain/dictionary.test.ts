import { expect, test } from 'vitest'
import { z } from 'zod'
import dictionary from './dictionary.json' with { type: 'json' }
import { readDictionary } from './dictionary.ts'

const { facts, shapes, metadata } = readDictionary()
const fieldLists = [
  ...facts.map(({ type, fields }) => ({ of: type, fields })),
  ...shapes.flatMap(({ name, fields, variants }) => [
    { of: name, fields },
    ...variants.map(({ when, fields }) => ({ of: `${name}, ${when}`, fields })),
  ]),
  { of: 'metadata', fields: metadata },
]

test('every event, every shape, and each of their fields is described', () => {
  const missing = [
    ...facts.flatMap(({ type, meaning }) => (meaning === '' ? [type] : [])),
    ...shapes.flatMap(({ name, about, variants }) => [
      ...(about === '' ? [name] : []),
      ...variants.flatMap((variant) => (variant.about === '' ? [`${name}, ${variant.when}`] : [])),
    ]),
    ...fieldLists.flatMap(({ of, fields }) => fields.flatMap(({ path, about }) => (about === '' ? [`${of}: ${path}`] : []))),
  ]
  expect(missing, 'Please describe these in domain/dictionary.json.').toEqual([])
})

const Described = z.object({ fields: z.record(z.string(), z.unknown()).default({}) })
const described = z
  .object({
    facts: z.record(z.string(), Described),
    shapes: z.record(z.string(), Described.extend({ by: z.string().default(''), variants: z.record(z.string(), Described).default({}) })),
    metadata: Described,
  })
  .parse(dictionary)

test('nothing is described that does not exist', () => {
  const lists = [
    ...Object.entries(described.facts),
    ...Object.entries(described.shapes).flatMap(([name, shape]) => [
      [name, shape] as const,
      ...Object.entries(shape.variants).map(([value, variant]) => [`${name}, ${shape.by}: ${value}`, variant] as const),
    ]),
    ['metadata', described.metadata] as const,
  ]
  const pathsOf = (of: string, paths: readonly string[]) => [of, ...paths.map((path) => `${of}: ${path}`)]
  expect(lists.flatMap(([of, { fields }]) => pathsOf(of, Object.keys(fields))).sort()).toEqual(
    fieldLists
      .flatMap(({ of, fields }) =>
        pathsOf(
          of,
          fields.map(({ path }) => path),
        ),
      )
      .sort(),
  )
})

test('a field has its type, unit, and whether it is sealed', () => {
  const fieldOf = (type: string, path: string) => facts.find((fact) => fact.type === type)?.fields.find((field) => field.path === path)
  expect(fieldOf('AnswerSubmitted', 'timeSpentSeconds')).toMatchObject({ type: 'integer', unit: 'seconds', isSealed: false })
  expect(fieldOf('AccountRegistered', 'email')).toMatchObject({ type: 'text or null', isSealed: true })
  expect(fieldOf('InvoicePaid', 'lines[].tier')).toMatchObject({ type: 'text or null', shape: 'paidTierNames' })
})
