import 'fake-indexeddb/auto'
import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ownContext } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { ExamQuestion } from '@medicready/domain/contract/exams/exams'
import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { anyAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { drawForSession, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createApi } from '../web/src/api/client.ts'
import { openOfflineDatabase, type WaitingAnswer } from '../web/src/offline/database.ts'
import { Outbox } from '../web/src/offline/outbox.ts'
import { expectModules, ownProduct, patience, signUp } from './one-student.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

const { product, client, mails } = await ownProduct()
const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = product.environment
const sql = connectPostgres(POSTGRES_URL, { name: 'test' })
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY), logger: quietLogger })
beforeAll(() => product.startAll())
afterAll(async () => {
  await eventStore.close()
  await sql.end()
})

/** Chooses a module, and waits until that can be read. */
async function chooseAModule(bearer: string): Promise<void> {
  const { consistencyToken } = await client.call('POST /api/user/modules', { bearer, body: { module: 'Trauma' } })
  await expectModules(client, bearer, consistencyToken, ['Trauma'])
}

/** What an operator calls, as by `npm run rebuild` and `npm run worker`. */
const operate = (service: 'command-api' | 'projector' | 'worker', entry: string, ...args: readonly string[]) =>
  run(process.execPath, [join(root, entry), ...args], { env: { ...process.env, ...product.environmentOf(service) } })

/** Which part is killed while the answer to a question of an exam is on its way, by the question's place. */
const killedAt: Readonly<Record<number, 'command-api' | 'event-store' | 'projector'>> = {
  3: 'command-api',
  4: 'command-api',
  6: 'event-store',
  9: 'projector',
}

test('an exam continues after kill -9: at the same question, with the same clock, and with the decisions in its log', async () => {
  const email = 'examinee@students.example'
  const bearer = await signUp(client, mails, email)
  await operate('command-api', 'command-api/operator.ts', 'account', 'set-tier', email, 'premium')
  const body = { examType: 'module_specific' as const, targetModules: ['Trauma'] }
  const started = await client.call('POST /api/practice-exams/start', { bearer, body, idempotencyKey: 'one-exam' })
  const params = started.body
  const read = async (consistencyToken: bigint | null) => {
    const request = { bearer, params, consistencyToken: consistencyToken ?? 0n }
    const [exam, questions] = await Promise.all([
      client.call('GET /api/practice-exams/{examId}', request),
      client.call('GET /api/practice-exams/{examId}/questions', request),
    ])
    expect([exam.isStale, questions.isStale]).toEqual([false, false])
    return { exam: exam.body, questions: questions.body }
  }
  const { exam: begun, questions } = await vi.waitFor(() => read(started.consistencyToken), patience)
  let next: ExamQuestion | undefined = questions[0]
  const given: string[] = []
  while (next) {
    const { order, id, asked } = next
    given.push(id)
    const send = () =>
      client.call('POST /api/practice-exams/{examId}/answer', {
        bearer,
        params,
        body: { questionId: id, answer: anyAnswerTo(asked.item), timeSpentSeconds: 1 },
        idempotencyKey: `answer-${order}`,
      })
    const killed = killedAt[order]
    const onItsWay = send()
    if (killed) {
      // Whether it still arrived is not known.
      await Promise.all([product.kill(killed), onItsWay.catch(() => undefined)])
      await product.start(killed)
    }
    const answered = killed ? await vi.waitFor(send, patience) : await onItsWay
    expect(answered.body).toMatchObject({ questionsAnswered: order, examCompleted: answered.body.nextQuestion === null })
    if (killed) {
      const { exam, questions } = await vi.waitFor(() => read(answered.consistencyToken), patience)
      expect(exam).toMatchObject({ deadline: begun.deadline, questionsAnswered: order, isCompleted: false })
      expect(questions.map((question) => [question.id, question.isAnswered])).toEqual([
        ...given.map((id) => [id, true]),
        [answered.body.nextQuestion?.id, false],
      ])
    }
    next = answered.body.nextQuestion ?? undefined
  }
  expect(new Set(given).size).toBe(given.length)
  expect(given.length).toBeGreaterThanOrEqual(begun.minItems)
  const replayed = await operate('command-api', 'command-api/operator.ts', 'exam', 'replay', begun.id)
  expect(replayed.stdout).toContain(`${given.length + 2} facts were decided again, and each is the same.`)
})

const ANSWERS = 200
const DAY_MILLISECONDS = 86_400_000

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

const incident = /was set back, by a power cut or to an old backup/

/** What the log of the stand-in can be set back by is its file. */
describe.runIf(inject('eventStoreIsStandIn'))('a log that was set back, as by a power cut or an old backup (the stand-in alone)', () => {
  test('parks all read models that are ahead of it, with an incident in plain words, and a rebuild fixes it', async () => {
    const log = join(product.folder, 'event-store')
    const copy = join(product.folder, 'an-older-copy')
    await product.kill('event-store')
    await cp(log, copy, { recursive: true })
    await product.start('event-store')
    await chooseAModule(await signUp(client, mails, 'before@students.example'))

    await product.kill('event-store')
    await rm(log, { recursive: true })
    await cp(copy, log, { recursive: true })
    await product.start('event-store')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).toMatch(incident)
    }, patience)

    await operate('projector', 'projector/rebuild.ts', 'all')
    await operate('worker', 'command-api/operator.ts', 'worker', 'resume', 'all')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).not.toMatch(incident)
    }, patience)
    await chooseAModule(await signUp(client, mails, 'after@students.example'))
  })
})
