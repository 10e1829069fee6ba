import type { Position } from '@medicready/domain/core/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, Fold } from '../read-models/definition.ts'
import { failureOf, Interpreter, inWords } from './interpreter.ts'
import type { TableSql } from './table-sql.ts'

const READ_BATCH = 2_000

/** The last instant of a day in UTC, or the time itself. Null if it is neither. */
export function lastInstantOf(asOf: string): string | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(asOf)) return null
  const instant = new Date(asOf.length === 10 ? `${asOf}T23:59:59.999Z` : asOf)
  // A day that the month does not have becomes one of the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(asOf.slice(0, 10)) ? instant.toISOString() : null
}

export interface PastOptions {
  /** Without keys: what is folded here may outlive the people that it is about. */
  readonly eventStore: Pick<EventStore, 'replay'>
  /** An instant; null for the whole log. */
  readonly asOf: string | null
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { events: number; position: Position }) => void
}

export interface FoldedPast {
  readonly events: number
  readonly unreadable: number
}

/**
 * Folds what had occurred by an instant, in the order of the log. Reads the whole log, since events may be appended
 * later than they occurred, but only the event types that the folds name.
 */
export async function foldPast(
  folds: readonly Fold[],
  tables: ReadonlyMap<TableSql, AnyRows>,
  { eventStore, asOf, signal, onProgress }: PastOptions,
  afterBatch: () => Promise<void> = async () => undefined,
): Promise<FoldedPast> {
  const interpreters = folds.map((fold) => new Interpreter(fold, tables))
  const types = [...new Set(folds.flatMap(({ on }) => Object.keys(on)))]
  const end = asOf === null ? Number.POSITIVE_INFINITY : Date.parse(asOf)
  let [events, unreadable] = [0, 0]
  for await (const entries of eventStore.replay({ from: null, batchSize: READ_BATCH, types })) {
    signal.throwIfAborted()
    for (const entry of entries)
      if (entry.kind !== 'fact') unreadable += 1
      else if (Date.parse(entry.fact.metadata.occurredAt) <= end) for (const interpreter of interpreters) foldOne(interpreter, entry)
    await afterBatch()
    events += entries.length
    const last = entries.at(-1)
    if (last) onProgress?.({ events, position: last.position })
  }
  return { events, unreadable }
}

function foldOne(interpreter: Interpreter, entry: LogEntry): void {
  try {
    interpreter.fold(entry)
  } catch (error) {
    throw new Error(inWords(failureOf(entry, error)))
  }
}
