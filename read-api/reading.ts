import type { contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/contract/errors'
import { Rejection } from '@medicready/domain/rejection'
import type { Handler, KeysOf } from '@medicready/platform/http/calls'
import { wantedPosition } from '@medicready/platform/http/written'
import type { ReadModel } from '@medicready/projector/read-models/definition'
import { type Reads, readModelsOf } from '@medicready/projector/read-models/query'
import type { Checkpoints } from './checkpoints.ts'

/** Tells the time, ISO 8601 in UTC. */
export type Clock = () => string

export const systemClock: Clock = () => new Date().toISOString()

type Contract = typeof contract
type ReadCall = Contract[KeysOf<Contract, 'read-api'>]
/** Makes a handler wait until the read models behind its queries show what its caller has written. */
export type Reading = <C extends ReadCall>(sources: readonly (ReadModel | Reads)[], handler: Handler<C>) => Handler<C>

const UNDEFINED_TABLE = '42P01'

/**
 * The caller says with `Consistency-Token`, or its browser with a cookie, which event it wants to see. Where a read
 * model does not come that far within a second, the answer is given all the same, with the header `Stale: true`; only
 * that there is no such thing is not answered then. An event that is not in the log is not waited for.
 */
export const readingBehind =
  (checkpoints: Checkpoints): Reading =>
  (sources, handler) => {
    const readModels = readModelsOf(sources)
    return async (request, reply) => {
      const wanted = wantedPosition(request.http)
      const isBehind = wanted !== null && !(await checkpoints.reach(readModels, wanted))
      if (isBehind) reply.header('stale', 'true')
      try {
        return await whereProjected(() => handler(request, reply))
      } catch (error) {
        // What its caller was given a moment ago may be there, and not seen yet.
        if (isBehind && error instanceof Rejection && errors[error.code].status === 404) throw new Rejection('unavailable')
        throw error
      }
    }
  }

/** Reads what the projector keeps. Before its first start it has made nothing to read. */
export async function whereProjected<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) throw new Rejection('unavailable')
    throw error
  }
}

/** A row that every account has once the projector has seen it registered. */
export function known<Row>(row: Row | undefined): Row {
  if (!row) throw new Rejection('unavailable')
  return row
}
