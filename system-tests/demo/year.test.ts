import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankDirectory, readBank } from '@medicready/command-api/questions/load-bank'
import type { FactType } from '@medicready/domain/events'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { asLogEntries } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { backfill } from '@medicready/projector/engine/backfill'
import { makeLive, openEmpty } from '@medicready/projector/engine/builds'
import { advanceTogether, LiveFold } from '@medicready/projector/engine/live-fold'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { readModels } from '@medicready/projector/read-models/all'
import { readModelRows } from '@medicready/projector/testing/read-models'
import { expect, onTestFinished, test } from 'vitest'
import { liveThrough } from './year.ts'

const { signal } = new AbortController()
const QUESTIONS = 100
const ofTheBusiness = readModels.filter(({ name }) => /^(billing|tutoring|admin)\//.test(name))

/** The school is small: with another seed, some of this may not happen in so few months. */
const happening: readonly FactType[] = [
  'CodeRedeemed',
  'PaymentFailed',
  'FreePeriodGranted',
  'RefundIssued',
  'SubscriptionEnded',
  'TutoringRefunded',
  'TutoringSessionRated',
  'TutorPayoutReported',
  'QuestionReviewResolved',
]

/** Some months of a small school, in which happens what the demonstration has. */
async function someMonths(): Promise<readonly LogEntry[]> {
  const directory = await mkdtemp(join(tmpdir(), 'medicready-months-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { events } = await liveThrough({
    seed: 479,
    students: 24,
    days: 110,
    namedKeepPlans: false,
    firstDay: '2026-01-05',
    bank: await readBank(bankDirectory),
    hashEmail: async (email) => createHash('sha256').update(email).digest('hex'),
    stripe: { directory, secretKey: 'sk_test_of_tests_of_tests', webhookSecret: 'whsec_of_tests_of_tests' },
  })
  // What concerns them, and of the bank a part: each event is folded alone once.
  const concerning = events.filter(({ fact: { type } }) => ofTheBusiness.some(({ on }) => on[type] !== undefined))
  let questions = 0
  return [...asLogEntries(concerning.filter(({ fact: { type } }) => type !== 'QuestionAdded' || ++questions <= QUESTIONS))]
}

async function database(): Promise<Sql> {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, projectorSession('test'))
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  return sql
}

/** As the projector folds what arrives, all read models together. */
async function foldedBy(batchSize: number, entries: readonly LogEntry[]): Promise<Record<string, string[]>> {
  const sql = await database()
  const opened = ofTheBusiness.map(async (readModel) => ({ readModel, build: await openEmpty(sql, readModel) }))
  const folds = (await Promise.all(opened)).map((live) => new LiveFold({ ...live, sql, state: 'live', logger, signal }))
  for (let start = 0; start < entries.length; start += batchSize) {
    const outcomes = await advanceTogether(folds, entries.slice(start, start + batchSize), { sql, logger, signal })
    expect(outcomes.filter(({ kind }) => kind !== 'advanced')).toEqual([])
  }
  return readModelRows(sql)
}

async function backfilled(entries: readonly LogEntry[]): Promise<Record<string, string[]>> {
  const sql = await database()
  const replay = async function* () {
    for (let start = 0; start < entries.length; start += 100) yield entries.slice(start, start + 100)
  }
  const built = await backfill({
    sql,
    eventStore: { replay, head: async () => null },
    readModels: ofTheBusiness,
    logger,
    signal,
    rowsInMemory: 100,
  })
  expect(built.failed).toEqual([])
  await sql.begin(async (tx) => {
    for (const { readModel, build } of built.backfilled) await makeLive(tx, readModel, build)
  })
  return readModelRows(sql)
}

test('a year of a school leaves the same bytes in batches of 1, 7, and 500 events and in a backfill', async () => {
  const entries = await someMonths()
  const types = new Set(entries.flatMap((entry) => (entry.kind === 'fact' ? entry.fact.type : [])))
  expect(happening.filter((type) => !types.has(type))).toEqual([])
  const bytes = await foldedBy(500, entries)
  // The demo has no disputes, and every refund arrives.
  expect(Object.entries(bytes).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual(['payment_problems'])
  for (const batchSize of [1, 7]) expect(await foldedBy(batchSize, entries)).toEqual(bytes)
  expect(await backfilled(entries)).toEqual(bytes)
}, 300_000)
