import { randomUUID } from 'node:crypto'
import { generationDayAggregate, reserveGeneration } from '@medicready/domain/questions/authoring/generation-day'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { assignDailyQuestions, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { systemClock } from '@medicready/platform/clock'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import { LanguageModel } from '@medicready/platform/openai/language-model'
import type { Sql } from '@medicready/platform/postgres/connection'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { type OpenAIStandIn, startOpenAI } from '@medicready/platform/testing/openai/server'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownContext } from '../../command-context.ts'
import type { Commands } from '../../commands.ts'
import { createReadModels, questionRow } from '../../testing/generation-read-models.ts'
import { startTestStores } from '../../testing/test-stores.ts'
import type { Reaction } from '../../worker/definitions.ts'
import { runReactions } from '../../worker/reactions.ts'
import { topUpBank, topUpForLearner } from '../processes.ts'
import { type Authoring, type AuthoringSettings, authoringWith } from './authoring.ts'
import { GenerationMetrics } from './metrics.ts'
import { QuestionGenerator } from './question-generator.ts'
import { findNeeds, TopUp } from './top-up.ts'

let sql: Sql
let rows: Awaited<ReturnType<typeof createReadModels>>
let eventStore: EventStore
let commands: Commands
let closeStores: () => Promise<void>
let openAI: OpenAIStandIn
let stopping: AbortController
let running: Promise<unknown>[]
const today = new Date().toISOString().slice(0, 10)

beforeEach(async () => {
  ;({ sql, eventStore, commands, close: closeStores } = await startTestStores())
  openAI = await startOpenAI()
  stopping = new AbortController()
  running = []
  rows = await createReadModels(sql)
})
afterEach(async () => {
  stopping.abort()
  await Promise.all(running)
  await openAI.close()
  await closeStores()
})

/** Adds questions to a module; a new learner has seen the first ones. */
async function learner({
  module = 'Trauma' as ModuleName,
  questions = 3,
  left = 0,
  studiedOn = today,
  isActive = true,
} = {}): Promise<string> {
  const userId = randomUUID()
  await rows.user_modules.set({ user_id: userId, module, is_active: isActive })
  await rows.study_days.set({ user_id: userId, date: studiedOn })
  for (let index = 0; index < questions; index++) {
    const wanted = { module, subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' }
    const id = randomUUID()
    const stem = `Of ${id} which is the most important one for the crew?`
    await rows.questions.set(questionRow(id, { ...cleanContent(index, wanted), stem }))
    if (index < questions - left) await rows.question_deliveries.set({ user_id: userId, question_id: id })
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

describe('needs', () => {
  const needs = (userIds?: string[]) => findNeeds(sql, { today, count: 100, ...(userIds ? { userIds } : {}) })

  test('include a module that an active learner has exhausted', async () => {
    await learner({ questions: 20 })
    const plan = await needs()
    // Including one set of three.
    expect(plan).toHaveLength(13)
    expect(plan.filter(({ kind }) => kind === 'scenario_set')).toHaveLength(1)
    expect(new Set(plan.map(({ module }) => module))).toEqual(new Set(['Trauma']))
    expect(new Set(plan.map(({ subTopic }) => subTopic)).size).toBeGreaterThan(10)
  })

  test('are none if enough is left, if learners stopped studying, or if modules were deactivated', async () => {
    await learner({ questions: 20, left: 15 })
    await learner({ module: 'Geriatrics', studiedOn: '2020-01-01' })
    await learner({ module: 'Pediatrics', isActive: false })
    expect(await needs()).toEqual([])
  })

  test('include single questions where only sets are left', async () => {
    await learner({ questions: 20, left: 10 })
    for (const part of [1, 2, 3, 4, 5, 6]) {
      const scenario = { set: 'trauma-set-01', part, of: 6, patient: 'A man of 40 lies in the road.' }
      const single = cleanContent(part, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
      await rows.questions.set(questionRow(randomUUID(), { ...single, scenario }))
    }
    const plan = await needs()
    expect(plan).toHaveLength(5)
    // There are enough sets.
    expect(plan.map(({ kind }) => kind)).not.toContain('scenario_set')
  })

  test('of given learners are only theirs', async () => {
    await learner({ module: 'Geriatrics' })
    const userId = await learner({ module: 'Trauma' })
    expect(new Set((await needs([userId])).map(({ module }) => module))).toEqual(new Set(['Trauma']))
  })
})

describe('a round', () => {
  test('writes the needed questions one by one and knows what it has just added', async () => {
    await learner()
    const { topUp } = prepare()
    expect(await topUp.round(signal())).toBe(10)
    // Three single-choice questions are left, one for each round: after that, too many attempts fail in a row.
    for (const left of [1, 1, 1, 0]) expect(await topUp.round(signal())).toBe(left)
    // The fake service has six single-choice questions, one of each other kind, and one set, and then starts again.
    const reasons = (await eventStore.readStream(`generation-${today}`)).flatMap(({ type, data }) =>
      type === 'GenerationRejected' ? [(data as { reason: string }).reason] : [],
    )
    expect(new Set(reasons)).toEqual(new Set(['near_duplicate']))
  })

  test('is followed by one that knows what was added before the read model does', async () => {
    await learner()
    const { topUp } = prepare()
    expect(await topUp.round(signal())).toBe(10)
    expect(await topUp.round(signal())).toBe(1)
  })

  test('ends after repeated failures', async () => {
    await learner()
    openAI.answer('malformed', 'refusal', 'good', 'disagrees', 'malformed', 'good')
    expect(await prepare().topUp.round(signal())).toBe(0)
    expect((await written()).filter((type) => type === 'GenerationRejected')).toHaveLength(4)
  })

  test('ends when the budget is spent, and the next round sends nothing', async () => {
    await learner()
    const { topUp } = prepare({ budget: { calls: 12, cost: 100_000_000 } })
    expect(await topUp.round(signal())).toBe(2)
    expect(openAI.requests).toHaveLength(6)
    expect(await topUp.round(signal())).toBe(0)
    expect(openAI.requests).toHaveLength(6)
  })

  test('skips a set that exceeds the budget, and continues with what does not', async () => {
    await learner()
    const { topUp } = prepare({ budget: { calls: 9 + 7 * 3, cost: 100_000_000 } })
    // Seven of the ten are single questions.
    expect(await topUp.round(signal())).toBe(7)
    expect(openAI.requests.map(({ name }) => name)).not.toContain('scenario_set')
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

  test('first settles what an earlier process left open, even from days long past', async () => {
    for (const date of [today, '2026-01-05']) {
      const command = {
        date,
        attemptId: randomUUID(),
        module: 'Trauma',
        subTopic: 'Burns',
        difficulty: 'easy',
        bloomsLevel: 'apply',
        kind: 'multiple_choice',
      } as const
      const budget = { calls: 6, cost: 1 }
      const context = { commandId: randomUUID(), actorId: 'worker', correlationId: 'test', now: `${date}T00:00:00.000Z` }
      const reservation = { ...command, model: 'gpt-test', promptVersion: '1', calls: 6, cost: 1, budget }
      await commands.execute(generationDayAggregate, date, reserveGeneration(reservation), context)
    }
    await rows.generation_days.set({ date: '2026-01-05', is_open: true }, { date: '2026-01-06', is_open: false })
    await prepare().topUp.round(signal())
    expect(await written()).toEqual(['GenerationReserved', 'GenerationRejected'])
    expect((await eventStore.readStream('generation-2026-01-05')).map(({ type }) => type)).toEqual([
      'GenerationReserved',
      'GenerationRejected',
    ])
  })
})

describe('a round is started', () => {
  /** The worker's processes for this, as it runs them. */
  function working({ topUp }: Pick<Authoring, 'topUp'>) {
    const deps = { authoring: { topUp, describe: () => ({ model: 'gpt-test', breaker: 'closed' }) }, signal: signal() } as const
    const on = { DailyQuestionsAssigned: topUpForLearner, QuestionsDrawn: topUpForLearner }
    const reactions: Reaction<typeof deps>[] = [{ name: 'bank-top-up', on }]
    running.push(runReactions({ reactions, deps, eventStore, sql, logger: quietLogger, signal: signal() }))
    return deps
  }
  async function givenQuestions(userId: string, now: string) {
    const questions = [{ questionId: randomUUID(), questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }]
    const date = now.slice(0, 10)
    const assign = assignDailyQuestions({ userId, date, dailyLimit: -1, candidates: questions, count: 1 })
    await commands.execute(
      studyDayAggregate,
      studyDayId(userId, date),
      assign,
      ownContext(userId, () => now),
    )
  }
  const checkpoints = async () => (await sql`SELECT 1 FROM worker.checkpoints WHERE reaction = 'bank-top-up'`).length

  test('by the job, for everyone, and reports how many questions were added', async () => {
    await learner()
    const { topUp } = prepare()
    const deps = { authoring: { topUp, describe: () => ({ model: 'gpt-test', breaker: 'closed' }) }, signal: signal() }
    expect(await topUpBank(deps)).toEqual({ added: 10 })
  })

  test('once for two learners at the same time', async () => {
    await learner()
    const { topUp } = prepare()
    expect(await Promise.all([topUp.lookAfterEveryone(signal()), topUp.lookAfterEveryone(signal())])).toEqual([10, 10])
    // Seven single questions with three calls each, and the set with one call for all parts and two for each part.
    expect(openAI.requests).toHaveLength(7 * 3 + 1 + 3 * 2)
  })

  test('for a learner who is given questions and has few left, in the background, from the log', async () => {
    working(prepare())
    const userId = await learner()
    await givenQuestions(userId, systemClock())
    await expect.poll(written, { timeout: 60_000 }).toContain('GenerationAccepted')
  })

  test('for no one when the log is read again from the beginning', async () => {
    const { topUp } = prepare()
    await givenQuestions(await learner(), '2026-01-01T00:00:00.000Z')
    working({ topUp })
    await expect.poll(checkpoints, { timeout: 60_000 }).toBe(1)
    await topUp.idle()
    expect(openAI.requests).toHaveLength(0)
  })
})

describe('the service in the worker', () => {
  const settings = (key: string | undefined): AuthoringSettings => ({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: openAI.url,
    OPENAI_MODEL: 'gpt-test',
    OPENAI_INPUT_PRICE: 1,
    OPENAI_OUTPUT_PRICE: 4,
    OPENAI_DAILY_CALLS: 100,
    OPENAI_DAILY_DOLLARS: 5,
    OPENAI_TIMEOUT_SECONDS: 5,
  })
  const authoring = (key: string | undefined, metrics = new Registry()) =>
    authoringWith({ settings: settings(key), sql, commands, metrics, clock: systemClock, logger: quietLogger })

  test('without a key there is none, and its processes do nothing', async () => {
    await learner()
    expect(authoring(undefined)).toBeNull()
    expect(await topUpBank({ authoring: null, signal: signal() })).toEqual({ added: 0 })
    expect(openAI.requests).toHaveLength(0)
    expect(await written()).toEqual([])
  })

  test('with a key it reports its model, writes questions, and stops on request with its last attempt settled', async () => {
    await learner()
    openAI.answer('good', 'agrees', 'agrees', { slow: 60_000 })
    const metrics = new Registry()
    const service = authoring(openAI.apiKey, metrics)
    expect(service?.describe()).toEqual({ model: 'gpt-test', breaker: 'closed' })
    const round = service?.topUp.lookAfterEveryone(signal())
    await expect.poll(() => openAI.requests.length, { timeout: 60_000 }).toBe(4)
    stopping.abort()
    expect(await round).toBe(1)
    await service?.topUp.idle()
    expect(await written()).toEqual(['GenerationReserved', 'GenerationAccepted', 'GenerationReserved', 'GenerationRejected'])
    expect(await metrics.metrics()).toContain('generation_rejected_total{reason="call_failed"} 1')
  })
})
