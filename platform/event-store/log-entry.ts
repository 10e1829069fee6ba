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

export interface MalformedEntry extends Omit<UnknownEntry, 'kind'> {
  readonly kind: 'malformed'
  readonly error: string
}
