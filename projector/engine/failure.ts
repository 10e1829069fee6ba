import type { Position } from '@medicready/domain/core/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'

export const isAfter = (position: Position, other: Position | null): boolean => other === null || position.commit > other.commit

export interface FoldFailure {
  readonly position: Position
  readonly type: string
  readonly streamName: string
  readonly correlationId: string | null
  readonly error: string
}

export function failureOf(entry: LogEntry, error: unknown): FoldFailure {
  const { position } = entry
  if (entry.kind === 'malformed')
    return { position, type: entry.type, streamName: entry.streamName, correlationId: null, error: entry.error }
  if (entry.kind === 'unknown')
    return { position, type: entry.type, streamName: entry.streamName, correlationId: null, error: String(error) }
  const { type, streamName, metadata } = entry.fact
  return { position, type, streamName, correlationId: metadata.correlationId, error: String(error) }
}

export const inWords = ({ type, streamName, position, error }: FoldFailure): string =>
  `${type} in ${streamName} at ${position.commit} cannot be folded: ${error}`
