import { randomUUID } from 'node:crypto'
import { grantTier, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Position } from '@medicready/domain/core/event'
import { moduleSelectionAggregate, selectModule } from '@medicready/domain/study/module-selection'
import { systemClock } from '@medicready/platform/clock'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import { MailUnavailable } from '@medicready/platform/mail/mailer'
import type { Sql } from '@medicready/platform/postgres/connection'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { policies } from '@medicready/projector/read-models/legal/policies'
import { createReadTables, rowsIn } from '@medicready/projector/testing/read-tables'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownContext } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { type Reaction, RetryLater } from './definitions.ts'
import { healthOf } from './health.ts'
import { Progress, placeOf } from './progress.ts'
import { type ReactionsOptions, runReactions } from './reactions.ts'

const WAIT = { timeout: 60_000, interval: 20 }

let sql: Sql
let eventStore: EventStore
let commands: Commands
let closeStores: () => Promise<void>
let progress: Progress
let stop: () => Promise<void> = async () => {}

beforeEach(async () => {
  ;({ sql, eventStore, commands, close: closeStores } = await startTestStores())
  progress = new Progress(sql)
})
afterEach(async () => {
  await stop()
  await closeStores()
})

/** The parts given to reactions here: none. */
type Nothing = Record<string, never>

/** Runs reactions until `stop`. */
const run = (...reactions: Reaction<Nothing>[]) => runOn({ eventStore, sql }, reactions)

function runOn(stores: Pick<ReactionsOptions<Nothing>, 'eventStore' | 'sql'>, reactions: Reaction<Nothing>[]): void {
  const stopping = new AbortController()
  const working = runReactions({ ...stores, reactions, deps: {}, logger: quietLogger, signal: stopping.signal, lookMilliseconds: 20 })
  stop = async () => {
    stopping.abort()
    await working
    stop = async () => {}
  }
}

/** A reaction that records who gets a tier and runs `act` for each. */
function noting(name: string, act: (userId: string) => Promise<void> = async () => {}) {
  const met: string[] = []
  const reaction: Reaction<Nothing> = {
    name,
    on: {
      TierChanged: async ({ data: { userId } }) => {
        await act(userId)
        met.push(userId)
      },
    },
  }
  return { reaction, met }
}

async function tierFor(userId: string = randomUUID()): Promise<string> {
  await commands.execute(subscriptionAggregate, userId, grantTier({ userId, tier: 'basic' }), ownContext('test', systemClock))
  return userId
}
const somethingElse = async () => {
  const userId = randomUUID()
  const command = selectModule({ userId, userModuleId: randomUUID(), module: 'Trauma' })
  return (await commands.execute(moduleSelectionAggregate, userId, command, ownContext('test', systemClock))).position as Position
}
const checkpointOf = async (name: string) => (await progress.checkpoints()).get(name)?.commit
const parked = async () => (await progress.parked()).map(({ reaction }) => reaction)

test('each reaction gets its events once and in order, and the checkpoint passes irrelevant ones', async () => {
  const [one, other] = [noting('one'), noting('other')]
  const users = [await tierFor(), await tierFor()]
  run(one.reaction, other.reaction)
  users.push(await tierFor())
  const end = await somethingElse()
  await expect.poll(() => [one.met, other.met], WAIT).toEqual([users, users])
  for (const name of ['one', 'other']) await expect.poll(() => checkpointOf(name), WAIT).toBe(end.commit)
})

test('a new reaction reads the log from the beginning, and existing ones get nothing twice', async () => {
  const [old, young] = [noting('old'), noting('young')]
  const first = await tierFor()
  run(old.reaction)
  await expect.poll(() => checkpointOf('old'), WAIT).toBeTypeOf('bigint')
  await stop()
  run(old.reaction, young.reaction)
  const second = await tierFor()
  await expect.poll(() => young.met, WAIT).toEqual([first, second])
  await expect.poll(() => old.met, WAIT).toEqual([first, second])
})

const asides = async (name: string) =>
  (await progress.putAsides()).filter(({ reaction }) => reaction === name).map(({ streamName }) => streamName)
const streamOf = (userId: string) => `subscription-${userId}`
/** Another change of the same person's tier. */
async function otherTierFor(userId: string): Promise<void> {
  await commands.execute(subscriptionAggregate, userId, grantTier({ userId, tier: 'premium' }), ownContext('test', systemClock))
}

test('an event that a reaction fails at is set aside and reported; events of the same person wait, and all others continue', async () => {
  const bad = randomUUID()
  let isBroken = true
  const broken = noting('broken', async (userId) => {
    if (isBroken && userId === bad) throw new TypeError('Cannot read what is not there.')
  })
  const first = await tierFor()
  await tierFor(bad)
  run(broken.reaction)
  const second = await tierFor()
  await otherTierFor(bad)
  await expect.poll(() => broken.met, WAIT).toEqual([first, second])
  const end = await somethingElse()
  await expect.poll(() => checkpointOf('broken'), WAIT).toBe(end.commit)
  expect(await parked()).toEqual([])
  const health = await healthOf({ reactions: [broken.reaction], jobs: [] }, sql, eventStore)
  expect(health).toMatchObject({
    parked: [],
    reactions: {
      broken: {
        situation: 'following',
        deferred: 1,
        putAside: [
          {
            type: 'TierChanged',
            streamName: streamOf(bad),
            incident: 'TypeError: Cannot read what is not there.',
            isDue: false,
            behind: 1,
          },
        ],
      },
    },
  })

  // This holds for any worker and any number of checks.
  await stop()
  run(broken.reaction)
  const third = await tierFor()
  await expect.poll(() => broken.met, WAIT).toEqual([first, second, third])
  expect(await asides('broken')).toEqual([streamOf(bad)])
  // After a failed retry it is set aside again.
  const [{ eventId } = { eventId: '' }] = await progress.putAsides()
  expect(await progress.retry('broken', eventId)).toBe(1)
  await expect.poll(async () => (await progress.putAsides())[0]?.isDue, WAIT).toBe(false)
  expect(broken.met).toEqual([first, second, third])

  isBroken = false
  await progress.retry('broken', eventId)
  await expect.poll(() => broken.met, WAIT).toEqual([first, second, third, bad, bad])
  await expect.poll(async () => (await progress.deferred()).size, WAIT).toBe(0)
  await otherTierFor(third)
  await expect.poll(() => broken.met.at(-1), WAIT).toBe(third)
})

test('an event that was given up is never retried, even if the log is read again, and those behind it continue', async () => {
  const bad = randomUUID()
  let fails = 1
  const tried: string[] = []
  const broken = noting('broken', async (userId) => {
    tried.push(userId)
    if (userId === bad && fails > 0) throw new Error('Never.')
  })
  await tierFor(bad)
  await otherTierFor(bad)
  run(broken.reaction)
  await expect.poll(async () => (await progress.putAsides())[0]?.behind, WAIT).toBe(1)
  const [{ eventId } = { eventId: '' }] = await progress.putAsides()
  fails = 0
  await progress.giveUp('broken', eventId)
  await progress.giveUp('broken', eventId)
  await expect.poll(() => broken.met, WAIT).toEqual([bad])
  expect(await progress.putAsides()).toEqual([])
  // As if it was killed before its checkpoint passed them.
  await stop()
  await sql`DELETE FROM worker.checkpoints`
  const before = tried.length
  run(broken.reaction)
  const next = await tierFor()
  await expect.poll(() => broken.met.at(-1), WAIT).toBe(next)
  expect(tried.slice(before)).toEqual([bad, next])
  expect(await progress.retry('broken', eventId)).toBe(0)
})

test('a worker killed at any point continues each event in the log or set aside, without another overtaking it', async () => {
  const bad = randomUUID()
  let isBroken = true
  const met: string[] = []
  const reaction: Reaction<Nothing> = {
    name: 'fragile',
    on: {
      TierChanged: async ({ data: { userId, to } }) => {
        if (isBroken && userId === bad) throw new Error('Not yet.')
        met.push(`${userId} ${to}`)
      },
    },
  }
  await tierFor(bad)
  await otherTierFor(bad)
  const others: string[] = []
  for (let kills = 0; kills < 12; kills++) {
    others.push(await tierFor())
    run(reaction)
    // Sometimes before it has set anything aside, sometimes after.
    await new Promise((resolve) => setTimeout(resolve, kills * 250))
    await stop()
    // A kill loses the checkpoint, which is written last.
    if (kills % 2 === 0) await sql`DELETE FROM worker.checkpoints`
  }
  run(reaction)
  await expect.poll(async () => (await progress.putAsides())[0]?.behind, WAIT).toBe(1)
  await expect.poll(() => others.every((userId) => met.includes(`${userId} basic`)), WAIT).toBe(true)
  isBroken = false
  await progress.retry('fragile', null)
  await expect.poll(() => met.filter((one) => one.startsWith(bad)), WAIT).toEqual([`${bad} basic`, `${bad} premium`])
})

test('if order does not matter, no event waits behind one that was set aside', async () => {
  const bad = randomUUID()
  let isFirst = true
  const wide = noting('wide', async (userId) => {
    if (userId === bad && isFirst) throw new Error('Never.')
  })
  await tierFor(bad)
  run({ ...wide.reaction, atOnce: 3 })
  await expect.poll(() => asides('wide'), WAIT).toEqual([streamOf(bad)])
  isFirst = false
  await otherTierFor(bad)
  await expect.poll(() => wide.met, WAIT).toEqual([bad])
})

test('a reaction that fails at everything is parked at the limit; when resumed, it retries all events', async () => {
  let isBroken = true
  const broken = noting('broken', async () => {
    if (isBroken) throw new Error('It is about the reaction.')
  })
  const sound = noting('sound')
  // As if 99 had been set aside before.
  const before: string[] = []
  for (let place = 0; place < 99; place++) before.push(await tierFor())
  for await (const batch of eventStore.follow({ from: null, batchSize: 500, signal: AbortSignal.timeout(60_000) })) {
    for (const entry of batch) if (entry.kind === 'fact') await progress.putAside('broken', placeOf(entry.fact), 'Error: Before.')
    const last = batch.at(-1)
    if (last) await progress.reach('broken', last.position)
    if ((await progress.putAsides()).length === 99) break
  }
  const [first, second] = [await tierFor(), await tierFor()]
  run(broken.reaction, sound.reaction)
  await expect.poll(parked, WAIT).toEqual(['broken'])
  await expect.poll(() => sound.met, WAIT).toEqual([...before, first, second])
  expect((await progress.putAsides()).length).toBe(100)
  const [incident] = await progress.parked()
  expect(incident).toMatchObject({
    incident: 'It has reached its limit of events set aside, and the next one failed: Error: It is about the reaction.',
    event: { streamName: streamOf(second) },
  })
  isBroken = false
  expect(await progress.resume('broken')).toBe(true)
  await expect.poll(() => broken.met.toSorted(), WAIT).toEqual([...before, first, second].toSorted())
  expect(await progress.resume('broken')).toBe(false)
  await expect.poll(() => progress.putAsides(), WAIT).toEqual([])
})

test('a reaction that waits for something external retries forever, is not parked, and delays no other', async () => {
  let isAway = true
  let attempts = 0
  const waiting = noting('waiting', async () => {
    attempts += 1
    if (isAway) throw new MailUnavailable('The mail server cannot be reached.')
  })
  const sound = noting('sound')
  const first = await tierFor()
  run(waiting.reaction, sound.reaction)
  // A reaction that fails for its own reasons is parked after six attempts.
  await expect.poll(() => attempts, { timeout: 60_000 }).toBeGreaterThan(6)
  const second = await tierFor()
  await expect.poll(() => sound.met, WAIT).toEqual([first, second])
  expect(await parked()).toEqual([])
  isAway = false
  await expect.poll(() => waiting.met, { timeout: 60_000 }).toEqual([first, second])
})

/** More events than a reaction lets wait, as many per stream as fit into an append. Returns who got tiers. */
async function manyTiers(): Promise<string[]> {
  const context = () => ({
    correlationId: 'test',
    causationId: 'test',
    commandId: randomUUID(),
    actorId: 'test',
    occurredAt: systemClock(),
  })
  const users = Array.from({ length: 6_000 }, () => randomUUID())
  for (let from = 0; from < users.length; from += 1_000)
    await eventStore.append(
      `subscription-${randomUUID()}`,
      'no_stream',
      users.slice(from, from + 1_000).map((userId) => ({
        id: randomUUID(),
        event: { type: 'TierChanged', data: { userId, from: 'free', to: 'basic', cause: 'granted', reason: null } },
        metadata: context(),
      })),
    )
  return users
}

test('a reaction far behind stops listening, and reads the log again when it has caught up', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = noting('slow', () => gate.promise)
  const sound = noting('sound')
  const users = await manyTiers()
  run(slow.reaction, sound.reaction)
  await expect.poll(() => sound.met.length, { timeout: 60_000 }).toBe(users.length)
  gate.resolve()
  await expect.poll(() => slow.met.length, { timeout: 60_000 }).toBe(users.length)
  expect(slow.met).toEqual(users)
  expect(sound.met).toEqual(users)
})

test('for a reaction far behind, the log is read only as far as it listens', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = noting('slow', () => gate.promise)
  const sound = noting('sound')
  const users = await manyTiers()
  const end = (await eventStore.head())?.commit
  run(sound.reaction)
  await expect.poll(async () => (await progress.checkpoints()).get('sound')?.commit, WAIT).toBe(end)
  await stop()

  let read = 0
  const counting: Pick<EventStore, 'follow' | 'readStream'> = {
    readStream: (...where) => eventStore.readStream(...where),
    follow: async function* (options) {
      for await (const batch of eventStore.follow(options)) {
        read += batch.length
        yield batch
      }
    },
  }
  runOn({ eventStore: counting, sql }, [slow.reaction, sound.reaction])
  const last = await tierFor()
  await expect.poll(() => sound.met.at(-1), WAIT).toBe(last)
  expect(sound.met).toEqual([...users, last])
  expect(read).toBeLessThan(users.length - 500)
  gate.resolve()
  await expect.poll(() => slow.met.length, { timeout: 60_000 }).toBe(users.length + 1)
  expect(slow.met).toEqual([...users, last])
})

test('a reaction waits without errors for a read model that is still being built', async () => {
  const warn = vi.spyOn(quietLogger, 'warn')
  let attempts = 0
  const { reaction, met } = noting('reads', async () => {
    attempts += 1
    await rowsIn(sql, policies).policies.where()
  })
  const userId = await tierFor()
  run(reaction)
  await expect.poll(() => attempts, WAIT).toBeGreaterThan(7)
  expect(await parked()).toEqual([])
  await createReadTables(sql, policies)
  await expect.poll(() => met, WAIT).toEqual([userId])
  expect(warn.mock.calls.filter(([about]) => JSON.stringify(about).includes('reads'))).toEqual([])
  warn.mockRestore()
})

test('a deferred event is retried separately, and another event in its place is not mistaken for it', async () => {
  let isClosed = true
  const choosy = noting('choosy', async () => {
    if (isClosed) throw new RetryLater('Later.')
  })
  const first = await tierFor()
  run(choosy.reaction)
  await expect.poll(async () => (await progress.deferred()).get('choosy')?.size, WAIT).toBe(1)
  await sql`
    INSERT INTO worker.deferred (reaction, event_id, stream_name, revision, attempts, next_attempt_at)
    VALUES ('choosy', ${randomUUID()}, ${`subscription-${await tierFor()}`}, 0, 1, now())`
  isClosed = false
  await expect.poll(async () => (await progress.deferred()).size, WAIT).toBe(0)
  expect(choosy.met.filter((userId) => userId === first)).toEqual([first])
  expect(new Set(choosy.met).size).toBe(choosy.met.length)
})

test('a log that was reset and has grown again parks everything, with a clear message, until an operator resumes it', async () => {
  const [one, other] = [noting('one'), noting('other')]
  const first = await tierFor()
  run(one.reaction, other.reaction)
  for (const name of ['one', 'other']) await expect.poll(() => checkpointOf(name), WAIT).toBeTypeOf('bigint')
  await stop()
  // As in a log that was restored from a backup and has grown past the checkpoint since.
  await sql`UPDATE worker.checkpoints SET event_id = gen_random_uuid() WHERE event_id IS NOT NULL`
  run(one.reaction, other.reaction)
  await expect.poll(parked, WAIT).toEqual(['one', 'other'])
  const [incident] = await progress.parked()
  expect(incident?.incident).toMatch(
    /^The log does not hold the event \S+ at position \d+, where it was read: it was set back, by a power cut or to an old backup\. Nothing is/,
  )
  expect(incident?.event).toBeNull()
  const health = await healthOf({ reactions: [one.reaction], jobs: [] }, sql, eventStore)
  expect(health).toMatchObject({ reactions: { one: { situation: 'parked', lag: 0 } } })
  const second = await tierFor()
  for (const name of await parked()) await progress.resume(name)
  // It is unknown what was appended before the checkpoints: reactions get all events again and check what is done.
  await expect
    .poll(() => [one.met.slice(1), other.met.slice(1)], WAIT)
    .toEqual([
      [first, second],
      [first, second],
    ])
  expect(await parked()).toEqual([])
})

test('a log reset behind events waiting in memory parks everything, including a reaction that is busy', async () => {
  const gate = Promise.withResolvers<void>()
  const [slow, broken] = [noting('slow', () => gate.promise), noting('broken')]
  const before = await somethingElse()
  await tierFor()
  await progress.park('broken', 'It failed.', { type: 'TierChanged', streamName: 'subscription-1', revision: '0' })
  // When it reconnects, the log ends before the event that it has already delivered.
  const setBack: ReactionsOptions<Nothing>['eventStore'] = {
    readStream: (name, revision) => eventStore.readStream(name, revision),
    async *follow(options) {
      let last = before
      for await (const batch of eventStore.follow(options)) {
        yield batch
        last = batch.at(-1)?.position ?? last
        if (last.commit !== before.commit) break
      }
      const reached = options.reached?.() ?? before
      expect(reached).toEqual(last)
      yield* eventStore.follow({ ...options, reached: () => ({ ...reached, eventId: randomUUID() }) })
    },
  }
  runOn({ eventStore: setBack, sql }, [slow.reaction, broken.reaction])
  await expect.poll(async () => (await progress.parked()).map(({ event }) => event), WAIT).toEqual([null, null])
  gate.resolve()
})

test('a reaction that handles several events at once is blocked by none, and its checkpoint waits for all', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = randomUUID()
  const { reaction, met } = noting('wide', (userId) => (userId === slow ? gate.promise : Promise.resolve()))
  run({ ...reaction, atOnce: 3 })
  const before = (await somethingElse()).commit
  await tierFor(slow)
  const others = [await tierFor(), await tierFor(), await tierFor(), await tierFor()]
  await expect.poll(() => [...met].sort(), WAIT).toEqual([...others].sort())
  expect((await checkpointOf('wide')) ?? before).toBeLessThanOrEqual(before)
  gate.resolve()
  await expect.poll(() => checkpointOf('wide'), WAIT).toBeGreaterThan(before)
  expect(met).toHaveLength(others.length + 1)
})

test('a checkpoint never moves backward', async () => {
  await progress.reach('one', { commit: 200n, prepare: 200n })
  await progress.reach('one', { commit: 100n, prepare: 100n })
  expect(await checkpointOf('one')).toBe(200n)
})
