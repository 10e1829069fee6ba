import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { refuseIfTombstoned } from './appending.ts'
import { dataOf, encodeReadEvent } from './recorded-event.ts'
import { badRequest } from './refusals.ts'
import { possibleRevision, streamNameOf } from './requests.ts'
import type { Direction, Page, Storage, StoredEvent } from './storage.ts'

export interface Source {
  next(limit: number): Page
  moveBehind(event: StoredEvent): void
}

export function subjectOf(options: ReadReq.Options): string | undefined {
  if (options.hasAll()) return undefined
  const name = streamNameOf(options.getStream()?.getStreamIdentifier())
  return name === '$all' ? undefined : name
}

/** Positions lie between events: forwards starts with the event at the position, backwards with the one before. */
export function logSource(storage: Storage, options: ReadReq.Options): Source {
  const all = options.getAll()
  const direction = directionOf(options)
  const from = all?.getPosition()
  let beyond: number
  if (from !== undefined) {
    const position = clamp(from.getCommitPosition())
    beyond = direction === 'backwards' || options.hasSubscription() ? position : position - 1
  } else if (all?.hasEnd()) {
    beyond = direction === 'backwards' ? Number.MAX_SAFE_INTEGER : storage.lastPosition
  } else {
    beyond = direction === 'backwards' ? 0 : -1
  }
  return {
    next(limit) {
      const page = storage.readAll(direction, beyond, limit)
      beyond = page.events.at(-1)?.position ?? beyond
      return page
    },
    moveBehind(event) {
      beyond = event.position
    },
  }
}

/** Looks the stream up for each page, since it may be created, truncated, or deleted in between. */
export function streamSource(storage: Storage, name: string, options: ReadReq.Options): Source {
  const request = options.getStream()
  const direction = directionOf(options)
  let from: number
  if (request?.hasRevision()) {
    from = clamp(possibleRevision(request.getRevision())) + (options.hasSubscription() ? 1 : 0)
  } else if (request?.hasEnd()) {
    from = direction === 'backwards' ? Number.MAX_SAFE_INTEGER : (storage.stream(name)?.revision ?? -1) + 1
  } else {
    from = 0
  }
  const moveBehind = (event: StoredEvent) => {
    from = direction === 'forwards' ? event.revision + 1 : event.revision - 1
  }
  return {
    next(limit) {
      const stream = storage.stream(name)
      refuseIfTombstoned(storage, name, stream)
      if (stream === undefined) return { events: [], end: true }
      const page = storage.readStream(stream, direction, from, limit)
      const last = page.events.at(-1)
      if (last !== undefined) moveBehind(last)
      return page
    },
    moveBehind,
  }
}

export function encoderOf(storage: Storage, options: ReadReq.Options): (event: StoredEvent) => Buffer {
  if (!options.getResolveLinks()) return (event) => encodeReadEvent(event.recorded, event.position)
  return (event) => {
    if (storage.typeName(event.type) !== '$>') return encodeReadEvent(event.recorded, event.position)
    return encodeReadEvent(linkTarget(storage, dataOf(event.recorded))?.recorded, event.position, event.recorded)
  }
}

function linkTarget(storage: Storage, link: string): StoredEvent | undefined {
  const [, revision, name] = /^(\d{1,15})@(.+)$/s.exec(link) ?? []
  const stream = name === undefined ? undefined : storage.stream(name)
  if (stream === undefined || stream.tombstoned) return undefined
  const at = Number(revision)
  const [found] = storage.readStream(stream, 'forwards', at, 1).events
  return found?.revision === at ? found : undefined
}

function directionOf(options: ReadReq.Options): Direction {
  return options.getReadDirection() === 1 && !options.hasSubscription() ? 'backwards' : 'forwards'
}

/** Unsigned 64-bit on the wire; values beyond JavaScript's integers lie beyond every log. */
function clamp(decimal: string): number {
  return Math.min(Number(decimal), Number.MAX_SAFE_INTEGER - 1)
}

/** Events considered between checkpoints, times the client's multiplier, unless the client sets a window. */
const DEFAULT_WINDOW = 32

const REMEMBERED_VERDICTS = 100_000

export interface EventFilter {
  readonly checkpointInterval: number
  matches(event: StoredEvent): boolean
}

export function filterOf(options: ReadReq.Options, storage: Storage): EventFilter | undefined {
  const filter = options.getFilter()
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier()
  if (filter === undefined || expression === undefined) return undefined

  const accepts = predicateOf(expression.getRegex(), expression.getPrefixList())
  const byType = filter.hasEventType()
  // Events are many, types and streams few: each name is tested once.
  const verdicts = new Map<number, boolean>()
  return {
    checkpointInterval: Math.max(1, filter.getCheckpointintervalmultiplier()) * (filter.getMax() || DEFAULT_WINDOW),
    matches(event) {
      const id = byType ? event.type : event.stream
      let verdict = verdicts.get(id)
      if (verdict === undefined) {
        verdict = accepts(byType ? storage.typeName(id) : storage.streamName(id))
        if (verdicts.size >= REMEMBERED_VERDICTS) verdicts.clear()
        verdicts.set(id, verdict)
      }
      return verdict
    },
  }
}

function predicateOf(regex: string, prefixes: readonly string[]): (name: string) => boolean {
  if (regex === '') return (name) => prefixes.some((prefix) => name.startsWith(prefix))
  try {
    const pattern = new RegExp(regex)
    return (name) => pattern.test(name)
  } catch {
    throw badRequest(`'${regex}' is not a regular expression.`)
  }
}
