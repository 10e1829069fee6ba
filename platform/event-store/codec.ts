import {
  type DomainEvent,
  type EventDefinition,
  EventMetadata,
  eventDataToWrite,
  type Recorded,
  readEventData,
} from '@medicready/domain/core/event'
import { eventCatalog, type Fact } from '@medicready/domain/events'
import { ZodError, z } from 'zod'
import type { PersonalKeys } from '../vault/no-keys.ts'
import { open, seal } from '../vault/sealing.ts'
import type { LogEntry } from './log-entry.ts'

export interface StoredEvent extends Pick<Recorded, 'id' | 'type' | 'streamName' | 'revision' | 'position'> {
  readonly data: unknown
  readonly metadata: unknown
}

const sealingContext = (type: string, field: string) => `${type}.${field}`

function definitionOf(type: string): EventDefinition {
  const definition = eventCatalog.get(type)
  if (!definition) throw new Error(`${type} is not in the event catalog.`)
  return definition
}

export async function encode(event: DomainEvent, vault: PersonalKeys): Promise<{ data: Record<string, unknown>; schemaVersion: string }> {
  const definition = definitionOf(event.type)
  const { data, schemaVersion } = eventDataToWrite(definition, event.data)
  if (definition.personal) {
    const { subject, fields, structured = [] } = definition.personal
    // After a key was destroyed, facts without personal content can still be written.
    if ([...fields, ...structured].every((field) => data[field] === null)) return { data, schemaVersion }
    const key = await vault.keyFor(String(data[subject]))
    for (const field of fields) {
      const text = data[field]
      if (typeof text === 'string') data[field] = seal(key, text, sealingContext(event.type, field))
    }
    for (const field of structured)
      if ((data[field] ?? null) !== null) data[field] = seal(key, JSON.stringify(data[field]), sealingContext(event.type, field))
  }
  return { data, schemaVersion }
}

const subjectOf = (event: StoredEvent): string | null => {
  const definition = eventCatalog.get(event.type)
  if (!definition?.personal || typeof event.data !== 'object' || event.data === null) return null
  const subject = (event.data as Record<string, unknown>)[definition.personal.subject]
  return z.uuid().safeParse(subject).success ? String(subject) : null
}

export async function decode(events: readonly StoredEvent[], vault: PersonalKeys): Promise<LogEntry[]> {
  const subjects = events.map(subjectOf).filter((subject) => subject !== null)
  const keys = subjects.length > 0 ? await vault.keysOf(subjects) : new Map<string, Buffer>()
  return events.map((event) => decodeOne(event, keys))
}

function decodeOne(event: StoredEvent, keys: ReadonlyMap<string, Buffer>): LogEntry {
  const { type, streamName, position } = event
  const definition = eventCatalog.get(type)
  if (!definition) return { kind: 'unknown', position, type, streamName }
  try {
    const metadata = EventMetadata.parse(event.metadata)
    const opened = definition.personal ? openFields(event, definition, keys) : event.data
    const data = readEventData(definition, Number(metadata.schemaVersion), opened)
    const fact = { id: event.id, type, streamName, revision: event.revision, position, data, metadata } as Recorded<Fact>
    return { kind: 'fact', position, fact }
  } catch (error) {
    const message = error instanceof ZodError ? z.prettifyError(error) : String(error)
    return { kind: 'malformed', position, type, streamName, error: message }
  }
}

function openFields(event: StoredEvent, definition: EventDefinition, keys: ReadonlyMap<string, Buffer>): unknown {
  if (!definition.personal || typeof event.data !== 'object' || event.data === null) return event.data
  const data = { ...(event.data as Record<string, unknown>) }
  const { subject, fields, structured = [] } = definition.personal
  const key = keys.get(String(data[subject]))
  const opened = (field: string): string | null => {
    const sealed = data[field]
    return key && typeof sealed === 'string' ? open(key, sealed, sealingContext(event.type, field)) : null
  }
  for (const field of fields) if (typeof data[field] === 'string') data[field] = opened(field)
  for (const field of structured) {
    // Values written before the field was sealed are plain.
    if (typeof data[field] === 'string') data[field] = JSON.parse(opened(field) ?? 'null')
  }
  return data
}
