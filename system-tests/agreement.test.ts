import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { Chance } from '@medicready/platform/testing/chance'
import { answersCountedBy, appendHistory, history } from '@medicready/platform/testing/history'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { patience } from '@medicready/platform/testing/patience'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { replay } from '@medicready/projector/engine/replays'
import { exportLog } from '@medicready/projector/export/export-log'
import { openExport } from '@medicready/projector/export/read-export'
import { users } from '@medicready/projector/read-models/accounts/users'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { learning } from '@medicready/projector/read-models/admin/learning'
import { practiceExams } from '@medicready/projector/read-models/exams/practice-exams'
import { cards } from '@medicready/projector/read-models/study/cards'
import { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import { studyStreaks } from '@medicready/projector/read-models/study/study-streaks'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { afterAll, expect, test, vi } from 'vitest'
import { agreedFigures, countingViews, figuresAlone, type ShownFigures } from './agreed-figures.ts'
import { ownBackend } from './backend.ts'
import { signIn } from './bench/bench-product.ts'
import { codeCreated, type Happened, noon, planOf, type Stream, tutorFrom, tutoringOf, WAYS } from './population/lives.ts'

/** More by hand: `AGREEMENT_ANSWERS=200000 npm test system-tests/agreement.test.ts`. */
const ANSWERS = Number(process.env.AGREEMENT_ANSWERS ?? 10_000)
const STUDENTS = Math.ceil(ANSWERS / 200)
const DAYS = 75
const bound = { ...patience, timeout: patience.timeout + 5 * ANSWERS }
const today = new Date().toISOString().slice(0, 10)
const firstDay = addDays(today, -DAYS)

const backend = await ownBackend()
const { eventStore, ownerSql: sql } = backend

/** Returns the number of answers. */
async function live(): Promise<number> {
  const past = [...history({ seed: 21, students: STUDENTS, days: DAYS, firstDay, questionsPerModule: 12, practiceQuestions: 30 })]
  // Many streams at once are not in order, but no answer may come before its student.
  const { true: accounts = [], false: others = [] } = Object.groupBy(past, ({ streamName }) => `${/^(account|email)-/.test(streamName)}`)
  for (const events of [accounts, others]) await appendHistory(eventStore, events)
  const registered = past.filter(({ fact }) => fact.type === 'AccountRegistered')
  const tutorId = registered[0]?.metadata.actorId ?? ''
  const chance = new Chance(22)
  const code = { codeId: chance.uuid(), code: 'SPRING' }
  const terms = { discountType: 'percentage', discountValue: 20, grantsTier: null } as const
  const odds = { upgrade: 0.3, refund: 0.25, refundFails: 0.5, dispute: 0.3, leave: 0.4, comesBack: 0.5 }
  const streams: Stream[] = [
    tutorFrom(tutorId, tutorId, firstDay),
    [`discountCode-${code.code}`, [{ day: firstDay, fact: codeCreated(code, 'Spring', tutorId, terms) }]],
    ...registered.flatMap(({ metadata: { actorId: userId, occurredAt } }, number) => {
      const begin = addDays(occurredAt.slice(0, 10), chance.below(6))
      const plan = { userId, number, begin, before: today, chance, odds, code: number % 3 === 0 ? code : undefined }
      return [...planOf(plan), ...tutoringOf({ userId, tutorId, way: number % WAYS, chance }, addDays(begin, 2), today)]
    }),
  ]
  const byDay = ({ day: one }: Happened, { day: other }: Happened) => one.localeCompare(other)
  // The history has streams of subscriptions, too.
  for (const [name, own] of Map.groupBy(streams, ([name]) => name.replace(/^subscription-.*/, '$&-paid'))) {
    const happened = own.flatMap(([, happened]) => happened).toSorted(byDay)
    await backend.append(
      name,
      happened.map(({ day, fact }) => ({ fact, at: noon(day) })),
    )
  }
  return past.reduce((answers, { fact }) => answers + answersCountedBy(fact), 0)
}

async function shown(): Promise<ShownFigures> {
  const { token } = await backend.signedIn('admin')
  backend.show(await eventStore.head())
  const asked = { token, query: { asOf: today } }
  const performance = await backend.done('GET /api/admin/performance', asked)
  const students = await backend.every<AdminStudent>('GET /api/admin/students', { token, query: { limit: '50' } })
  const answersByModule = new Map<ModuleName, number>()
  let cards = 0
  const tokens = await signIn(
    sql,
    students.map(({ id }) => id),
  )
  for (const [index, { subscriptionTier }] of students.entries()) {
    const token = tokens[index]
    const { modules } = await backend.done('GET /api/user/stats', { token })
    for (const { module, totalQuestions } of modules) answersByModule.set(module, (answersByModule.get(module) ?? 0) + totalQuestions)
    if (subscriptionTier !== 'free') cards += (await backend.every('GET /api/review/cards', { token, query: { limit: '50' } })).length
  }
  const alone = figuresAlone.map(async (figure) => {
    const { value } = await backend.done('GET /api/admin/figures/{figure}', { ...asked, params: { figure } })
    return [figure, value] as const
  })
  return {
    performance,
    revenue: await backend.done('GET /api/admin/revenue', asked),
    subscriptions: await backend.done('GET /api/admin/subscriptions', asked),
    tutoring: await backend.done('GET /api/admin/tutoring-figures', asked),
    figures: new Map(await Promise.all(alone)),
    facts: new Map((await backend.done('GET /api/analyst/facts', { token, query: {} })).map(({ type, count }) => [type, count])),
    students,
    answersByModule,
    cards,
  }
}

async function replayed() {
  const into = 'as_of_now'
  const readModels = [figures, learning, userProgress, studySessions, practiceExams, cards, studyStreaks, users]
  const stores = { postgresUrl: backend.environment.POSTGRES_URL, sql, eventStore, logger: quietLogger }
  await replay({ ...stores, readModels, into, asOf: new Date().toISOString(), signal: AbortSignal.timeout(bound.timeout) })
  return (query: string) =>
    sql.begin(async (tx) => {
      await tx.unsafe(`SET LOCAL search_path TO ${into}`)
      return Object.values((await tx.unsafe(query))[0] ?? {})[0]
    })
}

async function exported() {
  const path = await mkdtemp(join(tmpdir(), 'medicready-agreement-'))
  afterAll(() => rm(path, { recursive: true }))
  const selection = { fromDay: null, toDay: null, types: null }
  const vault = new Vault(sql, testMasterKey)
  // Without read models, so that only facts can answer.
  await exportLog({ path, selection, reason: 'To compare it.', sql, eventStore, vault, readModels: [] })
  const connection = await openExport(path)
  await connection.run(countingViews)
  return async (query: string) => (await connection.runAndReadAll(query)).getRowsJson()[0]?.[0]
}

test('dashboards, a replay, and an export come to the same figures', { timeout: 5 * bound.timeout }, async () => {
  expect(await live()).toBeGreaterThan(ANSWERS)
  // A large history takes longer than a call waits.
  await vi.waitFor(backend.shown, bound)
  const onDashboards = await shown()
  const [inReplay, inExport] = [await replayed(), await exported()]
  const figures: [name: string, shown: unknown, replayed: number, exported: number][] = []
  for (const { name, shown, replayed, exported } of agreedFigures(today))
    figures.push([name, shown(onDashboards), Number(await inReplay(replayed)), Number(await inExport(exported))])
  expect(figures).toEqual(figures.map(([name, shown]) => [name, shown, shown, shown]))
  // A figure of nothing would show nothing.
  expect(figures.filter(([, shown]) => !shown)).toEqual([])
})
