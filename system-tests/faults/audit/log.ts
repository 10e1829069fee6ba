import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'

export interface AuditedLog {
  readonly facts: readonly Recorded<Fact>[]
  readonly streams: ReadonlyMap<string, readonly Recorded<Fact>[]>
  /** User ids by email; an address that registered twice has two. */
  readonly users: ReadonlyMap<string, readonly string[]>
}

export const at = (fact: Recorded<Fact>): string => `${fact.type} in ${fact.streamName} at ${fact.position.commit}`

export const ofType = <Type extends FactType>(facts: readonly Recorded<Fact>[], type: Type): Recorded<FactOf<Type>>[] =>
  facts.filter((fact): fact is Recorded<FactOf<Type>> => fact.type === type)
