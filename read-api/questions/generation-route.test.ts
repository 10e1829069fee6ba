import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import { contract } from '@medicready/domain/contract/contract'
import type { Fact } from '@medicready/domain/events'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'

const now = '2026-03-02T03:00:00.000Z'
const url = '/api/admin/generation'
const content = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
let api: TestReadApi
let adminToken: string

const append = (streamName: string, facts: readonly Fact[], occurredAt = now) =>
  api.eventStore.append(
    streamName,
    'no_stream',
    facts.map((event) => ({
      id: randomUUID(),
      event,
      metadata: { correlationId: 'test', causationId: 'test', commandId: randomUUID(), actorId: 'worker', occurredAt },
    })),
  )

/** A day of generation: one question accepted and one discarded. */
async function generated(date: string): Promise<string> {
  const [one, other, questionId] = [randomUUID(), randomUUID(), randomUUID()]
  const reserved = (attemptId: string): Fact => ({
    type: 'GenerationReserved',
    data: {
      date,
      attemptId,
      module: 'Trauma',
      subTopic: 'Burns',
      difficulty: 'easy',
      bloomsLevel: 'apply',
      kind: 'multiple_choice' as const,
      model: 'gpt-test',
      promptVersion: '1',
      calls: 6,
      cost: 60_000,
    },
  })
  const at = `${date}T02:00:00.000Z`
  const generation = { model: 'gpt-test', promptVersion: '1' }
  const added: Fact = {
    type: 'QuestionAdded',
    data: { questionId, version: 1, source: 'ai', bankId: null, generation, content },
  }
  await append(`question-${questionId}`, [added], at)
  const happened: Fact[] = [
    reserved(one),
    { type: 'GenerationAccepted', data: { date, attemptId: one, questionId, calls: 2, cost: 4_350 } },
    reserved(other),
    { type: 'GenerationRejected', data: { date, attemptId: other, reason: 'near_duplicate', calls: 1, cost: 2_175 } },
  ]
  await append(`generation-${date}`, happened, at)
  return questionId
}

/** An administrator, as recorded in the log. */
async function administrator(): Promise<string> {
  const userId = randomUUID()
  await append(`account-${userId}`, [accountRegistered(userId), { type: 'RoleGranted', data: { userId, role: 'admin', reason: null } }])
  return userId
}

const ask = async (token?: string, query = '') => {
  const answer = await api.app.inject({ url: `${url}${query}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: answer.statusCode, body: answer.json() }
}
/** The worker's health report. */
let health: unknown = { ready: true }
const worker = createServer((_request, response) => response.end(JSON.stringify(health)))

beforeAll(async () => {
  worker.listen(0, '127.0.0.1')
  await once(worker, 'listening')
  api = await startTestReadApi({ workerUrl: `http://127.0.0.1:${(worker.address() as AddressInfo).port}` })
  api.clock.now = now
  adminToken = await api.signIn(await administrator())
  const promoted = await generated('2026-03-01')
  await generated('2026-03-02')
  await generated('2026-01-15')
  await api.eventStore.append(`question-${promoted}`, 0n, [
    {
      id: randomUUID(),
      event: { type: 'QuestionPromoted', data: { questionId: promoted, version: 1, answers: 50, discrimination: 0.2 } },
      metadata: { correlationId: 'test', causationId: 'test', commandId: randomUUID(), actorId: 'worker', occurredAt: now },
    },
  ])
  api.startProjector()
  await vi.waitFor(async () => expect((await ask(adminToken)).body).toMatchObject({ days: [{}, {}], promoted: 1 }), {
    timeout: 60_000,
    interval: 50,
  })
})
afterAll(async () => {
  worker.close()
  await api.close()
})

test('is only for administrators', async () => {
  expect(contract['GET /api/admin/generation'].access).toBe('reviewQuestions')
  expect((await ask()).status).toBe(401)
  expect((await ask(await api.signIn(randomUUID()))).status).toBe(403)
})

test('shows the last 30 days, newest first, with reasons and costs, and how many questions are on trial or have passed it', async () => {
  const day = { attempts: 2, accepted: 1, rejected: [{ reason: 'near_duplicate', count: 1 }], calls: 3, cost: 0.006525 }
  expect((await ask(adminToken)).body).toMatchObject({
    days: [
      { date: '2026-03-02', ...day },
      { date: '2026-03-01', ...day },
    ],
    pilots: 2,
    promoted: 1,
  })
})

test("shows an earlier day as it was, without the generator's state", async () => {
  expect((await ask(adminToken, '?asOf=2026-03-01')).body).toMatchObject({
    generator: null,
    days: [{ date: '2026-03-01' }],
    pilots: 2,
    promoted: 0,
  })
})

test('shows whether it is on or off as the worker reports, or unknown if the worker does not respond', async () => {
  const state = async () => {
    const { generator, model } = (await ask(adminToken)).body
    return { generator, model }
  }
  health = { ready: true, generator: { model: 'gpt-test', breaker: 'closed' } }
  expect(await state()).toEqual({ generator: 'on', model: 'gpt-test' })
  health = { ready: true, generator: null }
  expect(await state()).toEqual({ generator: 'off', model: null })
  health = { ready: false, error: 'the log is away' }
  expect(await state()).toEqual({ generator: 'silent', model: null })
  worker.close()
  worker.closeAllConnections()
  expect(await state()).toEqual({ generator: 'silent', model: null })
})
