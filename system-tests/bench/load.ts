import { setTimeout as sleep } from 'node:timers/promises'
import type { CallsOf } from '@medicready/domain/contract/contract'
import { type Item, keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { Chance } from '@medicready/platform/testing/chance'
import { v4 as uuidV4 } from 'uuid'
import { bankQuestions } from '../population/questions.ts'
import type { PartName } from '../product.ts'
import { type BenchProduct, project, startBenchProduct } from './bench-product.ts'
import { sittingOf } from './exams.ts'
import { type BenchFigure, benchOf, type LogLine, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { type ProcessorSeconds, processorSeconds, processParts, secondsSince } from './processor-time.ts'
import { percentile } from './rounds.ts'
import { type BenchStudent, premiumStudents } from './students.ts'

type Drawn = CallsOf<'POST /api/daily-questions/generate'>['response']

const BOUND_MILLISECONDS = 250
/** From one answer to the next, reading included. */
const HONEST_SECONDS = 40
const QUESTIONS = 10
const ANSWERS_IN_EXAM = 20
/** Of visits; the others are signed in. */
const REGISTERING = 0.05
const CONNECTIONS = 1_024

/** What the app reads for the dashboard, and again after each answer. */
const reads = [
  '/api/user/modules',
  '/api/daily-questions',
  '/api/study-sessions',
  '/api/subscription/status',
  '/api/user/stats',
  '/api/user/plan',
  '/api/leaderboard',
  '/api/user/activity',
] as const
const once = ['/api/auth/user', '/api/readiness', '/api/user/achievements'] as const

const services: readonly PartName[] = ['projector', 'command-api', 'read-api', 'edge']
const scales = {
  quick: { most: 2, seconds: 1, faster: 400, parts: services },
  full: { most: 2_560, seconds: 20, faster: 20, parts: [...services, 'inbox', 'stripe', 'worker'] as readonly PartName[] },
}

interface Step {
  readonly atWork: number
  readonly p50: number
  readonly p99: number
  readonly answerP99: number
  readonly calls: number
  readonly answers: number
  readonly failures: readonly string[]
  readonly seconds: number
  readonly processors: ProcessorSeconds
  readonly logBytes: number
  readonly databaseBytes: number
}

/**
 * Students at work, more and more of them, until 1% of answers take longer than 250 ms. Some register, some sit exams.
 * They wait less between answers than people do, so each stands for several.
 */
export const load = benchOf(scales, async ({ most, seconds, faster, parts }, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  await bench.serve()
  await project(bench)
  await bench.product.start(...parts)
  const items = new Map((await bankQuestions()).map(({ questionId, content }) => [questionId, content.item]))
  const client = ends.use(new HttpClient(`http://127.0.0.1:${bench.environment.EDGE_PORT}`, CONNECTIONS))
  const ofCommands = ends.use(new HttpClient(bench.environment.COMMAND_API_URL, CONNECTIONS))
  const measure = (atWork: number) =>
    stepOf({ bench, client, ofCommands, items }, { atWork, seconds, pause: (1_000 * HONEST_SECONDS) / faster }, log)

  const idle = await measure(1)
  const steps = [idle]
  const isWithin = ({ p99, failures }: Step) => p99 <= BOUND_MILLISECONDS && failures.length === 0
  for (let atWork = Math.min(10, most); atWork <= most && isWithin(steps.at(-1) ?? idle); atWork *= 2) steps.push(await measure(atWork))
  const passed = steps.at(-1) ?? idle
  if (!isWithin(passed)) steps.push(await measure(Math.round(passed.atWork * 0.75)))
  const best = steps.filter(isWithin).reduce((one, other) => (other.atWork > one.atWork ? other : one), idle)

  const honest = (best.answers / best.seconds) * HONEST_SECONDS
  const partsOf = (by: number, unit: string) =>
    processParts.map((part) => `${part} ${((1_000 * best.processors[part]) / by).toFixed(1)}${unit}`).join(', ')
  const used = (of: Step) => processParts.reduce((sum, part) => sum + of.processors[part], 0)
  const inAll = `${(used(best) / best.seconds).toFixed(2)} processors at work, beside ${(best.processors.bench / best.seconds).toFixed(2)} of the students themselves`
  return [
    {
      name: `students at work until the p99 of all calls passes ${BOUND_MILLISECONDS} ms`,
      value: honest,
      ...toKnow('students', 'higher'),
      from: `${best.atWork} who are ${faster} times as fast as people, who answer every ${HONEST_SECONDS} s; ${(best.answers / best.seconds).toFixed(1)} answers/s, ${(best.calls / best.seconds).toFixed(0)} calls/s, p50 ${best.p50.toFixed(1)}, p99 ${best.p99.toFixed(1)} ms; ${inAll}`,
    },
    {
      name: 'the same, p99 to p99 of one student alone',
      value: best.p99 / idle.p99,
      ...toKnow('×'),
      from: `${best.p99.toFixed(1)} ms to ${idle.p99.toFixed(1)} ms`,
    },
    {
      name: 'processor time of an answer with the reads after it',
      value: (1_000 * used(best)) / best.answers,
      ...toKnow('ms'),
      from: partsOf(best.answers, ' ms'),
    },
    {
      name: 'log of an answer, drawing and exams included',
      value: best.logBytes / 1_024 / best.answers,
      ...toKnow('KB'),
      from: `${(best.logBytes / 1_024 / 1_024).toFixed(1)} MB for ${best.answers} answers; the projector used ${((1_024 ** 3 * best.processors.projector) / best.logBytes).toFixed(0)} s for each GB`,
    },
    {
      name: 'the same, growth of PostgreSQL',
      value: best.databaseBytes / 1_024 / best.answers,
      ...toKnow('KB'),
      from: `${(best.databaseBytes / 1_024 / 1_024).toFixed(1)} MB`,
    },
  ]
})

interface Means {
  readonly bench: BenchProduct
  readonly client: HttpClient
  /** For registrations, which come from many networks: the edge would give them its own. */
  readonly ofCommands: HttpClient
  readonly items: ReadonlyMap<string, Item>
}

interface Wanted {
  readonly atWork: number
  readonly seconds: number
  readonly pause: number
}

async function stepOf({ bench, client, ofCommands, items }: Means, { atWork, seconds, pause }: Wanted, log: LogLine): Promise<Step> {
  const warming = 1_000 * Math.min(seconds / 3, 6)
  const visits = Math.ceil((warming + 1_000 * seconds) / (QUESTIONS * pause)) + 2
  const students = await premiumStudents(bench, atWork * visits)
  const chance = new Chance(atWork)
  const begin = performance.now() + warming
  const end = begin + 1_000 * seconds
  const latencies = { all: [] as number[], answers: [] as number[] }
  const failures: unknown[] = []

  const timed = async <Answer>(of: 'all' | 'answers', work: () => Promise<Answer>): Promise<Answer> => {
    const since = performance.now()
    try {
      return await work()
    } finally {
      if (since >= begin && since < end) for (const list of new Set([latencies.all, latencies[of]])) list.push(performance.now() - since)
    }
  }
  const get = (path: string, bearer: string) => timed('all', () => client.send('GET', path, { bearer }))
  const post = <Answer>(path: string, bearer: string, body: unknown): Promise<Answer> =>
    timed(path.endsWith('/answer') ? 'answers' : 'all', () => client.post(path, bearer, body))
  const isOver = () => performance.now() >= end
  const think = () => sleep(pause * (0.5 + chance.number()))

  const studyQuestions = async ({ bearer }: BenchStudent) => {
    await post('/api/user/modules', bearer, { module: chance.pick(moduleNames) })
    const { questions } = await post<Drawn>('/api/daily-questions/generate', bearer, { count: QUESTIONS })
    for (const { questionId } of questions) {
      await think()
      if (isOver()) return
      const item = items.get(questionId)
      if (!item) throw new Error('A student was given what the bank does not have.')
      const answer = chance.happens(0.7) ? keyOf(item) : wrongAnswerTo(item)
      await post(`/api/questions/${questionId}/answer`, bearer, { answer, timeSpent: HONEST_SECONDS })
      await Promise.all(reads.map((path) => get(path, bearer)))
    }
  }
  const sitExam = async (student: BenchStudent, index: number) => {
    const sitting = sittingOf(student, index, { post, eventStore: bench.eventStore(), items })
    await sitting.start()
    for (let answered = 0; answered < ANSWERS_IN_EXAM; answered++) {
      await think()
      if (isOver()) return
      await sitting.answerNext()
    }
  }
  const register = () => {
    const name = uuidV4()
    const body = { email: `${name}@example.org`, password: 'correct horse', firstName: 'Ada', lastName: 'Lovelace', timeZone: 'UTC' }
    const network = `10.${chance.below(256)}.${chance.below(256)}.7`
    return timed('all', () => ofCommands.send('POST', '/api/auth/register', { bearer: '', body, headers: { 'x-forwarded-for': network } }))
  }
  let visitor = 0
  const visit = async () => {
    const index = visitor++
    const student = students[index]
    if (!student) throw new Error('There are too few students.')
    if (chance.happens(REGISTERING)) await register()
    await Promise.all([...once, ...reads].map((path) => get(path, student.bearer)))
    await (chance.happens(0.125) ? sitExam(student, index) : studyQuestions(student))
  }
  const sit = async () => {
    await sleep(chance.number() * Math.min(pause, warming))
    while (!isOver() && failures.length === 0) await visit().catch((error) => failures.push(error))
  }
  const working = Promise.all(Array.from({ length: atWork }, sit))
  await sleep(begin - performance.now())
  const measured = async () => {
    const [processors, head, [database]] = await Promise.all([
      processorSeconds(bench),
      bench.eventStore().head(),
      bench.sql<{ bytes: number }[]>`SELECT pg_database_size(current_database())::float8 AS bytes`,
    ])
    return { processors, log: Number(head?.commit ?? 0n), database: database?.bytes ?? 0 }
  }
  const before = await measured()
  await Promise.race([sleep(end - performance.now()), working])
  const after = await measured()
  await working
  const step = {
    ...{ atWork, seconds, failures: failures.map(String), calls: latencies.all.length, answers: latencies.answers.length },
    ...{ p50: percentile(latencies.all, 0.5), p99: percentile(latencies.all, 0.99), answerP99: percentile(latencies.answers, 0.99) },
    processors: secondsSince(before.processors, after.processors),
    logBytes: after.log - before.log,
    databaseBytes: after.database - before.database,
  }
  log(inWords(step))
  return step
}

const inWords = ({ atWork, seconds, calls, answers, failures, p50, p99, answerP99, processors }: Step): string =>
  [
    `${String(atWork).padStart(5)} at work: ${(answers / seconds).toFixed(1)} answers/s, ${(calls / seconds).toFixed(0)} calls/s`,
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms (of answering ${answerP99.toFixed(1)} ms), ${failures[0] ?? 'none failed'}`,
    `processors: ${[...processParts, 'bench' as const].map((part) => `${part} ${(processors[part] / seconds).toFixed(2)}`).join(', ')}`,
  ].join('; ')
