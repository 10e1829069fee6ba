import 'fake-indexeddb/auto'
import { ownContext } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { drawForSession, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApi } from '../web/src/api/client.ts'
import { openOfflineDatabase, type WaitingAnswer } from '../web/src/offline/database.ts'
import { Outbox } from '../web/src/offline/outbox.ts'
import { ownProduct, patience, signUp } from './one-student.ts'

const ANSWERS = 200
const DAY_MILLISECONDS = 86_400_000

const { product, client, mails } = await ownProduct()
const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = product.environment
const sql = connectPostgres(POSTGRES_URL, { name: 'test' })
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY), logger: quietLogger })
beforeAll(() => product.startAll())
afterAll(async () => {
  await eventStore.close()
  await sql.end()
})

/** The network of a browser: every now and then it loses what is sent, or what comes back. */
function flappingNetwork(bearer: string, chance: () => number) {
  const { COMMAND_API_URL, READ_API_URL } = product.environment
  return createApi({
    fetch: async (input, init) => {
      const origin = init?.method === 'GET' ? READ_API_URL : COMMAND_API_URL
      const fate = chance()
      if (fate < 0.08) throw new TypeError('Failed to fetch')
      const answer = await fetch(`${origin}${String(input)}`, init)
      if (fate < 0.16) throw new TypeError('Failed to fetch')
      return answer
    },
    authToken: { read: () => bearer, keep: () => undefined, clear: () => undefined },
    newIdempotencyKey: uuidV4,
    origin: '',
  })
}

test(`${ANSWERS} answers of two days without a connection count once each, on the day on which they were given`, async () => {
  const bearer = await signUp(client, mails, 'traveller@students.example')
  const { id: userId } = (await vi.waitFor(() => client.call('GET /api/auth/user', { bearer }), patience)).body
  const commands = new Commands(eventStore)
  const today = new Date().toISOString().slice(0, 10)
  const days = [addDays(today, -1), today]

  // What each day has delivered, while there still was a connection.
  const bank = (await readBank(bankDirectory)).filter(({ item, scenario }) => item.kind === 'multiple_choice' && scenario === null)
  const asked = bank.slice(0, ANSWERS).map(({ id, module, item }, place) => {
    const option = item.kind === 'multiple_choice' ? (item.options[0]?.id ?? '') : ''
    return {
      questionId: questionIdOf(id),
      module,
      date: days[place % 2] ?? today,
      answer: { kind: 'multiple_choice', option } as ItemAnswer,
    }
  })
  for (const date of days) {
    const candidates = asked.flatMap(({ questionId, module, date: of }) =>
      of === date ? [{ questionId, questionVersion: 1, module, set: null, ...asItStands }] : [],
    )
    const draw = { userId, date, mode: 'practice', studySessionId: uuidV4(), dailyLimit: UNLIMITED, candidates, count: ANSWERS } as const
    await commands.execute(
      studyDayAggregate,
      studyDayId(userId, date),
      drawForSession(draw),
      ownContext('test', () => `${date}T00:00:01.000Z`),
    )
  }

  // Given in any order, and each stored right away.
  let seed = 7
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const api = flappingNetwork(bearer, chance)
  const openBrowser = async () =>
    new Outbox({
      database: await openOfflineDatabase('traveller'),
      locks: navigator.locks,
      whoIsSignedIn: async () => ({ userId: (await api('GET /api/auth/user')).id, skew: 0 }),
      send: (body, idempotencyKey) => api('POST /api/user/responses', { body, idempotencyKey }),
      changed: () => undefined,
    })
  const given = asked
    .map((question) => ({ question, place: chance() }))
    .sort((one, other) => one.place - other.place)
    .map(({ question: { questionId, date, answer } }, place): WaitingAnswer => {
      const givenAt = Math.min(Date.now(), Date.parse(`${date}T00:10:00.000Z`) + place * 1_000)
      const body = { questionId, answer, timeSpent: 4 }
      return { id: uuidV4(), userId, questionId, studySessionId: null, stem: '', answer, body, givenAt, refusal: null }
    })
  const firstBrowser = await openBrowser()
  for (const answer of given) await firstBrowser.keep(answer)

  // It is back: for moments, in browsers that are closed and opened again, to a server that is killed meanwhile.
  const killed = new Map([
    [3, 'command-api'],
    [6, 'event-store'],
    [9, 'read-api'],
    [12, 'command-api'],
  ] as const)
  let left = given.length
  for (let round = 1; left > 0 && round <= 500; round++) {
    const [one, other] = [await openBrowser(), await openBrowser()]
    const sending = Promise.all([one.send(userId), other.send(userId)])
    const victim = killed.get(round as 3)
    if (victim) {
      await product.kill(victim)
      await sending
      await product.start(victim)
    } else await sending
    const waiting = await one.waiting(userId)
    expect(waiting.filter(({ refusal }) => refusal !== null)).toEqual([])
    left = waiting.length
  }
  expect(left).toBe(0)

  const facts = (await Promise.all(days.map((date) => eventStore.readStream(`studyDay-${studyDayId(userId, date)}`)))).flat()
  const recorded = facts.flatMap(({ type, data }) => (type === 'AnswerSubmitted' ? [data] : []))
  expect(recorded.map(({ questionId, date, answer }) => `${questionId} ${date} ${JSON.stringify(answer)}`).sort()).toEqual(
    asked.map(({ questionId, date, answer }) => `${questionId} ${date} ${JSON.stringify(answer)}`).sort(),
  )
  for (const { date, givenAt } of recorded)
    if (givenAt !== null) expect(Date.parse(givenAt) - Date.parse(date)).toBeLessThan(DAY_MILLISECONDS)

  await vi.waitFor(async () => {
    const { body } = await client.call('GET /api/user/stats', { bearer })
    const ofDay = (date: string) => body.weeklyProgress.find((day) => day.date === date)?.answered
    expect([body.totalAnswered, ...days.map(ofDay)]).toEqual([ANSWERS, ANSWERS / 2, ANSWERS / 2])
    // Whichever day's answers came first.
    expect(body.studyStreak).toBe(2)
  }, patience)
  expect(product.unexpectedEnds).toEqual([])
})
