import type { contract } from '@medicready/domain/contract/contract'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { errors } from '@medicready/domain/refusals/shown/errors'
import type { Handler, KeysOf } from '@medicready/platform/http/calls'
import { wantedPosition } from '@medicready/platform/http/written'
import { type CamelCase, camelCase, type ReadModel } from '@medicready/projector/read-models/definition'
import { type Reads, readModelsOf } from '@medicready/projector/read-models/query'
import { z } from 'zod'
import type { Checkpoints } from './checkpoints.ts'

type Contract = typeof contract
type ReadCall = Contract[KeysOf<Contract, 'read-api'>]
/** Waits until the read models of the queries show what the caller has written. */
export type Reading = <C extends ReadCall>(sources: readonly (ReadModel | Reads)[], handler: Handler<C>) => Handler<C>

const UNDEFINED_TABLE = '42P01'

/**
 * `Consistency-Token` or a cookie names the event to show. If a read model is not that far within a second, the answer
 * has `Stale: true`, except that a 404 becomes unavailable. Events that are not in the log are not waited for.
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
        // What the caller was given a moment ago may exist and not be visible yet.
        if (isBehind && error instanceof Rejection && errors[error.code].status === 404) throw new Rejection('unavailable')
        throw error
      }
    }
  }

/** Sort key of pages in the order of time. */
export const TimeKey = z.tuple([z.iso.datetime(), z.uuid()])

type Camelled<Row> = { readonly [Name in keyof Row & string as CamelCase<Name>]: Row[Name] }

/** A row in the contract's names. Answers are stripped of columns that their schemas do not name. */
export const camelled = <Row extends object>(row: Row): Camelled<Row> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])) as Camelled<Row>

/** Before the projector's first start there are no tables. */
export async function whereProjected<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) throw new Rejection('unavailable')
    throw error
  }
}

/** Every account has such a row once the projector has seen its registration. */
export function known<Row>(row: Row | undefined): Row {
  if (!row) throw new Rejection('unavailable')
  return row
}
