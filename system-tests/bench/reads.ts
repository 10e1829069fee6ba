import type { contract } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { systemClock } from '@medicready/platform/clock'
import type { KeysOf } from '@medicready/platform/http/calls'
import { connectPostgres, planOnce, type Sql } from '@medicready/platform/postgres/connection'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { users } from '@medicready/projector/read-models/accounts/users'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { type Diligence, diligentLearner } from '../population/diligent.ts'
import type { AddedQuestion } from '../population/questions.ts'
import { project, signIn, startOwnBenchProduct, writeLog } from './bench-product.ts'
import { atLeast, atMost, type BenchFigure, benchOf, type LogLine, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { recordCalls, urlOf } from './recorded-calls.ts'
import { mentions, type RecordedQuery, replay } from './recorded-queries.ts'
import { closedLoop, interleaved, type Load, median, medianRatio, p99, rate } from './rounds.ts'

const CLIENTS = 32
const ANSWERS_A_STUDENT = 10
const DAYS = 4
const VISITORS = 2_000

/**
 * The calls of a dashboard, and for each of their queries a table that it reads. A call makes at least one query, even
 * where the answer is remembered.
 */
const asks = {
  'GET /api/auth/user': ['second_factors'],
  'GET /api/user/modules': ['user_modules'],
  'GET /api/daily-questions': ['daily_questions', 'study_sessions'],
  'GET /api/subscription/status': ['study_days'],
  'GET /api/user/stats': ['user_progress'],
  'GET /api/user/plan': ['study_plans'],
  'GET /api/leaderboard': ['leaderboard'],
  'GET /api/user/activity': ['user_responses', 'study_sessions'],
  'GET /api/user/achievements': ['achievement_tallies'],
} as const satisfies Partial<Record<KeysOf<typeof contract, 'read-api'>, readonly string[]>>
const dashboard = Object.keys(asks) as (keyof typeof asks)[]

const scales = {
  quick: { rounds: 1, few: 50, many: 50, ofOne: { few: 10, many: 30 }, calls: 18 },
  full: { rounds: 3, few: 1_000, many: 100_000, ofOne: { few: 200, many: 20_000 }, calls: 1_800 },
}

/**
 * Dashboards opened by many students at once over HTTP, beside the same queries without HTTP, and planned once; in a
 * school a hundred times smaller, and of one learner with a hundred times the answers of another.
 */
export const reads = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const small = await openSchool(scale.few, scale.ofOne, ends, log)
  const large = scale.many === scale.few ? small : await openSchool(scale.many, scale.ofOne, ends, log)
  const recorded = await recordVisits(large)
  log(`what ${recorded.length} calls ask recorded`)
  const planned = connectPostgres(large.bench.environment.POSTGRES_URL, { name: 'bench planned', parameters: planOnce })
  ends.defer(() => planned.end({ timeout: 5 }))
  let turn = 0
  const openDashboards = ({ client, tokens }: School): Promise<Load> =>
    closedLoop(CLIENTS, scale.calls, () => {
      const at = turn++
      return visit(client, tokens[Math.floor(at / dashboard.length) % tokens.length] as string, at)
    })
  const openOwn = (bearer: string): Promise<Load> => closedLoop(1, scale.calls, (index) => visit(large.client, bearer, index))
  const askRaw = (sql: Sql) =>
    closedLoop(CLIENTS, scale.calls, () => Promise.all((recorded[turn++ % recorded.length] ?? []).map((query) => replay(sql, query))))
  const contenders = {
    ours: () => openDashboards(large),
    raw: () => askRaw(large.bench.sql),
    planned: () => askRaw(planned),
    small: () => openDashboards(small),
    diligent: () => openOwn(large.ofOne.many),
    occasional: () => openOwn(large.ofOne.few),
  }
  for (const contender of Object.values(contenders)) await contender()
  const loads = await interleaved(scale.rounds, contenders, (line) => log(`dashboards: ${line}`))

  const over = `${scale.rounds} rounds of ${scale.calls}`
  const compared = (to: keyof typeof loads, words: string, bounds: ReturnType<typeof atLeast>): BenchFigure => ({
    name: `dashboard reads, ${CLIENTS} clients, to the same queries ${words}`,
    value: medianRatio(rate(loads.ours), rate(loads[to])),
    ...bounds,
    from: `${median(rate(loads.ours)).toFixed(0)}/s to ${median(rate(loads[to])).toFixed(0)}/s, ${over}`,
  })
  const flat = (of: BenchFigure['name'], [many, few]: readonly [keyof typeof loads, keyof typeof loads]): BenchFigure => ({
    name: of,
    value: medianRatio(p99(loads[many]), p99(loads[few])),
    ...atMost('×', 1.5),
    from: `${median(p99(loads[many])).toFixed(2)} ms to ${median(p99(loads[few])).toFixed(2)} ms, ${over}`,
  })
  const answers = (count: number) => `${count.toLocaleString('en-US')} answers`
  return [
    compared('raw', 'raw', atLeast('×', 0.65, 0.75)),
    compared('planned', 'raw, each planned once as the read API has it', toKnow('×', 'higher')),
    flat(`dashboard reads, p99 with ${answers(scale.many)} to p99 with ${answers(scale.few)}`, ['ours', 'small']),
    flat(`dashboard reads of one learner, p99 with ${answers(scale.ofOne.many)} to p99 with ${answers(scale.ofOne.few)}`, [
      'diligent',
      'occasional',
    ]),
  ]
})

const visit = (client: HttpClient, bearer: string, index: number) =>
  client.send('GET', urlOf(dashboard[index % dashboard.length] as keyof typeof asks), { bearer })

type School = Awaited<ReturnType<typeof openSchool>>

async function openSchool(answers: number, ofOne: { few: number; many: number }, ends: AsyncDisposableStack, log: LogLine) {
  const bench = ends.use(await startOwnBenchProduct())
  const today = systemClock().slice(0, 10)
  const past = history({ seed: 2, students: answers / ANSWERS_A_STUDENT, days: DAYS, firstDay: addDays(today, 1 - DAYS) })
  const questions: AddedQuestion[] = []
  const learning = { today, questionOf: (_, chance) => chance.pick(questions) } satisfies Partial<Diligence>
  const occasional = diligentLearner({ ...learning, seed: 10, answers: ofOne.few })
  const diligent = diligentLearner({ ...learning, seed: 11, answers: ofOne.many })
  function* events() {
    for (const event of upTo(past, answers)) {
      if (event.fact.type === 'QuestionAdded') questions.push(event.fact.data)
      yield event
    }
    yield* occasional.events
    yield* diligent.events
  }
  const written = await writeLog(bench, events(), log)
  await project(bench)
  await bench.product.start('read-api')
  const students = await rowsIn(bench.sql, users).users.where()
  const visitors = students.flatMap(({ id }) => (id === occasional.userId || id === diligent.userId ? [] : id)).slice(0, VISITORS)
  const tokens = await signIn(bench.sql, visitors)
  const [few = '', many = ''] = await signIn(bench.sql, [occasional.userId, diligent.userId])
  log(`a school of ${students.length} students, ${written} events`)
  const client = ends.use(new HttpClient(bench.environment.READ_API_URL, CLIENTS))
  return { bench, client, visitors, tokens, ofOne: { few, many } }
}

function* upTo(events: Iterable<HistoryEvent>, answers: number): Generator<HistoryEvent> {
  let count = 0
  for (const event of events) {
    yield event
    if (event.fact.type === 'AnswerSubmitted' && ++count === answers) return
  }
}

/** What the dashboard asks for one visitor, rewritten for every other one. */
async function recordVisits({ bench, visitors, tokens: [bearer = ''] }: School): Promise<RecordedQuery[][]> {
  const recorded = await recordCalls(bench, dashboard, bearer)
  for (const call of dashboard) {
    const queries = recorded.get(call) ?? []
    const tables = asks[call]
    if (queries.length !== tables.length || !tables.every((table, index) => queries[index] && mentions(queries[index], table)))
      throw new Error(`${call} asks ${queries.map(({ strings }) => strings.join('?')).join('\n')}\nand not of ${tables.join(', ')}.`)
  }
  const [first = ''] = visitors
  return visitors.flatMap((visitor) => dashboard.map((call) => (recorded.get(call) ?? []).map((query) => askedBy(visitor, first, query))))
}

const askedBy = (visitor: string, first: string, query: RecordedQuery): RecordedQuery => ({
  ...query,
  values: query.values.map((value) => (Array.isArray(value) ? value.map((part) => (part === first ? visitor : part)) : value)),
})
