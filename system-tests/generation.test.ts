import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ownContext } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { bankDirectory, loadBank, readBank } from '@medicready/command-api/questions/load-bank'
import { generationDayAggregate, spentOn } from '@medicready/domain/questions/authoring/generation-day'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { moduleSelectionAggregate, selectModule } from '@medicready/domain/study/module-selection'
import { assignDailyQuestions, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { freePort } from '@medicready/platform/testing/free-port'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { type OpenAIStandIn, startOpenAI } from '@medicready/platform/testing/openai/server'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { generationDays } from '@medicready/projector/read-models/questions/generation-days'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { v4 as uuidV4, v5 as uuidV5 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** The worker and the projector as processes of their own, on the real bank, against the stand-in for the model. */
const entry = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const patience = { timeout: 60_000, interval: 50 }
const today = new Date().toISOString().slice(0, 10)
const userId = uuidV4()
/** Money for the first round and some more. */
const DAILY_CALLS = 60

let database: TestDatabase
let server: TestEventStore
let sql: Sql
let eventStore: EventStore
let commands: Commands
let openAI: OpenAIStandIn
let workerPort: number
let worker: ChildProcess
/** All that were started: a test that fails leaves its own running. */
const children: ChildProcess[] = []

beforeAll(async () => {
  ;[database, server, openAI] = await Promise.all([createTestDatabase(), startTestEventStore(), startOpenAI()])
  sql = connectPostgres(database.url, { name: 'test' })
  eventStore = new EventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger })
  commands = new Commands(eventStore)
  const clock = () => new Date().toISOString()
  const bank = (await readBank(bankDirectory)).filter(({ module }) => module === 'Trauma')
  await loadBank({ commands, sql }, bank, ownContext('test', clock))
  const context = () => ({ commandId: uuidV4(), actorId: userId, correlationId: 'test', now: clock() })
  await commands.execute(
    moduleSelectionAggregate,
    userId,
    selectModule({ userId, userModuleId: uuidV5('Trauma', userId), module: 'Trauma' }),
    context(),
  )
  // A learner who has seen every question of the module.
  const candidates = (await everyFact(eventStore)).flatMap((fact) =>
    fact.type === 'QuestionAdded'
      ? [{ questionId: fact.data.questionId, questionVersion: 1, module: fact.data.content.module, set: null, ...asItStands }]
      : [],
  )
  const assign = assignDailyQuestions({ userId, date: today, dailyLimit: -1, candidates, count: candidates.length })
  await commands.execute(studyDayAggregate, studyDayId(userId, today), assign, context())
  run('projector', 'projector/server.ts', { PROJECTOR_PORT: '0' })
  const { question_deliveries } = rowsIn(sql, studyDays)
  await vi.waitFor(async () => expect(await question_deliveries.where()).toHaveLength(candidates.length), patience)
  workerPort = await freePort()
})
afterAll(async () => {
  for (const process of children) await end(process, 'SIGTERM')
  await openAI.close()
  await eventStore.close()
  await server.close()
  await sql.end({ timeout: 1 })
  await database.drop()
})

function run(service: 'projector' | 'worker', path: string, environment: Record<string, string>): ChildProcess {
  const shared = { POSTGRES_URL: database.urlOf(service), EVENTSTORE_URL: server.url, MASTER_KEY: testMasterKey, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [entry(path)], {
    env: { ...process.env, ...shared, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

/** Of an unreachable payment provider: nothing is paid here. */
const payments = {
  STRIPE_SECRET_KEY: 'sk_test_of_tests_of_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_tests_of_tests',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
}

const runWorker = (environment: Record<string, string>) =>
  run('worker', 'command-api/worker.ts', { WORKER_PORT: String(workerPort), SMTP_URL: 'smtp://127.0.0.1:9', ...payments, ...environment })

const withKey = () => ({
  OPENAI_API_KEY: openAI.apiKey,
  OPENAI_BASE_URL: openAI.url,
  OPENAI_MODEL: 'gpt-test',
  OPENAI_DAILY_CALLS: String(DAILY_CALLS),
})

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill(signal)
  await ended
}

const ask = (path: string) =>
  fetch(`http://127.0.0.1:${workerPort}${path}`).then(
    (response) => response.text(),
    () => '',
  )
const generationTypes = async () => (await eventStore.readStream(`generation-${today}`)).map(({ type }) => type)
const count = async (type: string) => (await generationTypes()).filter((found) => found === type).length

test('without a key the worker is ready, says that no model is connected, and makes no calls', async () => {
  worker = runWorker({})
  await expect.poll(() => ask('/health/ready'), patience).toContain('"active":true')
  expect(JSON.parse(await ask('/health/ready'))).toMatchObject({ ready: true, generator: null })
  const topUp = async () => JSON.parse(await ask('/health/ready')).jobs['bank-top-up'].lastRun
  await expect.poll(topUp, patience).toMatchObject({ outcome: { added: 0 }, error: null })
  await end(worker, 'SIGTERM')
  expect(worker.exitCode).toBe(0)
  expect(openAI.requests).toHaveLength(0)
})

test('a worker that is killed in the middle of a call leaves a reservation, and the next one settles it', async () => {
  openAI.answer({ slow: 600_000 })
  worker = runWorker(withKey())
  await expect.poll(() => openAI.requests.length, patience).toBe(1)
  await end(worker, 'SIGKILL')
  expect(await generationTypes()).toEqual(['GenerationReserved'])

  worker = runWorker(withKey())
  await expect.poll(() => count('GenerationAccepted'), patience).toBe(8)
  expect((await generationTypes()).slice(0, 2)).toEqual(['GenerationReserved', 'GenerationRejected'])
  expect(JSON.parse(await ask('/health/ready'))).toMatchObject({ ready: true, generator: { model: 'gpt-test', breaker: 'closed' } })
  expect(await ask('/metrics')).toContain('generation_accepted_total')
})

test('the read models have the pilots, and the day with its reasons and its cost', async () => {
  // Seven questions by themselves, and a set of three.
  expect(await count('GenerationRejected')).toBe(1)
  const settled = spentOn((await commands.load(generationDayAggregate, today)).state)
  await expect
    .poll(() => rowsIn(sql, generationDays).generation_days.where(), patience)
    .toMatchObject([{ date: today, attempts: 9, accepted: 8, rejected: { call_failed: 1 }, is_open: false, ...settled }])
  expect(settled.calls).toBeLessThanOrEqual(DAILY_CALLS)
  expect(settled.calls).toBeGreaterThanOrEqual(openAI.requests.length)
  const pilots = await rowsIn(sql, questions).questions.where({ source: 'ai' })
  expect(pilots).toMatchObject(Array.from({ length: 10 }, () => ({ module: 'Trauma', is_active: true, is_pilot: true })))
  const set = pilots.flatMap(({ scenario, item }) => (scenario ? [[scenario.part, item.kind]] : []))
  expect(set.toSorted()).toEqual([
    [1, 'multiple_response'],
    [2, 'multiple_choice'],
    [3, 'build_list'],
  ])
})

test('rebuilding all read models from the log calls no model', async () => {
  await end(worker, 'SIGTERM')
  const before = openAI.requests.length
  const another = await createTestDatabase()
  const anotherSql = connectPostgres(another.url, projectorSession('test'))
  await rebuild({ postgresUrl: another.url, sql: anotherSql, eventStore, readModels, logger, signal: new AbortController().signal })
  expect(await rowsIn(anotherSql, generationDays).generation_days.where()).toMatchObject([{ accepted: 8 }])
  await anotherSql.end({ timeout: 1 })
  await another.drop()
  expect(openAI.requests).toHaveLength(before)
})
