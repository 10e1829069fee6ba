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
const entries: readonly LogEntry[] = [...asLogEntries(history({ seed: 11, students: 12, days: 6, questionsPerModule: 3 }))]
const replay = async function* () {
  for (let start = 0; start < entries.length; start += 50) yield entries.slice(start, start + 50)
}

async function database(): Promise<{ url: string; killer: Sql }> {
  const { url, drop } = await createTestDatabase()
  const killer = connectPostgres(url, { name: 'killer', max: 1 })
  onTestFinished(async () => {
    await killer.end({ timeout: 1 })
    await drop()
  })
  return { url, killer }
}

/** Loses all sessions at once, as often as wanted. */
const lose = (killer: Sql) =>
  killer`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'victim'`

test('a rebuild that loses its sessions at whatever moment fails as when Postgres is away, and the next one completes', async () => {
  const { url, killer } = await database()
  const { signal } = new AbortController()
  const run = async (work: (running: Promise<unknown>) => Promise<void>) => {
    const sql = connectPostgres(url, { name: 'victim', max: 16 })
    const running = rebuild({ postgresUrl: url, sql, eventStore: { replay }, readModels, logger, signal })
    running.catch(() => undefined)
    try {
      await work(running)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  let failures = 0
  let isTooLate = false
  // A moment is so many answers of Postgres after the beginning.
  for (let moment = 1; !isTooLate; moment = Math.ceil(moment * 1.2))
    await run(async (running) => {
      let isOver = false
      const outcome = running.then(
        () => null,
        (error: unknown) => error,
      )
      void outcome.then(() => {
        isOver = true
      })
      for (let answers = 0; answers < moment && !isOver; answers++) await killer`SELECT 1`
      isTooLate = isOver
      await lose(killer)
      const error = await outcome
      if (error === null) return
      failures += 1
      expect(isPostgresUnavailable(error), String(error)).toBe(true)
    })
  expect(failures).toBeGreaterThan(2)
  await run(async (running) => {
    await running
  })
  for (const readModel of readModels) expect(await buildIn(killer, readModel, 'backfilling')).toBeNull()
  const bytes = await readModelRows(killer)
  await run(async (running) => {
    await running
  })
  expect(await readModelRows(killer)).toEqual(bytes)
}, 240_000)
