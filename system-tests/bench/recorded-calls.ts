import { type BenchProduct, readApiOn } from './bench-product.ts'
import { ofReadModels, type Query, recording, replay } from './recorded-queries.ts'
import { closedLoop, inTurns } from './rounds.ts'

const WARM = 50

/**
 * The read API's own queries for each call, so that the comparison cannot drift. Calls are made twice, to skip what is
 * cached for ever; those answered from memory alone keep their first queries.
 */
export async function recordCalls<Call extends `GET ${string}`>(
  bench: BenchProduct,
  calls: readonly Call[],
  bearer: string,
): Promise<Map<Call, Query[]>> {
  const asked: Query[] = []
  const app = await readApiOn(bench, recording(bench.sql, asked))
  const queriesOf = async (call: Call): Promise<Query[]> => {
    asked.length = 0
    const response = await app.inject({ method: 'GET', url: urlOf(call), headers: { authorization: `Bearer ${bearer}` } })
    if (response.statusCode !== 200) throw new Error(`${call} answered ${response.statusCode}: ${response.body}`)
    return ofReadModels(asked)
  }
  try {
    await app.ready()
    const queries = new Map<Call, Query[]>()
    for (const call of calls) queries.set(call, await queriesOf(call))
    for (const call of calls) {
      const again = await queriesOf(call)
      if (again.length > 0) queries.set(call, again)
    }
    return queries
  } finally {
    await app.close()
  }
}

export async function inTurnsWithQueries({ sql }: BenchProduct, times: number, ask: () => Promise<unknown>, queries: readonly Query[]) {
  const askRaw = async () => {
    for (const query of queries) await replay(sql, query)
  }
  await closedLoop(1, WARM, ask)
  return inTurns(times, ask, askRaw)
}

export const urlOf = (call: `GET ${string}`): string => call.slice('GET '.length)
