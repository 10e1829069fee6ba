import { cp, rm } from 'node:fs/promises'
import { receiveStripeEvent, stripeEventAggregate } from '@medicready/domain/billing/reconciliation'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import { grantTier, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { changeModule, moduleSelectionAggregate, selectModule } from '@medicready/domain/study/module-selection'
import { layOutPlan, studyPlanAggregate } from '@medicready/domain/study/plan/study-plan'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { startSteadyEventStore, startTestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CommandContext } from './command-context.ts'
import { Commands } from './commands.ts'

let database: TestDatabase
let sql: Sql
let server: Awaited<ReturnType<typeof startSteadyEventStore>>
let eventStore: EventStore
/** Two processes of the command API, each with its own cache. */
let here: Commands
let there: Commands

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
  server = await startSteadyEventStore()
  eventStore = new EventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  here = new Commands(eventStore)
  there = new Commands(eventStore)
})
afterAll(async () => {
  await eventStore.close()
  await server.close()
  await sql.end()
  await database.drop()
})

const context = (commandId: string = uuidV4()): CommandContext => ({
  commandId,
  actorId: 'test',
  correlationId: 'test',
  now: new Date().toISOString(),
})
const grant = (commands: Commands, userId: string, tier: Tier, as = context()) =>
  commands.execute(subscriptionAggregate, userId, grantTier({ userId, tier }), as)
const select = (commands: Commands, userId: string, as = context()) =>
  commands.execute(moduleSelectionAggregate, userId, selectModule({ userId, userModuleId: uuidV4(), module: 'Trauma' }), as)

test('a command appends its events and returns the new state and the position in the log', async () => {
  const userId = uuidV4()
  const outcome = await grant(here, userId, 'premium')
  expect(outcome).toMatchObject({ state: { tier: 'premium' }, events: [{ type: 'TierChanged' }] })
  const [recorded] = await eventStore.readStream(`subscription-${userId}`)
  expect(recorded?.position).toEqual(outcome.position)
})

test('reports the position of each decision, including earlier ones', async () => {
  const userId = uuidV4()
  const told: unknown[] = []
  const noting = { ...context(), onDecided: (position: unknown) => void told.push(position) }
  const { position } = await grant(here, userId, 'premium', noting)
  await grant(here, userId, 'premium', noting)
  expect(told).toEqual([position, position])
})

test('the same command sent twice is appended once and returns its first outcome, in any process', async () => {
  const userId = uuidV4()
  const [first, second] = [context(), context()]
  const outcome = await grant(here, userId, 'basic', first)
  await grant(here, userId, 'premium', second)
  for (const commands of [here, there, new Commands(eventStore)]) {
    const repeated = await grant(commands, userId, 'basic', first)
    expect(repeated.events).toMatchObject(outcome.events as object[])
    expect(repeated.state).toMatchObject({ tier: 'premium' })
  }
  expect(await eventStore.readStream(`subscription-${userId}`)).toHaveLength(2)
})

test('a stream wrongly assumed to be new is read, and earlier decisions are found and not repeated', async () => {
  const [eventId, first] = [uuidV4(), context()]
  const data = { eventId, kind: 'invoice.paid', objectKind: 'invoice', objectId: 'in_1', happenedAt: first.now }
  const receive = (commands: Commands, as: CommandContext) =>
    commands.execute(stripeEventAggregate, eventId, receiveStripeEvent(data), as, { isNew: true })
  expect((await receive(here, first)).events).toHaveLength(1)
  expect((await receive(there, first)).events).toHaveLength(1)
  for (const commands of [here, there, new Commands(eventStore)])
    expect(await receive(commands, context())).toMatchObject({ events: [], state: { isKnown: true } })
  expect(await eventStore.readStream(`stripeEvent-${eventId}`)).toHaveLength(1)
})

test('the same command sent a hundred times at once is appended once', async () => {
  const userId = uuidV4()
  const command = context()
  await Promise.all(Array.from({ length: 100 }, (_, index) => select(index % 2 ? here : there, userId, command)))
  expect(await eventStore.readStream(`modules-${userId}`)).toHaveLength(1)
})

test('a stale cache never leads to a wrong decision', async () => {
  const userId = uuidV4()
  const { state } = await select(here, userId)
  const [choice] = state.selected
  if (!choice) throw new Error('Nothing was selected.')
  await there.load(moduleSelectionAggregate, userId)
  const deactivate = changeModule({ userId, userModuleId: choice.userModuleId, isActive: false })
  await here.execute(moduleSelectionAggregate, userId, deactivate, context())

  // The other process remembers the module as active: "nothing to do" would be wrong.
  const reactivated = await select(there, userId)
  expect(reactivated.events).toMatchObject([{ type: 'ModuleReactivated' }])
  expect(reactivated.state.selected).toMatchObject([{ isActive: true }])
})

test('a refusal based on a stale cache is checked again', async () => {
  const userId = uuidV4()
  await here.load(moduleSelectionAggregate, userId)
  const { state } = await select(there, userId)
  const userModuleId = state.selected[0]?.userModuleId ?? ''
  const decide = changeModule({ userId, userModuleId, isActive: false })
  const deactivated = await here.execute(moduleSelectionAggregate, userId, decide, context())
  expect(deactivated.events).toMatchObject([{ type: 'ModuleDeactivated' }])
})

test('states cached from a log that was set back to a backup are forgotten, also if it has grown again', async () => {
  const own = await startTestEventStore()
  const copy = `${own.directory}-copy`
  onTestFinished(async () => {
    await own.close()
    await rm(copy, { recursive: true, force: true })
  })
  const store = new EventStore({ url: own.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  onTestFinished(() => store.close())
  const [running, restarted] = [new Commands(store, { silenceMilliseconds: 0 }), new Commands(store)]
  const [userId, another] = [uuidV4(), uuidV4()]
  await grant(running, another, 'basic')
  await own.stop()
  await cp(own.directory, copy, { recursive: true })
  await own.restart()
  expect((await grant(running, userId, 'premium')).events).toHaveLength(1)

  await own.stop()
  await rm(own.directory, { recursive: true })
  await cp(copy, own.directory, { recursive: true })
  await own.restart()
  // At the revision that the running process has cached.
  await grant(restarted, userId, 'basic')
  expect((await grant(running, userId, 'premium')).events).toMatchObject([{ data: { from: 'basic', to: 'premium' } }])
  expect(await running.read(subscriptionAggregate, another, () => true)).toMatchObject({ tier: 'basic' })
})

test('a command that loses eight races is refused as a conflict and appends nothing', async () => {
  const userId = uuidV4()
  let races = 0
  /** Another process is always faster, just before the append. */
  class OvertakenEventStore extends EventStore {
    override async append(...args: Parameters<EventStore['append']>) {
      races += 1
      await grant(there, userId, races % 2 ? 'basic' : 'free')
      return super.append(...args)
    }
  }
  const slow = new OvertakenEventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  await expect(grant(new Commands(slow), userId, 'premium')).rejects.toEqual(new Rejection('conflict'))
  await slow.close()
  expect(races).toBe(8)
  expect((await eventStore.readStream(`subscription-${userId}`)).map(({ data }) => data)).toMatchObject(
    Array.from({ length: races }, (_, race) => ({ to: race % 2 ? 'free' : 'basic' })),
  )
})

test('two processes that write to the same stream lose and duplicate nothing', async () => {
  const userId = uuidV4()
  const attempts = Array.from({ length: 40 }, (_, index) =>
    grant(index % 2 ? here : there, userId, index % 3 ? 'premium' : 'basic').then(
      ({ events }) => events.length,
      (error: unknown) => {
        expect(error).toEqual(new Rejection('conflict'))
        return 0
      },
    ),
  )
  const appended = (await Promise.all(attempts)).reduce((sum, count) => sum + count, 0)
  expect(await eventStore.readStream(`subscription-${userId}`)).toHaveLength(appended)
})

test('on a stream of 10,000 commands each is still decided once, no matter how old it is', async () => {
  const userId = uuidV4()
  const stream = `subscription-${userId}`
  const tierOf = (n: number): Tier => (n % 2 ? 'free' : 'premium')
  const ids = Array.from({ length: 10_000 }, () => uuidV4())
  const recorded = ids.map((commandId, n) => ({
    id: uuidV4(),
    event: { type: 'TierChanged', data: { userId, from: tierOf(n + 1), to: tierOf(n), cause: 'granted', reason: null } } satisfies Fact,
    metadata: { correlationId: 'test', causationId: commandId, commandId, actorId: 'test', occurredAt: '2026-03-01T12:00:00.000Z' },
  }))
  for (let from = 0; from < recorded.length; from += 1_000)
    await eventStore.append(stream, from === 0 ? 'no_stream' : BigInt(from - 1), recorded.slice(from, from + 1_000))

  const commands = new Commands(eventStore)
  for (const n of [0, 1, 5_000, 9_700, 9_800, 9_999]) {
    // The tier has changed since, so the command would decide something if it were considered new.
    const repeated = await grant(commands, userId, 'basic', context(ids[n]))
    expect(repeated.events).toMatchObject([{ data: { to: tierOf(n) } }])
    expect((await commands.decidedBefore(subscriptionAggregate, userId, context(ids[n])))?.events).toMatchObject([
      { data: { to: tierOf(n) } },
    ])
  }
  expect(await commands.decidedBefore(subscriptionAggregate, userId, context())).toBeNull()
  expect(await eventStore.readStream(stream, 10_000n)).toEqual([])
  expect((await grant(commands, userId, 'basic')).events).toMatchObject([{ data: { to: 'basic' } }])
  expect(await eventStore.readStream(stream, 10_000n)).toHaveLength(1)
})

test('the current log is checked for whether a command was decided before', async () => {
  const userId = uuidV4()
  const command = context()
  expect(await here.decidedBefore(subscriptionAggregate, userId, command)).toBeNull()
  await grant(there, userId, 'basic', command)
  expect(await here.decidedBefore(subscriptionAggregate, userId, command)).toMatchObject({
    state: { tier: 'basic' },
    events: [{ type: 'TierChanged' }],
  })
})

test('if the last event has the full state, a long stream is read from its end, and a repeated command is recognized', async () => {
  const userId = uuidV4()
  const layOut = (commands: Commands, day: number, as = context()) => {
    const from = addDays('2026-01-01', day)
    const days = [{ date: from, module: null, newQuestions: 1, reviews: 0, exam: null }]
    const decide = layOutPlan({ userId, from, examDate: '2029-01-01', cause: 'missed_days', days })
    return commands.execute(studyPlanAggregate, userId, decide, as)
  }
  for (let day = 0; day < 50; day++) await layOut(here, day)
  const last = context()
  await layOut(here, 50, last)

  let read = 0
  class CountingEventStore extends EventStore {
    override async readStream(...asked: Parameters<EventStore['readStream']>) {
      const events = await super.readStream(...asked)
      read += events.length
      return events
    }
    override async readLast(...asked: Parameters<EventStore['readLast']>) {
      const events = await super.readLast(...asked)
      read += events.length
      return events
    }
  }
  const counting = new CountingEventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  const restarted = new Commands(counting)
  expect((await restarted.load(studyPlanAggregate, userId)).state.plan?.from).toBe(addDays('2026-01-01', 50))
  expect(read).toBe(studyPlanAggregate.lastEvents)
  await layOut(restarted, 50, last)
  await layOut(restarted, 49)
  expect((await layOut(restarted, 51)).state.plan?.from).toBe(addDays('2026-01-01', 51))
  expect(await eventStore.readStream(`plan-${userId}`)).toHaveLength(52)
  await counting.close()
})
