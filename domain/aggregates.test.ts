import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Aggregate, fold } from './core/decider.ts'
import { currentSchemaVersion, type DomainEvent, type EventDefinition, readEventData } from './core/event.ts'
import { eventCatalog } from './events.ts'
import { MAX_SAVED_QUERIES } from './lab/shown/limits.ts'
import { moduleNames } from './questions/shown/modules.ts'
import { MOST_PUSH_DEVICES } from './reminders/push-devices.ts'
import { MOST_OPEN_REQUESTS } from './tutoring/shown/rules.ts'

/** Every aggregate folds a long stream in linear time, even if each event adds something new. */

const directory = new URL('./', import.meta.url)

/** The number of different ids in the events of these categories, since decisions limit them. */
const mostIds: Readonly<Record<string, number>> = {
  subscription: 20,
  question: 20,
  push: MOST_PUSH_DEVICES,
  modules: moduleNames.length,
  quizPresets: 20,
  savedQueries: MAX_SAVED_QUERIES,
  tutee: MOST_OPEN_REQUESTS,
}

type AnyAggregate = Aggregate<unknown, DomainEvent>

const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /(?<!\.test)\.ts$/.test(file) &&
    /^export const \w+(?:: Aggregate<| = defineEvents\()/m.test(readFileSync(new URL(file, directory), 'utf8')),
)
const modules: readonly object[] = await Promise.all(files.map((file) => import(new URL(file, directory).href)))
const exported = modules.flatMap((module) => Object.entries<unknown>({ ...module }))

const definitions = exported.filter((one): one is [string, readonly EventDefinition[]] => one[0].endsWith('Events'))

/** The events of `quizPresetsAggregate` are `quizPresetEvents`. */
function typesOf(name: string): string[] {
  const wanted = [name.replace(/Aggregate$/, 'Events'), name.replace(/sAggregate$/, 'Events')]
  const [, events] = definitions.find(([other]) => wanted.includes(other)) ?? []
  if (!events) throw new Error(`Please export the events of ${name} as ${wanted[0]}.`)
  return events.map(({ type }) => type)
}

const isAggregate = (one: [string, unknown]): one is [string, AnyAggregate] =>
  typeof one[1] === 'object' && one[1] !== null && 'evolve' in one[1]

const aggregates = exported.filter(isAggregate).map(([name, aggregate]) => ({
  aggregate,
  category: aggregate.category,
  types: typesOf(name),
}))

/** CPU milliseconds for this many events of a type, after the first event of a stream. */
function millisecondsOf({ aggregate, types }: (typeof aggregates)[number], type: string, events: number): number {
  const ids = mostIds[aggregate.category] ?? events
  const stream = [eventOf(types[0] ?? type, 0), ...Array.from({ length: events }, (_, n) => eventOf(type, n % ids))]
  const before = process.threadCpuUsage()
  fold(aggregate, stream)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

type Renewed = (n: number) => unknown
const templates = new Map<string, Renewed>()

/** The golden sample of a type with different ids for each number. */
function eventOf(type: string, n: number): DomainEvent {
  let template = templates.get(type)
  if (!template) {
    const definition = eventCatalog.get(type)
    if (!definition) throw new Error(`There is no event ${type}: add its events to domain/events.ts.`)
    const version = currentSchemaVersion(definition)
    const sample = JSON.parse(readFileSync(new URL(`golden/${type}.v${version}.json`, directory), 'utf8'))
    const data = readEventData(definition, version, sample)
    template = renewed(data) ?? (() => data)
    templates.set(type, template)
  }
  return { type, data: template(n) }
}

/** Null where there is no id to renew. */
function renewed(value: unknown): Renewed | null {
  if (typeof value === 'string')
    return /^[0-9a-f-]{36}$/.test(value) ? (n) => `${value.slice(0, 24)}${n.toString(16).padStart(12, '0')}` : null
  if (typeof value !== 'object' || value === null) return null
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const renew = renewed(part)
    return renew ? [[key, renew] as const] : []
  })
  if (parts.length === 0) return null
  return (n) => {
    const copy = Array.isArray(value) ? [...value] : { ...value }
    for (const [key, renew] of parts) Reflect.set(copy, key, renew(n))
    return copy
  }
}

test('every event is in the catalog', () => {
  expect(
    definitions.flatMap(([, events]) => events.flatMap(({ type }) => (eventCatalog.has(type) ? [] : [type]))),
    'Please add the events of their file to domain/events.ts.',
  ).toEqual([])
})

const EVENTS = 20_000
const FEWER = EVENTS / 8
/** Linear is 8 times as long, and quadratic 64 times. */
const MOST_TIMES = 24
/** Allowance for a garbage collection. */
const SLACK_MILLISECONDS = 40
const TRIES = 5

describe.each(aggregates)('$category', (one) => {
  test.each(one.types)(`folds ${EVENTS.toLocaleString('en')} of %s in linear time`, (type) => {
    const isLinear = () => millisecondsOf(one, type, EVENTS) < MOST_TIMES * millisecondsOf(one, type, FEWER) + SLACK_MILLISECONDS
    expect(Array.from({ length: TRIES }).some(isLinear)).toBe(true)
  })
})
