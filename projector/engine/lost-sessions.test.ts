import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, isPostgresUnavailable, type Sql } from '@medicready/platform/postgres/connection'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test } from 'vitest'
import { questions } from '../read-models/questions/questions.ts'
import { studyDays } from '../read-models/study/study-days.ts'
import { userResponses } from '../read-models/study/user-responses.ts'
import { readModelRows } from '../testing/read-models.ts'
import { buildIn } from './builds.ts'
import { rebuild } from './rebuilding.ts'

const readModels = [questions, studyDays, userResponses]
const entries: readonly LogEntry[] = [...asLogEntries(history({ seed: 24, students: 6, days: 6, questionsPerModule: 2 }))]
const BATCH = 30
/** Calls `before` with each batch's number, and with null at the end of the log. */
const replaying = (before: (batch: number | null) => Promise<unknown> | undefined) => ({
  head: async () => null,
  replay: async function* () {
    for (let start = 0; start < entries.length; start += BATCH) {
      await before(start / BATCH)
      yield entries.slice(start, start + BATCH)
    }
    await before(null)
  },
})

async function database(): Promise<{ url: string; killer: Sql }> {
  const { url, drop } = await createTestDatabase()
  const killer = connectPostgres(url, { name: 'killer', max: 1 })
  onTestFinished(async () => {
    await killer.end({ timeout: 1 })
    await drop()
  })
  return { url, killer }
}

/** Drops all sessions at once, as often as wanted. */
const lose = (killer: Sql) =>
  killer`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'victim'`

test('a rebuild that loses its sessions at any moment fails as if Postgres were away, and the next one completes', async () => {
  const { url, killer } = await database()
  const { signal } = new AbortController()
  const run = async (eventStore: ReturnType<typeof replaying>) => {
    const sql = connectPostgres(url, { name: 'victim', max: 16 })
    try {
      return await rebuild({ postgresUrl: url, sql, eventStore, readModels, logger, signal }).then(
        () => null,
        (error: unknown) => error,
      )
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  const untouched = replaying(() => undefined)

  // While the log is read: halfway through, rows are on their way to Postgres.
  const batches = Math.ceil(entries.length / BATCH)
  for (const share of [0, 0.25, 0.5, 0.75, 0.99]) {
    const moment = Math.floor(share * batches)
    const error = await run(replaying((batch) => (batch === moment ? lose(killer) : undefined)))
    if (error !== null || share >= 0.5) expect(isPostgresUnavailable(error), String(error)).toBe(true)
  }
  // While the rows are copied and indexed: this many answers of Postgres after the end of the log.
  for (const answers of [0, 1, 2, 4, 8, 16, 32]) {
    const losing: { done?: Promise<unknown> } = {}
    const loseLater = async () => {
      for (let answer = 0; answer < answers; answer++) await killer`SELECT 1`
      await lose(killer)
    }
    const error = await run(
      replaying((batch) => {
        if (batch === null) losing.done = loseLater()
        return undefined
      }),
    )
    await losing.done
    if (error !== null) expect(isPostgresUnavailable(error), String(error)).toBe(true)
  }

  expect(await run(untouched)).toBe(null)
  for (const readModel of readModels) expect(await buildIn(killer, readModel, 'backfilling')).toBeNull()
  const bytes = await readModelRows(killer)
  expect(await run(untouched)).toBe(null)
  expect(await readModelRows(killer)).toEqual(bytes)
})
