import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addDays } from '@medicready/domain/calendar'
import type { contract } from '@medicready/domain/contract/contract'
import type { KeysOf } from '@medicready/platform/http/calls'
import { connectPostgres, planOnce, type Sql } from '@medicready/platform/postgres/connection'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { buildReadApi } from '@medicready/read-api/application'
import { systemClock } from '@medicready/read-api/reading'
import { type BenchProduct, benchLogger, signIn, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import type { Figure } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { type Query, recording, replay } from './recorded-queries.ts'
import { closedLoop, interleaved, type Load, median, medianRatio, percentile } from './rounds.ts'

export interface ReadsScale {
  readonly rounds: number
  /** Answers in the small school and in the large one; each has a tenth as many students. */
  readonly few: number
  readonly many: number
  /** Calls in each round. */
  readonly calls: number
}

const CLIENTS = 32
const ANSWERS_A_STUDENT = 10
/** So that about as many answers come together. */
const DAYS = 4
const VISITORS = 2_000

/** What the dashboard asks for when it opens. */
const dashboard = [
  'GET /api/auth/user',
  'GET /api/user/modules',
  'GET /api/daily-questions',
  'GET /api/subscription/status',
  'GET /api/user/stats',
  'GET /api/leaderboard',
] as const satisfies readonly KeysOf<typeof contract, 'read-api'>[]

/**
 * Dashboards opened by many students at once: over HTTP; the same queries by the same client without HTTP; these
 * planned once, as the read API has it, and not each time; and the same queries behind a route of Fastify that does
 * nothing else. And the same in a school a hundred times smaller.
 */
export async function benchReads(scale: ReadsScale, log: (line: string) => void): Promise<Figure[]> {
  const schools: School[] = []
  try {
    const small = await openSchool(scale.few, log)
    schools.push(small)
    const large = await openSchool(scale.many, log)
    schools.push(large)
    const queries = await recordQueries(large)
    log(`${queries.length} queries recorded`)
    const bare = await startBareServer(large.bench, queries)
    const planned = connectPostgres(large.bench.postgresUrl, { name: 'bench planned', parameters: planOnce })
    try {
      let turn = 0
      const openDashboards = async (school: School): Promise<Load> =>
        closedLoop(CLIENTS, scale.calls, () => {
          const at = turn++
          const bearer = school.tokens[Math.floor(at / dashboard.length) % school.tokens.length] as string
          return school.client.send('GET', (dashboard[at % dashboard.length] as string).slice('GET '.length), { bearer })
        })
      const askRaw = (sql: Sql) => closedLoop(CLIENTS, scale.calls, () => replay(sql, queries[turn++ % queries.length] as Query))
      const askBare = () =>
        closedLoop(CLIENTS, scale.calls, () => bare.client.send('GET', `/${turn++ % queries.length}`, { bearer: 'nobody' }))
      const contenders = {
        ours: () => openDashboards(large),
        raw: () => askRaw(large.bench.sql),
        planned: () => askRaw(planned),
        bare: askBare,
        small: () => openDashboards(small),
      }
      for (const contender of Object.values(contenders)) await contender()
      const loads = await interleaved(scale.rounds, contenders, (line) => log(`dashboards: ${line}`))

      const rate = (of: readonly Load[]) => of.map(({ perSecond }) => perSecond)
      const p99 = (of: readonly Load[]) => of.map(({ latencies }) => percentile(latencies, 0.99))
      const over = `${scale.rounds} rounds of ${scale.calls}`
      const compared = (to: keyof typeof loads, words: string, bounds: Pick<Figure, 'required' | 'aim'>): Figure => ({
        name: `dashboard reads, ${CLIENTS} clients, to the same queries ${words}`,
        value: medianRatio(rate(loads.ours), rate(loads[to])),
        unit: '×',
        better: 'higher',
        ...bounds,
        from: `${median(rate(loads.ours)).toFixed(0)}/s to ${median(rate(loads[to])).toFixed(0)}/s, ${over}`,
      })
      const toBeKnown = { required: null, aim: null }
      return [
        compared('raw', 'raw', { required: 0.65, aim: 0.75 }),
        compared('planned', 'raw, each planned once as the read API has it', toBeKnown),
        compared('bare', 'behind a bare route', toBeKnown),
        {
          name: `dashboard reads, p99 with ${scale.many.toLocaleString('en-US')} answers to p99 with ${scale.few.toLocaleString('en-US')}`,
          value: medianRatio(p99(loads.ours), p99(loads.small)),
          unit: '×',
          better: 'lower',
          required: 1.5,
          aim: null,
          from: `${median(p99(loads.ours)).toFixed(2)} ms to ${median(p99(loads.small)).toFixed(2)} ms, ${over}`,
        },
      ]
    } finally {
      await planned.end({ timeout: 5 })
      await bare.stop()
    }
  } finally {
    for (const school of schools) await school.close()
  }
}

interface School {
  readonly bench: BenchProduct
  readonly client: HttpClient
  /** Who visits, and their bearer tokens. */
  readonly visitors: readonly string[]
  readonly tokens: readonly string[]
  close(): Promise<void>
}

/** A school with so many answers, the last ones from today, all of it projected. */
async function openSchool(answers: number, log: (line: string) => void): Promise<School> {
  const bench = await startBenchProduct()
  try {
    const today = systemClock().slice(0, 10)
    const past = history({ seed: 2, students: answers / ANSWERS_A_STUDENT, days: DAYS, firstDay: addDays(today, 1 - DAYS) })
    const written = await writeLog(bench, upTo(past, answers), (events) => {
      if (events % 500_000 === 0) log(`${events} events written`)
    })
    const sql = connectPostgres(bench.projectorUrl, projectorSession('bench'))
    const { results } = await rebuild({
      postgresUrl: bench.projectorUrl,
      sql,
      eventStore: bench.eventStore(),
      readModels,
      logger: benchLogger,
      signal: AbortSignal.timeout(1_800_000),
    })
    await sql.end({ timeout: 5 })
    const missing = results.filter(({ kind }) => kind !== 'live').map(({ readModel }) => readModel.name)
    if (missing.length > 0) throw new Error(`${missing.join(', ')} cannot be read.`)
    await bench.product.start('read-api')
    const users = await bench.sql<{ id: string }[]>`SELECT id FROM read.users ORDER BY md5(id::text) LIMIT ${VISITORS}`
    const visitors = users.map(({ id }) => id)
    const tokens = await signIn(bench.sql, visitors)
    const [counted] = await bench.sql<{ answers: number; students: number }[]>`
      SELECT (SELECT count(*) FROM read.user_responses)::int AS answers, (SELECT count(*) FROM read.users)::int AS students`
    log(`a school with ${counted?.answers} answers of ${counted?.students} students, ${written} events`)
    const client = new HttpClient(bench.address('read-api'), CLIENTS)
    const close = async () => {
      await client.close()
      await bench.stop()
    }
    return { bench, client, visitors, tokens, close }
  } catch (error) {
    await bench.stop()
    throw error
  }
}

function* upTo(events: Iterable<HistoryEvent>, answers: number): Generator<HistoryEvent> {
  let count = 0
  for (const event of events) {
    yield event
    if (event.fact.type === 'AnswerSubmitted' && ++count === answers) return
  }
}

/**
 * Lets the read API's own handlers ask what they ask for one visitor, and keeps it, for every other visitor too: what
 * is compared can never drift apart. One query for each call, also where the service remembers the answer.
 */
async function recordQueries({ bench, visitors, tokens }: School): Promise<Query[]> {
  const asked: Query[] = []
  const app = await buildReadApi({
    sql: recording(bench.sql, asked),
    logger: benchLogger,
    clock: systemClock,
    sessionSecret: bench.product.environment.SESSION_SECRET ?? '',
    edgeAddresses: [],
    publicUrl: bench.product.environment.PUBLIC_URL ?? '',
    callsPerMinute: 1_000_000_000,
    workerUrl: bench.product.environment.WORKER_URL ?? '',
  })
  const visit = async () => {
    for (const call of dashboard) {
      const headers = { authorization: `Bearer ${tokens[0]}` }
      const response = await app.inject({ method: 'GET', url: call.slice('GET '.length), headers })
      if (response.statusCode !== 200) throw new Error(`${call} answered ${response.statusCode}: ${response.body}`)
    }
  }
  try {
    await visit()
    const ranking = asked.filter(({ strings }) => mentions(strings, 'read.leaderboard')).slice(0, 1)
    // By now the texts of the visitor's questions are remembered, which never change.
    asked.length = 0
    await visit()
    const own = asked.filter(({ strings }) => mentions(strings, 'read.') && !mentions(strings, 'read.leaderboard'))
    if (own.length + ranking.length !== dashboard.length) throw new Error(`${own.length} and ${ranking.length} queries for a dashboard.`)
    const [first = ''] = visitors
    return visitors.flatMap((visitor) => [...own.map((query) => askedBy(visitor, first, query)), ...ranking])
  } finally {
    await app.close()
  }
}

/** What one visitor has asked, as another would ask it. */
const askedBy = (visitor: string, first: string, { strings, values }: Query): Query => ({
  strings,
  values: values.map((value) => (Array.isArray(value) ? value.map((part) => (part === first ? visitor : part)) : value)),
})

const mentions = (strings: readonly string[], name: string): boolean => strings.some((part) => part.includes(name))

async function startBareServer(bench: BenchProduct, queries: readonly Query[]) {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)))
  child.send({ postgresUrl: bench.postgresUrl, queries })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const client = new HttpClient(origin, CLIENTS)
  return {
    client,
    stop: async () => {
      await client.close()
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
