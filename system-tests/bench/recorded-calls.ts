import { systemClock } from '@medicready/platform/clock'
import { buildReadApi } from '@medicready/read-api/application'
import { type BenchProduct, benchLogger } from './bench-product.ts'
import { ofReadModels, type RecordedQuery, recording } from './recorded-queries.ts'

/**
 * The read API's own queries for each call, so that the comparison cannot drift. Calls are made twice, to skip what is
 * cached forever; those answered from memory alone keep their first queries.
 */
export async function recordCalls<Call extends `GET ${string}`>(
  { sql, environment }: BenchProduct,
  calls: readonly Call[],
  bearer: string,
): Promise<Map<Call, RecordedQuery[]>> {
  const asked: RecordedQuery[] = []
  const { SESSION_SECRET, PUBLIC_URL, EDGE_HEALTH_URL, COMMAND_API_URL, PROJECTOR_URL, WORKER_URL } = environment
  const app = await buildReadApi({
    sql: recording(sql, asked),
    logger: benchLogger,
    clock: systemClock,
    sessionSecret: SESSION_SECRET,
    edgeAddresses: [],
    publicUrl: PUBLIC_URL,
    callsPerMinute: 1_000_000_000,
    serviceUrls: { edge: EDGE_HEALTH_URL, 'command-api': COMMAND_API_URL, projector: PROJECTOR_URL, worker: WORKER_URL },
  })
  const queriesOf = async (call: Call): Promise<RecordedQuery[]> => {
    asked.length = 0
    const response = await app.inject({ method: 'GET', url: urlOf(call), headers: { authorization: `Bearer ${bearer}` } })
    if (response.statusCode !== 200) throw new Error(`${call} answered ${response.statusCode}: ${response.body}`)
    return ofReadModels(asked)
  }
  try {
    await app.ready()
    const queries = new Map<Call, RecordedQuery[]>()
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

export const urlOf = (call: `GET ${string}`): string => call.slice('GET '.length)
