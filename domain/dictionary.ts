import { z } from 'zod'
import type { DescribedFact, DescribedField, DescribedShape } from './contract/lab/facts.ts'
import { currentSchemaVersion, EventMetadata } from './core/event.ts'
import dictionary from './dictionary.json' with { type: 'json' }
import { type CatalogEntry, eventCatalog } from './events.ts'

// What an event is made of is in its schema; dictionary.json says what that means.

const Fields = z.record(
  z.string(),
  z.object({
    about: z.string(),
    unit: z.string().nullable().default(null),
    shape: z.string().nullable().default(null),
    values: z.array(z.string()).default([]),
  }),
)
type Fields = z.infer<typeof Fields>

const written = z
  .object({
    facts: z.record(z.string(), z.object({ meaning: z.string(), fields: Fields })),
    shapes: z.record(
      z.string(),
      z.object({
        about: z.string(),
        values: z.array(z.string()).default([]),
        fields: Fields.default({}),
        by: z.string().default(''),
        variants: z.record(z.string(), z.object({ about: z.string(), fields: Fields })).default({}),
      }),
    ),
    metadata: z.object({ fields: Fields }),
  })
  .parse(dictionary)

type Schema = z.core.JSONSchema.JSONSchema
type SchemaOrAny = z.core.JSONSchema._JSONSchema

const schemas = (of: SchemaOrAny | readonly SchemaOrAny[] | undefined): Schema[] =>
  [of ?? []].flat().filter((schema) => typeof schema === 'object')

const alternatives = (schema: Schema): Schema[] => {
  const either = schemas(schema.anyOf ?? schema.oneOf)
  return either.length > 0 ? either.flatMap(alternatives) : [schema]
}

const itemsOf = (schema: Schema): Schema[] => schemas(schema.items)
const mappedOf = (schema: Schema): Schema[] => (schema.propertyNames === undefined ? [] : schemas(schema.additionalProperties))

/** The objects in it, also in lists and maps. */
const objectsIn = (schema: Schema): Schema[] =>
  alternatives(schema).flatMap((one) => (one.properties ? [one] : [...itemsOf(one), ...mappedOf(one)].flatMap(objectsIn)))

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', date: 'date', 'date-time': 'time' }

function typeOf(schema: Schema): string {
  const words = alternatives(schema).map((one) => {
    const [items] = itemsOf(one)
    const [mapped] = mappedOf(one)
    if (items) return `list of ${typeOf(items)}`
    if (mapped) return `map to ${typeOf(mapped)}`
    return formats[one.format ?? ''] ?? [one.type ?? 'any'].flat().join(' or ').replace('string', 'text')
  })
  return [...new Set(words)].join(' or ')
}

const signOf = (schema: Schema): string => {
  const either = alternatives(schema)
  return either.some((one) => itemsOf(one).length > 0) ? '[]' : either.some((one) => mappedOf(one).length > 0) ? '{}' : ''
}

class Reader {
  /** Where each shape was met. */
  readonly #met = new Map<string, Schema>()

  /** Of fields without a description, `about` is empty. */
  fields(objects: readonly Schema[], fields: Fields, sealed: readonly string[] = [], before = ''): DescribedField[] {
    const properties = Map.groupBy(
      objects.flatMap((object) => Object.entries(object.properties ?? {})),
      ([name]) => name,
    )
    return [...properties].flatMap(([name, found]) => {
      const schema: Schema = { anyOf: found.flatMap(([, property]) => schemas(property)) }
      const path = `${before}${name}${signOf(schema)}`
      const { about = '', unit = null, shape = null, values = [] } = fields[path] ?? {}
      if (shape !== null) this.#met.set(shape, schema)
      const field = { path, type: typeOf(schema), unit, about, isSealed: sealed.includes(name), values, shape }
      return shape === null ? [field, ...this.fields(objectsIn(schema), fields, [], `${path}.`)] : [field]
    })
  }

  /** Those that the fields have. */
  shapes(): DescribedShape[] {
    const described = new Map<string, DescribedShape>()
    // Reading one may meet others.
    for (const [name, schema] of this.#met) {
      const shape = written.shapes[name]
      if (!shape) throw new Error(`There is no shape ${name} in domain/dictionary.json.`)
      const { about, values, by, fields, variants } = shape
      const objects = objectsIn(schema)
      described.set(name, {
        name,
        about,
        values,
        fields: by === '' ? this.fields(objects, fields) : [],
        variants: valuesOf(objects, by).map((value) => {
          const { about, fields } = variants[value] ?? { about: '', fields: {} }
          return {
            when: `${by}: ${value}`,
            about,
            fields: this.fields(objects.filter((object) => isVariant(object, by, value)).map(without(by)), fields),
          }
        }),
      })
    }
    return [...described.values()]
  }
}

const constantsOf = ({ properties }: Schema, by: string): string[] =>
  schemas(properties?.[by]).flatMap((schema) => (typeof schema.const === 'string' ? [schema.const] : []))
const valuesOf = (objects: readonly Schema[], by: string): string[] => [...new Set(objects.flatMap((object) => constantsOf(object, by)))]
const isVariant = (object: Schema, by: string, value: string): boolean => constantsOf(object, by).includes(value)
const without =
  (name: string) =>
  ({ properties: { [name]: _, ...properties } = {}, ...schema }: Schema): Schema => ({ ...schema, properties })

const schemaOf = (schema: z.ZodType): Schema[] => objectsIn(z.toJSONSchema(schema))

function describedFact(definition: CatalogEntry): DescribedFact {
  const reader = new Reader()
  const { type, decidedIn, schema, personal } = definition
  const { meaning, fields } = written.facts[type] ?? { meaning: '', fields: {} }
  return {
    type,
    room: decidedIn.split('/')[0] ?? '',
    meaning,
    version: currentSchemaVersion(definition),
    fields: reader.fields(schemaOf(schema), fields, [...(personal?.fields ?? []), ...(personal?.structured ?? [])]),
    shapes: reader.shapes(),
  }
}

export interface DataDictionary {
  readonly facts: readonly DescribedFact[]
  /** Of all facts, by name. */
  readonly shapes: readonly DescribedShape[]
  readonly metadata: readonly DescribedField[]
}

export function readDictionary(): DataDictionary {
  const facts = [...eventCatalog.values()].map(describedFact)
  const shapes = new Map(facts.flatMap((fact) => fact.shapes).map((shape) => [shape.name, shape]))
  return {
    facts,
    shapes: [...shapes.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
    metadata: new Reader().fields(schemaOf(EventMetadata), written.metadata.fields),
  }
}
