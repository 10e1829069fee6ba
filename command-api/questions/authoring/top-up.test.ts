import { randomUUID } from 'node:crypto'
import { generationDay, reserveGeneration } from '@medicready/domain/questions/authoring/generation-day'
import { assignDailyQuestions, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { LanguageModel } from '@medicready/platform/openai/language-model'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { type OpenAIStandIn, startOpenAI } from '@medicready/platform/testing/openai/server'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../command-context.ts'
import { Commands } from '../../commands.ts'
import { react } from '../../reactions.ts'
import { createReadModels, insertQuestion } from '../../testing/generation-read-models.ts'
import { GenerationMetrics } from './metrics.ts'
import { findNeeds } from './needs.ts'
import { QuestionGenerator } from './question-generator.ts'
import { type GenerationSettings, generationService } from './service.ts'
import { TopUp } from './top-up.ts'

let database: TestDatabase
let sql: Sql
let server: TestEventStore
let eventStore: EventStore
let commands: Commands
let openAI: OpenAIStandIn
let stopping: AbortController
let running: Promise<unknown>[]
const today = new Date().toISOString().slice(0, 10)

beforeEach(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
  server = await startTestEventStore()
  eventStore = new EventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  commands = new Commands(eventStore)
  openAI = await startOpenAI()
  stopping = new AbortController()
  running = []
  await createReadModels(sql)
})
afterEach(async () => {
  stopping.abort()
  await Promise.all(running)
  await openAI.close()
  await eventStore.close()
  await server.close()
  await sql.end()
  await database.drop()
})

/** Puts questions into a module of which a new learner has seen the first ones. */
async function learner({ module = 'Trauma', questions = 3, left = 0, studiedOn = today, isActive = true } = {}): Promise<string> {
  const userId = randomUUID()
  await sql`INSERT INTO read.user_modules VALUES (${userId}, ${module}, ${isActive})`
  await sql`INSERT INTO read.study_days VALUES (${userId}, ${studiedOn})`
  for (let index = 0; index < questions; index++) {
    const wanted = { module, subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' }
    const id = randomUUID()
    const stem = `Of ${id} which is the most important one for the crew?`
    await insertQuestion(sql, id, { ...cleanContent(index, wanted), stem })
    if (index < questions - left) await sql`INSERT INTO read.question_deliveries VALUES (${userId}, ${id})`
  }
  return userId
}

function prepare({ budget = { calls: 1_000, cost: 100_000_000 } } = {}) {
  const { url: baseUrl, apiKey } = openAI
  const model = new LanguageModel({ apiKey, baseUrl, model: 'gpt-test', prices: { input: 1, output: 4 }, timeoutMilliseconds: 5_000 })
  const metrics = new GenerationMetrics(new Registry(), model)
  const generator = new QuestionGenerator({ commands, model, budget, metrics, clock: systemClock, logger: quietLogger })
  const topUp = new TopUp({ sql, generator, model, clock: systemClock, logger: quietLogger, gatherMilliseconds: 50 })
  return { model, generator, topUp }
}

const written = async () => (await eventStore.readStream(`generation-${today}`)).map(({ type }) => type)
const signal = () => stopping.signal

describe('what is wanted', () => {
  const needs = (userIds?: string[]) => findNeeds(sql, { today, count: 100, ...(userIds ? { userIds } : {}) })

  test('a module that an active learner has seen all of', async () => {
    await learner({ questions: 20 })
    const plan = await needs()
    expect(plan).toHaveLength(15)
    expect(new Set(plan.map(({ module }) => module))).toEqual(new Set(['Trauma']))
    expect(new Set(plan.map(({ subTopic }) => subTopic)).size).toBeGreaterThan(10)
  })

  test('nothing while enough is left, for those who stopped studying, or in modules that were set aside', async () => {
    await learner({ questions: 20, left: 15 })
    await learner({ module: 'Geriatrics', studiedOn: '2020-01-01' })
    await learner({ module: 'Pediatrics', isActive: false })
    expect(await needs()).toEqual([])
  })

  test('for some learners, only what they need', async () => {
    await learner({ module: 'Geriatrics' })
    const userId = await learner({ module: 'Trauma' })
    expect(new Set((await needs([userId])).map(({ module }) => module))).toEqual(new Set(['Trauma']))
  })
})

describe('a round', () => {
  test('writes what is wanted, one question after the other, and knows of each what it has just added', async () => {
    await learner()
    expect(await prepare().topUp.round(signal())).toBe(6)
    // The stand-in knows six questions and then begins again.
    const reasons = (await eventStore.readStream(`generation-${today}`)).flatMap(({ type, data }) =>
      type === 'GenerationRejected' ? [(data as { reason: string }).reason] : [],
    )
    expect(reasons).toEqual(['near_duplicate', 'near_duplicate', 'near_duplicate', 'near_duplicate'])
  })

  test('the next round knows what was added before the read model does', async () => {
    await learner()
    const { topUp } = prepare()
    expect(await topUp.round(signal())).toBe(6)
    expect(await topUp.round(signal())).toBe(0)
  })

  test('ends when nothing comes of it', async () => {
    await learner()
    openAI.answer('malformed', 'refusal', 'good', 'disagrees', 'malformed', 'good')
    expect(await prepare().topUp.round(signal())).toBe(0)
    expect((await written()).filter((type) => type === 'GenerationRejected')).toHaveLength(4)
  })

  test('ends when the budget is spent, and the next round asks for nothing', async () => {
    await learner()
    const { topUp } = prepare({ budget: { calls: 9, cost: 100_000_000 } })
    expect(await topUp.round(signal())).toBe(2)
    expect(openAI.requests).toHaveLength(4)
    expect(await topUp.round(signal())).toBe(0)
    expect(openAI.requests).toHaveLength(4)
  })

  test('ends when the service fails, and none begins while the breaker is open', async () => {
    await learner()
    openAI.answer(...Array.from({ length: 3 }, () => ({ status: 401 }) as const))
    const { topUp, model } = prepare()
    expect(await topUp.round(signal())).toBe(0)
    expect(model.breaker).toBe('open')
    expect(await topUp.round(signal())).toBe(0)
    expect(openAI.requests).toHaveLength(3)
    expect((await written()).filter((type) => type === 'GenerationReserved')).toHaveLength(3)
  })

  test('first settles what an earlier process left open, of days long past too', async () => {
    for (const date of [today, '2026-01-05']) {
      const command = {
        date,
        attemptId: randomUUID(),
        module: 'Trauma',
        subTopic: 'Burns',
        difficulty: 'easy',
        bloomsLevel: 'apply',
      } as const
      const budget = { calls: 6, cost: 1 }
      const context = { commandId: randomUUID(), actorId: 'worker', correlationId: 'test', now: `${date}T00:00:00.000Z` }
      const reservation = { ...command, model: 'gpt-test', promptVersion: '1', calls: 6, cost: 1, budget }
      await commands.execute(generationDay, date, reserveGeneration(reservation), context)
    }
    await sql`INSERT INTO read.generation_days VALUES ('2026-01-05', true), ('2026-01-06', false)`
    await prepare().topUp.round(signal())
    expect(await written()).toEqual(['GenerationReserved', 'GenerationRejected'])
    expect((await eventStore.readStream('generation-2026-01-05')).map(({ type }) => type)).toEqual([
      'GenerationReserved',
      'GenerationRejected',
    ])
  })
})

describe('who wakes it', () => {
  test('it looks after everybody when it begins, and again when it is told to', async () => {
    const { topUp } = prepare()
    running.push(topUp.run(signal()))
    await learner()
    topUp.lookAfterEverybody()
    await expect.poll(written, { timeout: 10_000 }).toContain('GenerationAccepted')
  })

  test('a learner who is given questions and has few left: on demand, behind the request, from the log', async () => {
    const { topUp } = prepare()
    running.push(
      topUp.run(signal()),
      react({ name: 'generation', reactions: topUp.reactions, eventStore, sql, logger: quietLogger, signal: signal() }),
    )
    // Its first look finds nothing to do.
    const userId = await learner({ studiedOn: '2020-01-01' })
    await sql`UPDATE read.study_days SET date = ${today} WHERE user_id = ${userId}`
    const questions = [{ questionId: randomUUID(), questionVersion: 1, module: 'Trauma' as const }]
    const context = { commandId: randomUUID(), actorId: userId, correlationId: 'test', now: systemClock() }
    const assign = assignDailyQuestions({ userId, date: today, dailyLimit: -1, candidates: questions, count: 1 })
    await commands.execute(studyDay, studyDayId(userId, today), assign, context)
    await expect.poll(written, { timeout: 10_000 }).toContain('GenerationAccepted')
  })

  test('a log that is read again from its beginning calls nobody', async () => {
    const { topUp } = prepare()
    const userId = await learner()
    const questions = [{ questionId: randomUUID(), questionVersion: 1, module: 'Trauma' as const }]
    const context = { commandId: randomUUID(), actorId: userId, correlationId: 'test', now: '2026-01-01T00:00:00.000Z' }
    const assign = assignDailyQuestions({ userId, date: '2026-01-01', dailyLimit: -1, candidates: questions, count: 1 })
    await commands.execute(studyDay, studyDayId(userId, '2026-01-01'), assign, context)
    const [fact] = await eventStore.readStream(`studyDay-${studyDayId(userId, '2026-01-01')}`)
    await topUp.reactions.DailyQuestionsAssigned?.(fact as never)
    running.push(react({ name: 'generation', reactions: topUp.reactions, eventStore, sql, logger: quietLogger, signal: signal() }))
    await expect.poll(async () => (await sql`SELECT 1 FROM auth.reactions WHERE name = 'generation'`).length).toBe(1)
    expect(topUp.isWaitedFor).toBe(false)
    expect(openAI.requests).toHaveLength(0)
  })
})

describe('the service in the worker', () => {
  const settings = (key: string | undefined): GenerationSettings => ({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: openAI.url,
    OPENAI_MODEL: 'gpt-test',
    OPENAI_INPUT_PRICE: 1,
    OPENAI_OUTPUT_PRICE: 4,
    OPENAI_DAILY_CALLS: 100,
    OPENAI_DAILY_DOLLARS: 5,
    OPENAI_TIMEOUT_SECONDS: 5,
  })
  const start = (key: string | undefined) => {
    const metrics = new Registry()
    const service = generationService({
      settings: settings(key),
      sql,
      commands,
      eventStore,
      metrics,
      clock: systemClock,
      logger: quietLogger,
    })
    running.push(service.work(signal()))
    return { service, metrics }
  }
  const status = async () => (await sql`SELECT model FROM auth.generation_status`).map(({ model }) => model)

  test('without a key it says that it is off, calls nobody, and ends when it is asked to', async () => {
    await learner()
    const { service } = start(undefined)
    expect(service.describe()).toBe('off: there is no OPENAI_API_KEY')
    await expect.poll(status).toEqual([null])
    stopping.abort()
    await Promise.all(running)
    expect(openAI.requests).toHaveLength(0)
    expect(await written()).toEqual([])
  })

  test('with a key it says with which model, generates, and ends when it is asked to, its last attempt settled', async () => {
    await learner()
    openAI.answer('good', 'agrees', { slow: 60_000 })
    const { service, metrics } = start(openAI.apiKey)
    expect(service.describe()).toEqual({ model: 'gpt-test', breaker: 'closed' })
    await expect.poll(status).toEqual(['gpt-test'])
    await expect.poll(() => openAI.requests.length, { timeout: 15_000 }).toBe(3)
    stopping.abort()
    await Promise.all(running)
    expect(await written()).toEqual(['GenerationReserved', 'GenerationAccepted', 'GenerationReserved', 'GenerationRejected'])
    expect(await metrics.metrics()).toContain('generation_rejected_total{reason="call_failed"} 1')
  })
})
