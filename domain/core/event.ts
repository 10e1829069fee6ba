import { z } from 'zod'

/** All values are strings so that consumers in any language can read them. */
export const EventMetadata = z.object({
  /** Counted from 1. */
  schemaVersion: z.string().regex(/^[1-9]\d*$/),
  /** The original request; passed from the edge to the projector's log. */
  correlationId: z.string(),
  causationId: z.string(),
  /** A command seen before is answered, not decided again. */
  commandId: z.string(),
  /** A user's id, or the name of a service. */
  actorId: z.string(),
  /** ISO 8601 in UTC. */
  occurredAt: z.iso.datetime(),
})
export type EventMetadata = z.infer<typeof EventMetadata>

export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

export type Recorded<Event extends DomainEvent = DomainEvent> = Event & {
  readonly id: string
  readonly streamName: string
  /** Position in its stream, from 0. */
  readonly revision: bigint
  readonly position: Position
  readonly metadata: EventMetadata
}

/** The event store needs both numbers to subscribe from a position. */
export interface Position {
  readonly commit: bigint
  readonly prepare: bigint
  /** The event at this position, where known: another one has its place in a log that was restored and grew again. */
  readonly eventId?: string
}

export const later = (one: Position | null, other: Position | null): Position | null =>
  one && other ? (one.commit > other.commit ? one : other) : (one ?? other)

/** Fields sealed with the subject's own key. They read as null once that key is destroyed. */
export interface PersonalFields<Data> {
  readonly subject: keyof Data & string
  readonly fields: readonly (keyof Data & string)[]
  /** Non-text values, sealed as JSON. */
  readonly structured?: readonly (keyof Data & string)[]
}

/** Migrates data to the next schema version. Must be pure and accept everything ever written in its version. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly schema: z.ZodType<Data>
  /** upcasters[0] brings version 1 to 2, and so on. */
  readonly upcasters: readonly Upcaster[]
  /** For one release: it reads the current version, and still writes the one before, which the release before reads. */
  readonly downcaster: Upcaster | null
  readonly personal: PersonalFields<Data> | null
}

export type EventOf<Definition> = Definition extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never
export type DataOf<Event extends DomainEvent, Type extends Event['type']> = Extract<Event, { type: Type }>['data']

/** Null after erasure. */
export const personal = (text: z.ZodString) => text.nullable()

/** Text that is sealed with the key of `userId`. */
export const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })

type Unnamed<Data> = Omit<EventDefinition<string, Data>, 'type'>

export const eventWith = <Shape extends z.ZodRawShape>(
  shape: Shape,
  { personal = null, upcasters = [], downcaster = null }: Partial<Omit<Unnamed<z.infer<z.ZodObject<Shape>>>, 'schema'>> = {},
): Unnamed<z.infer<z.ZodObject<Shape>>> => ({
  schema: z.object(shape) as unknown as z.ZodType<z.infer<z.ZodObject<Shape>>>,
  personal,
  upcasters,
  downcaster,
})

type Named<Definitions> = {
  [Type in keyof Definitions & string]: Definitions[Type] extends Unnamed<infer Data> ? EventDefinition<Type, Data> : never
}[keyof Definitions & string]

export const defineEvents = <Definitions extends Readonly<Record<string, object>>>(definitions: Definitions) =>
  Object.entries(definitions).map(([type, definition]) => ({ type, ...definition })) as unknown as readonly Named<Definitions>[]

export const currentSchemaVersion = (definition: { readonly upcasters: readonly Upcaster[] }): number => definition.upcasters.length + 1

/** Throws a ZodError for invalid data. */
export function eventDataToWrite<Data>(definition: EventDefinition<string, Data>, data: unknown) {
  const current = definition.schema.parse(data) as Record<string, unknown>
  const { downcaster } = definition
  const version = currentSchemaVersion(definition) - (downcaster ? 1 : 0)
  return { data: downcaster?.(current) ?? { ...current }, schemaVersion: String(version) }
}

/** Throws a ZodError for invalid data, or an Error for a version newer than known. */
export function readEventData<Data>(definition: EventDefinition<string, Data>, schemaVersion: number, data: unknown): Data {
  const current = currentSchemaVersion(definition)
  if (schemaVersion > current) throw new Error(`${definition.type} has schema version ${schemaVersion}, newer than the known ${current}`)
  const upcast = definition.upcasters.slice(schemaVersion - 1).reduce((older, up) => up(older as Record<string, unknown>), data)
  return definition.schema.parse(upcast)
}
