import type { Position } from '@medicready/domain/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, Projection, Row } from './projection.ts'
import type { TableSql } from './tables.ts'

export const isAfter = (position: Position, other: Position | null): boolean => other === null || position.commit > other.commit

/** Why a projection cannot go past an event. */
export interface FoldFailure {
  readonly position: Position
  readonly type: string
  readonly streamName: string
  /** The request that the event came from; null where its metadata cannot be read. */
  readonly correlationId: string | null
  readonly error: string
}

/** An event that is malformed says itself what is wrong with it. */
export function failureOf(entry: LogEntry, error?: unknown): FoldFailure {
  if (entry.kind === 'fact') {
    const { type, streamName, metadata } = entry.fact
    return { position: entry.position, type, streamName, correlationId: metadata.correlationId, error: String(error) }
  }
  return {
    position: entry.position,
    type: entry.type,
    streamName: entry.streamName,
    correlationId: null,
    error: entry.kind === 'malformed' ? entry.error : String(error),
  }
}

/** The rows that a batch leaves behind; null where it removes one. */
export type Changes = ReadonlyMap<TableSql, ReadonlyMap<string, { readonly key: Row; readonly row: Row | null }>>

export const concerns = (projection: Projection, entry: LogEntry): boolean =>
  (entry.kind === 'fact' && projection.on[entry.fact.type] !== undefined) ||
  (entry.kind === 'malformed' && projection.on[entry.type] !== undefined)

/** Which rows a batch asks for, by table and key. Changes are not computed: handlers name their keys by the event alone. */
export function collectKeys(
  projection: Projection,
  tables: readonly TableSql[],
  entries: readonly LogEntry[],
): Map<TableSql, Map<string, Row>> {
  const wanted = new Map(tables.map((table) => [table, new Map<string, Row>()]))
  const rows: Record<string, AnyRows> = {}
  for (const [table, keys] of wanted)
    rows[table.name] = { insert: () => undefined, update: (key) => void keys.set(table.keyOf(key), key), remove: () => undefined }
  try {
    for (const entry of entries) if (entry.kind === 'fact') projection.on[entry.fact.type]?.(entry.fact, rows)
  } catch {
    // The fold stops at the same event, and says so.
  }
  return wanted
}

/**
 * Folds entries over the rows as they were before. Throws what a handler throws, after telling `failedAt` the entry: whoever catches it
 * folds the entries before that one again.
 */
export function foldEntries(
  projection: Projection,
  tables: readonly TableSql[],
  entries: readonly LogEntry[],
  before: (table: TableSql, key: string) => Row | null,
  failedAt: (index: number) => void,
): Changes {
  const changes = new Map(tables.map((table) => [table, new Map<string, { key: Row; row: Row | null }>()]))
  const rows: Record<string, AnyRows> = {}
  for (const [table, changed] of changes)
    rows[table.name] = {
      insert: (row) => void changed.set(table.keyOf(row), { key: row, row }),
      update: (key, change) => {
        const name = table.keyOf(key)
        const known = changed.get(name)
        const old = known ? known.row : before(table, name)
        const row = change(old)
        if (row !== old) changed.set(name, { key, row })
      },
      remove: (key) => void changed.set(table.keyOf(key), { key, row: null }),
    }
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'fact') continue
    try {
      projection.on[entry.fact.type]?.(entry.fact, rows)
    } catch (error) {
      failedAt(index)
      throw error
    }
  }
  return changes
}
