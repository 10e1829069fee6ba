import { addDays } from '@medicready/domain/calendar'
import type { FactOf } from '@medicready/domain/events'
import { moduleNames } from '@medicready/domain/study/modules'
import { accountRegistered, emailVerified } from '@medicready/domain/testing/account-facts'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Chance, type HistoryEvent, history } from '@medicready/platform/testing/history'
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
import { closedLoop, median, percentile } from './rounds.ts'

export interface AnalyticsScale {
  /** Answers of the one learner. */
  readonly answers: number
  readonly students: number
  readonly questionsPerModule: number
  readonly calls: number
}

const CALL = '/api/user/analytics'
const DAYS = 360

/** All analytics of a learner who has answered a great deal, among others, in turns with the queries alone. */
export async function benchAnalytics(scale: AnalyticsScale, log: (line: string) => void): Promise<Figure[]> {
  const bench = await startBenchProduct()
  try {
    const { userId } = await openSchool(bench, scale, log)
    await bench.product.start('read-api')
    const [bearer = ''] = await signIn(bench.sql, [userId])
    const queries = await recordQueries(bench, bearer)
    const client = new HttpClient(bench.address('read-api'), 1)
    const ours: number[] = []
    const raw: number[] = []
    const ask = () => client.send('GET', CALL, { bearer })
    const askRaw = async () => {
      for (const query of queries) await replay(bench.sql, query)
    }
    await closedLoop(1, 50, ask)
    for (let call = 0; call < scale.calls; call++) {
      ours.push(...(await closedLoop(1, 1, ask)).latencies)
      raw.push(...(await closedLoop(1, 1, askRaw)).latencies)
    }
    await client.close()
    return [
      {
        name: `analytics of a learner with ${scale.answers.toLocaleString('en-US')} answers, p99`,
        value: percentile(ours, 0.99),
        unit: 'ms',
        better: 'lower',
        required: 60,
        aim: 20,
        from: `p50 ${median(ours).toFixed(2)} ms; its ${queries.length} queries one after the other: p50 ${median(raw).toFixed(2)}, p99 ${percentile(raw, 0.99).toFixed(2)} ms; ${scale.calls} calls`,
      },
    ]
  } finally {
    await bench.stop()
  }
}

/** A school, and in it one learner of premium with so many answers. */
async function openSchool(bench: BenchProduct, scale: AnalyticsScale, log: (line: string) => void) {
  const today = systemClock().slice(0, 10)
  const { students, questionsPerModule } = scale
  const past = [...history({ seed: 4, students, days: 20, firstDay: addDays(today, -20), questionsPerModule })].map(underTopics)
  const questions = past.flatMap(({ fact }) => (fact.type === 'QuestionAdded' ? [fact.data] : []))
  const learner = [...diligent(scale.answers, questions, today)]
  const written = await writeLog(bench, [...past, ...learner])
  log(`${written} events, ${questions.length} questions`)
  const eventStore = bench.eventStore()
  const sql = connectPostgres(bench.projectorUrl, projectorSession('bench'))
  await rebuild({
    postgresUrl: bench.projectorUrl,
    sql,
    eventStore,
    readModels,
    logger: benchLogger,
    signal: AbortSignal.timeout(600_000),
  })
  await sql.end({ timeout: 5 })
  return { userId: diligentId }
}

/** As many as a module of the curated bank has. */
const TOPICS = 13

/** A history has a topic for each question. */
function underTopics(event: HistoryEvent, index: number): HistoryEvent {
  const { fact } = event
  if (fact.type !== 'QuestionAdded' && fact.type !== 'QuestionRevised') return event
  const { content } = fact.data
  const filed = { ...content, tags: { ...content.tags, subTopic: `Topic ${index % TOPICS}` } }
  return fact.type === 'QuestionAdded'
    ? { ...event, fact: { ...fact, data: { ...fact.data, content: filed } } }
    : { ...event, fact: { ...fact, data: { ...fact.data, content: filed } } }
}

const diligentId = '0d111111-0000-4000-8000-000000000001'

function* diligent(answers: number, questions: readonly FactOf<'QuestionAdded'>['data'][], today: string): Generator<HistoryEvent> {
  const chance = new Chance(5)
  const revisions = new Map<string, bigint>()
  const record = (streamName: string, fact: HistoryEvent['fact'], at: string): HistoryEvent => {
    const revision = revisions.get(streamName) ?? 0n
    revisions.set(streamName, revision + 1n)
    const commandId = chance.uuid()
    const metadata = {
      schemaVersion: '1',
      correlationId: commandId,
      causationId: commandId,
      commandId,
      actorId: diligentId,
      occurredAt: at,
    }
    return { id: chance.uuid(), streamName, revision, fact, metadata }
  }
  const userId = diligentId
  const began = `${addDays(today, -DAYS)}T08:00:00.000Z`
  const profile = { email: 'diligent@example.org', firstName: 'Ana', lastName: 'Diaz', timeZone: 'UTC' }
  yield record(`account-${userId}`, accountRegistered(userId, profile), began)
  yield record(`account-${userId}`, emailVerified(userId), began)
  const tier = { userId, from: 'free', to: 'premium', cause: 'granted' } as const
  yield record(`subscription-${userId}`, { type: 'TierChanged', data: tier }, began)
  for (const module of moduleNames)
    yield record(`modules-${userId}`, { type: 'ModuleSelected', data: { userId, userModuleId: chance.uuid(), module } }, began)
  for (let number = 0; number < answers; number++) {
    const date = addDays(today, Math.floor((number * DAYS) / answers) - DAYS)
    const { questionId, version: questionVersion, content } = chance.pick(questions)
    const isCorrect = chance.happens(0.7)
    const data = {
      userId,
      date,
      questionId,
      questionVersion,
      module: content.module,
      answer: { kind: 'multiple_choice', option: 'a' } as const,
      isCorrect,
      isScored: true,
      mode: 'practice' as const,
      studySessionId: null,
      timeSpentSeconds: 5 + Math.floor(chance.exponential(45)),
      confidence: 1 + chance.below(5),
      flaggedForReview: false,
    }
    yield record(`studyDay-${userId}_${date}`, { type: 'AnswerSubmitted', data }, `${date}T09:00:00.000Z`)
  }
}

/** What the read API asks Postgres for one call. */
async function recordQueries({ sql, product }: BenchProduct, bearer: string): Promise<Query[]> {
  const asked: Query[] = []
  const app = await buildReadApi({
    sql: recording(sql, asked),
    logger: benchLogger,
    clock: systemClock,
    sessionSecret: product.environment.SESSION_SECRET ?? '',
    edgeAddresses: [],
    publicUrl: product.environment.PUBLIC_URL ?? '',
    callsPerMinute: 1_000_000_000,
    workerUrl: product.environment.WORKER_URL ?? '',
  })
  try {
    await app.ready()
    // Parts of queries are made when the handlers are.
    asked.length = 0
    const response = await app.inject({ method: 'GET', url: CALL, headers: { authorization: `Bearer ${bearer}` } })
    if (response.statusCode !== 200 || response.json().locked !== false) throw new Error(`${response.statusCode}: ${response.body}`)
    return asked.filter(({ strings }) => strings.some((part) => part.includes('read.')))
  } finally {
    await app.close()
  }
}
