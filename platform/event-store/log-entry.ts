import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'

export type LogEntry = FactEntry | UnknownEntry | MalformedEntry

export interface FactEntry {
  readonly kind: 'fact'
  readonly position: Position
  readonly fact: Recorded<Fact>
}

export interface UnknownEntry {
  readonly kind: 'unknown'
  readonly position: Position
  readonly type: string
  readonly streamName: string
}

export interface MalformedEntry {
  readonly kind: 'malformed'
  readonly position: Position
  readonly type: string
  readonly streamName: string
  readonly error: string
}
