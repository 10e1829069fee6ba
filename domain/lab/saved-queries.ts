import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { MAX_SAVED_QUERIES } from './shown/limits.ts'

// `savedQueries-<userId>`: the SQL that an analyst keeps. Other analysts see it, too.

const query = { userId: z.uuid(), queryId: z.uuid() }
export const savedQueriesEvents = defineEvents({
  QuerySaved: eventWith({ ...query, name: personal(z.string()), sql: personal(z.string()) }, sealed('name', 'sql')),
  QueryDeleted: eventWith(query),
})
export type SavedQueriesEvent = EventOf<(typeof savedQueriesEvents)[number]>
type SavedQueryData = DataOf<SavedQueriesEvent, 'QuerySaved'>

interface SavedQueriesState {
  readonly queries: readonly SavedQueryData[]
}

export const savedQueriesAggregate: Aggregate<SavedQueriesState, SavedQueriesEvent> = {
  category: 'savedQueries',
  initial: { queries: [] },
  evolve: ({ queries }, { type, data }) => {
    const others = queries.filter(({ queryId }) => queryId !== data.queryId)
    return { queries: type === 'QuerySaved' ? [...others, data] : others }
  },
}

export const queryNamed = ({ queries }: SavedQueriesState, name: string): SavedQueryData | undefined =>
  queries.find((other) => other.name?.toLowerCase() === name.toLowerCase())

/** Replaces one of the same name and keeps its id. Rejects with `tooManySavedQueries`. */
export const saveQuery =
  (command: SavedQueryData & { readonly name: string }): Decide<SavedQueriesState, SavedQueriesEvent> =>
  (state) => {
    const known = queryNamed(state, command.name)
    if (known?.name === command.name && known.sql === command.sql) return []
    if (!known && state.queries.length >= MAX_SAVED_QUERIES) throw new Rejection('tooManySavedQueries')
    return [{ type: 'QuerySaved', data: { ...command, queryId: known?.queryId ?? command.queryId } }]
  }

export const deleteQuery =
  (command: DataOf<SavedQueriesEvent, 'QueryDeleted'>): Decide<SavedQueriesState, SavedQueriesEvent> =>
  ({ queries }) =>
    queries.some(({ queryId }) => queryId === command.queryId) ? [{ type: 'QueryDeleted', data: command }] : []
