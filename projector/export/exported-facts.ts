import type { EventDefinition, Recorded } from '@medicready/domain/core/event'
import { eventCatalog } from '@medicready/domain/events'
import { z } from 'zod'
import type { FileColumns } from './duckdb.ts'
import { ERASED, type Pseudonyms } from './pseudonyms.ts'

/** Before the event's own fields. */
const ofTheLog = {
  event_id: 'UUID',
  stream: 'VARCHAR',
  revision: 'BIGINT',
  position: 'BIGINT',
  occurred_at: 'TIMESTAMP',
  schema_version: 'INTEGER',
  actor_id: 'VARCHAR',
} as const satisfies FileColumns

const formats: FileColumns = { uuid: 'UUID', date: 'DATE', 'date-time': 'TIMESTAMP' }
const types: FileColumns = { string: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN' }

type Schema = z.core.JSONSchema._JSONSchema

function typeOf(schema: Schema): string {
  if (typeof schema === 'boolean') return 'JSON'
  const alternatives = (schema.anyOf ?? [schema]).filter((one) => typeof one === 'boolean' || one.type !== 'null')
  const [only, ...others] = alternatives
  if (only === undefined || typeof only === 'boolean' || others.length > 0) return 'JSON'
  if (only !== schema) return typeOf(only)
  const [type = '', ...more] = [only.type ?? []].flat().filter((one) => one !== 'null')
  return more.length > 0 ? 'JSON' : (formats[only.format ?? ''] ?? types[type] ?? 'JSON')
}

export const sealedFields = ({ personal }: EventDefinition): readonly string[] => [
  ...(personal?.fields ?? []),
  ...(personal?.structured ?? []),
]

function columnsOf(definition: EventDefinition): FileColumns {
  const { properties = {} } = z.toJSONSchema(definition.schema, { unrepresentable: 'any' })
  const sealed = sealedFields(definition)
  const own = Object.entries(properties).filter(([name]) => !sealed.includes(name))
  return { ...ofTheLog, ...Object.fromEntries(own.map(([name, schema]) => [name, typeOf(schema)])) }
}

/** The columns of each type of fact, without what is sealed. */
export const factColumns: ReadonlyMap<string, FileColumns> = new Map(
  Array.from(eventCatalog, ([type, definition]) => [type, columnsOf(definition)]),
)

const sealedByType: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(eventCatalog, ([type, definition]) => [type, sealedFields(definition)]),
)

/** Fields with the ID of a person. */
const namesPerson = /^by$|By$|^(?:user|tutor|formerTutor)Id$/
const peopleByType: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(factColumns, ([type, columns]) => [type, Object.keys(columns).filter((name) => namesPerson.test(name))]),
)

/** They stand for a person outside of the log, too. */
const knownElsewhere = ['emailHash', 'formerEmailHash', 'customerId']

/** A line of JSON with pseudonyms, or null for a fact about someone who has been erased. */
export function lineOf(fact: Recorded, pseudonyms: Pseudonyms): string | null {
  const data = { ...(fact.data as Readonly<Record<string, unknown>>) }
  const { schemaVersion, occurredAt, actorId } = fact.metadata
  const stream = pseudonyms.within(fact.streamName)
  if (pseudonyms.isErased(data.userId) || stream.includes(ERASED)) return null
  for (const field of sealedByType.get(fact.type) ?? []) data[field] = undefined
  pseudonyms.add(actorId)
  for (const field of peopleByType.get(fact.type) ?? []) pseudonyms.add(data[field])
  const own: Record<keyof typeof ofTheLog, unknown> = {
    event_id: fact.id,
    stream,
    revision: Number(fact.revision),
    position: Number(fact.position.commit),
    occurred_at: occurredAt,
    schema_version: Number(schemaVersion),
    actor_id: actorId,
  }
  let line = pseudonyms.within(JSON.stringify({ ...own, ...data }))
  for (const field of knownElsewhere) {
    const value = data[field]
    if (typeof value === 'string') line = line.replaceAll(value, pseudonyms.of(value))
  }
  return line
}
