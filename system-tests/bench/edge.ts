import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpuOf, project, startBenchProduct, writeLog } from './bench-product.ts'
import type { Flood, WantedFlood } from './edge-flood.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { interleaved, median, medianRatio, openLoop, percentile } from './rounds.ts'

const PAGES_PER_SECOND = 1_000
const CALLS_PER_SECOND = 100
const CLIENTS = 16

const scales = {
  quick: { rounds: 1, seconds: 0.1 },
  full: { rounds: 3, seconds: 8 },
}

/** Calls through the edge, alone and beside a flood of pages, with the rate limit off. Needs the built web. */
export const edge = benchOf(scales, async ({ rounds, seconds }, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  const flooder = fork(new URL('edge-flood.ts', import.meta.url))
  ends.defer(() => flooder.disconnect())
  await writeLog(bench, [])
  await project(bench)
  await bench.product.start('read-api', 'edge')
  const origin = `http://127.0.0.1:${bench.environment.EDGE_PORT}`
  const client = ends.use(new HttpClient(origin, CLIENTS))
  const call = () => client.send('GET', '/api/prices', { bearer: 'unknown' })
  const measured = async (work: () => Promise<Flood | null>) => {
    const before = await cpuOf(bench.environment.EDGE_HEALTH_URL)
    const [load, flood] = await Promise.all([openLoop(CALLS_PER_SECOND, CALLS_PER_SECOND * seconds, call), work()])
    const cpu = (await cpuOf(bench.environment.EDGE_HEALTH_URL)) - before
    if (flood && flood.refused > 0) throw new Error(`${flood.refused} pages were refused.`)
    return { p99: percentile(load.latencies, 0.99), cpu, pages: flood?.perSecond ?? 0 }
  }
  const flood = async () => {
    const wanted: WantedFlood = { origin, perSecond: PAGES_PER_SECOND, seconds }
    flooder.send(wanted)
    const [told] = (await once(flooder, 'message')) as [Flood]
    return told
  }
  const contenders = { alone: () => measured(async () => null), beside: () => measured(flood) }
  for (const contender of Object.values(contenders)) await contender()
  const { alone, beside } = await interleaved(rounds, contenders, (line) => log(`edge: ${line}`))

  const p99 = (of: readonly { p99: number }[]) => of.map((round) => round.p99)
  const pages = PAGES_PER_SECOND * seconds
  const perPage = beside.map(({ cpu }, round) => (cpu - (alone[round]?.cpu ?? 0)) / pages)
  return [
    {
      name: `/api beside ${PAGES_PER_SECOND.toLocaleString('en-US')} pages/s for a client without an account, p99 to p99 alone`,
      value: medianRatio(p99(beside), p99(alone)),
      ...atMost('×', 2, 1.5),
      from: `${median(p99(beside)).toFixed(2)} ms to ${median(p99(alone)).toFixed(2)} ms, ${rounds} rounds of ${seconds} s; ${median(beside.map((round) => round.pages)).toFixed(0)} pages/s came through`,
    },
    {
      name: "the same, the edge's processor time of a page",
      value: median(perPage),
      ...atMost('ms', 0.5, 0.25),
      from: `what the edge used beside the pages, less what it used without them`,
    },
  ]
})
