import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'

import { Refusal } from './refusals.ts'
import type { Storage, StoredEvent } from './storage.ts'

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
    throw new Refusal({ kind: 'bad-request', message: `'${regex}' is not a regular expression.` })
  }
}
