import { generationDayAggregate, spentOn } from '@medicready/domain/questions/authoring/generation-day'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startOpenAI } from '@medicready/platform/testing/openai/server'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { generationDays } from '@medicready/projector/read-models/questions/generation-days'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { afterAll, expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

/** The worker as a process of its own, on the real bank, against the stand-in for the model. */
const patience = { timeout: 60_000, interval: 50 }
const today = new Date().toISOString().slice(0, 10)
/** Money for the first round and some more. */
const DAILY_CALLS = 60

const openAI = await startOpenAI()
afterAll(() => openAI.close())
const backend = await ownBackend({ isLoaded: (module) => module === 'Trauma' })
const { ownerSql: sql, eventStore } = backend

// A learner who has seen every question of the module.
const { userId, token } = await backend.signedIn()
await backend.done('POST /api/user/modules', { token, body: { module: 'Trauma' } })
const seen = (await backend.factsOf('QuestionAdded')).map(({ data }) => data.questionId)
await backend.give(userId, seen)
const { question_deliveries } = rowsIn(sql, studyDays)
await vi.waitFor(async () => expect(await question_deliveries.where()).toHaveLength(seen.length), patience)

const startWorker = (environment: Record<string, string> = {}) => backend.startProcess('worker', { LOG_LEVEL: 'error', ...environment })
let worker = await startWorker()
afterAll(() => worker.end('SIGKILL'))

const withKey = () => ({
  OPENAI_API_KEY: openAI.apiKey,
  OPENAI_BASE_URL: openAI.url,
  OPENAI_MODEL: 'gpt-test',
  OPENAI_DAILY_CALLS: String(DAILY_CALLS),
})

const ask = (path: string) =>
  fetch(`${worker.address}${path}`).then(
    (response) => response.text(),
    () => '',
  )
const generationTypes = async () => (await eventStore.readStream(`generation-${today}`)).map(({ type }) => type)
const count = async (type: string) => (await generationTypes()).filter((found) => found === type).length

test('without a key the worker is ready, says that no model is connected, and makes no calls', async () => {
  await expect.poll(() => ask('/health/ready'), patience).toContain('"active":true')
  expect(JSON.parse(await ask('/health/ready'))).toMatchObject({ ready: true, generator: null })
  const topUp = async () => JSON.parse(await ask('/health/ready')).jobs['bank-top-up'].lastRun
  await expect.poll(topUp, patience).toMatchObject({ outcome: { added: 0 }, error: null })
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(openAI.requests).toHaveLength(0)
})

test('a worker that is killed in the middle of a call leaves a reservation, and the next one settles it', async () => {
  openAI.answer({ slow: 600_000 })
  worker = await startWorker(withKey())
  await expect.poll(() => openAI.requests.length, patience).toBe(1)
  await worker.end('SIGKILL')
  expect(await generationTypes()).toEqual(['GenerationReserved'])

  worker = await startWorker(withKey())
  await expect.poll(() => count('GenerationAccepted'), patience).toBe(8)
  expect((await generationTypes()).slice(0, 2)).toEqual(['GenerationReserved', 'GenerationRejected'])
  expect(JSON.parse(await ask('/health/ready'))).toMatchObject({ ready: true, generator: { model: 'gpt-test', breaker: 'closed' } })
  expect(await ask('/metrics')).toContain('generation_accepted_total')
})

test('the read models have the pilots, and the day with its reasons and its cost', async () => {
  // Seven questions by themselves, and a set of three.
  expect(await count('GenerationRejected')).toBe(1)
  const settled = spentOn((await backend.deps.commands.load(generationDayAggregate, today)).state)
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
  await worker.end()
  const before = openAI.requests.length
  const another = await createTestDatabase()
  const anotherSql = connectPostgres(another.url, projectorSession('test'))
  await rebuild({ postgresUrl: another.url, sql: anotherSql, eventStore, readModels, logger, signal: new AbortController().signal })
  expect(await rowsIn(anotherSql, generationDays).generation_days.where()).toMatchObject([{ accepted: 8 }])
  await anotherSql.end({ timeout: 1 })
  await another.drop()
  expect(openAI.requests).toHaveLength(before)
})
