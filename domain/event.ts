import { z } from 'zod'

/**
 * Every event carries these beside its data. All values are strings, as the log's metadata is for machines of any
 * language.
 */
export const EventMetadata = z.object({
  /** Version of the event's data schema when it was written, counted from 1. */
  schemaVersion: z.string().regex(/^[1-9]\d*$/),
  /** The request that all of this began with; runs from the edge to the projector's log. */
  correlationId: z.string(),
  /** The command or event that caused this event directly. */
  causationId: z.string(),
  /** The command that decided this event: a command seen before is answered, not decided again. */
  commandId: z.string(),
  /** Who acted: a user's id, or the name of a service. */
  actorId: z.string(),
  /** When it happened, ISO 8601 in UTC. */
  occurredAt: z.iso.datetime(),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/** A fact as a decider returns it: what happened, without where it is stored. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

/** A fact as it stands in the log. */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event & {
  readonly id: string
  readonly streamName: string
  /** Position in its stream, from 0. */
  readonly revision: bigint
  /** Position in the whole log. */
  readonly position: Position
  readonly metadata: EventMetadata
}

/** A place in the whole log. The event store needs both numbers to subscribe from it. */
export interface Position {
  readonly commit: bigint
  readonly prepare: bigint
}

export const later = (one: Position | null, other: Position | null): Position | null =>
  one && other ? (one.commit > other.commit ? one : other) : (one ?? other)

/**
 * Fields of an event that say who a person is. They are sealed with the subject's own key before they are appended,
 * opened when they are read, and read as null once that key has been destroyed.
 */
export interface PersonalFields<Data> {
  readonly subject: keyof Data & string
  /** Texts. */
  readonly fields: readonly (keyof Data & string)[]
  /** What is no text, and is sealed as JSON. */
  readonly structured?: readonly (keyof Data & string)[]
}

/** Brings the data of one schema version to the next: pure, total on all data that was ever written in that version. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly schema: z.ZodType<Data>
  /** upcasters[0] brings version 1 to 2, and so on: the current version is their number plus one. */
  readonly upcasters: readonly Upcaster[]
  readonly personal: PersonalFields<Data> | null
}

export type EventOf<Definition> = Definition extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never

/** Text about a person, null once the person was erased. */
export const personal = (text: z.ZodString) => text.nullable()

export function defineEvent<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
  options: { personal?: PersonalFields<z.infer<z.ZodObject<Shape>>>; upcasters?: readonly Upcaster[] } = {},
): EventDefinition<Type, z.infer<z.ZodObject<Shape>>> {
  return {
    type,
    schema: z.object(shape) as unknown as z.ZodType<z.infer<z.ZodObject<Shape>>>,
    upcasters: options.upcasters ?? [],
    personal: options.personal ?? null,
  }
}

export const currentSchemaVersion = (definition: { readonly upcasters: readonly Upcaster[] }): number => definition.upcasters.length + 1

/**
 * Upcasts data of an older schema version and checks it. Throws a ZodError, or an Error for a version from the future.
 */
export function readEventData<Data>(definition: EventDefinition<string, Data>, schemaVersion: number, data: unknown): Data {
  const current = currentSchemaVersion(definition)
  if (schemaVersion > current) throw new Error(`${definition.type} has schema version ${schemaVersion}, newer than the known ${current}`)
  const upcast = definition.upcasters.slice(schemaVersion - 1).reduce((older, up) => up(older as Record<string, unknown>), data)
  return definition.schema.parse(upcast)
}
