import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@medicready/local/postgres'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { persist } from '@medicready/platform/retry'
import { freePort } from '@medicready/platform/testing/free-port'
import { answersCountedIn, asLogEntries, history } from '@medicready/platform/testing/history'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { expect, onTestFinished, test } from 'vitest'

const readModels = [studyDays, userResponses]
const entries: readonly LogEntry[] = [...asLogEntries(history({ seed: 11, students: 60, days: 10, questionsPerModule: 3 }))]
const answers = answersCountedIn(entries)
const { signal } = new AbortController()

/** The number of a process of the server, by what it does. */
const processes: Record<string, (watch: Sql) => Promise<number | undefined>> = {
  'the whole server': async () => undefined,
  'the process of a COPY': async (watch) => (await watch<{ pid: number }[]>`SELECT pid FROM pg_stat_progress_copy`)[0]?.pid,
}

// The share of the log that is read by then; beyond 1, the rows are being written.
const moments = [0, 0.3, 0.6, 0.9]

test.each(Object.entries(processes))(
  'a rebuild while %s is killed fails, and is tried again until it is done',
  async (_, processOf) => {
    const folder = await mkdtemp(join(tmpdir(), 'medicready-rebuild-'))
    await chmod(folder, 0o755)
    const options = { directory: join(folder, 'postgres'), port: await freePort(), settings: { fsync: 'off' } }
    let server = await startPostgres(options)
    await migrate(server.url)
    const sql = connectPostgres(server.url, { name: 'rebuild', max: 16 })
    const watch = connectPostgres(server.url, { name: 'watch', max: 1 })
    onTestFinished(async () => {
      await Promise.all([sql.end({ timeout: 1 }), watch.end({ timeout: 1 })])
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })
    let left = [...moments]
    const kill = async () => {
      const pid = await processOf(watch)
      const isWhole = pid === undefined
      process.kill(pid ?? server.pid, 'SIGKILL')
      if (!isWhole) return
      await server.exited
      server = await startPostgres(options)
    }
    const replay = async function* () {
      for (let start = 0; start < entries.length; start += 100) {
        const [next] = left
        if (next !== undefined && start >= next * entries.length) {
          left = left.slice(1)
          await kill()
        }
        yield entries.slice(start, start + 100)
      }
    }
    let attempts = 0
    const again = () => {
      attempts++
      return rebuild({ postgresUrl: server.url, sql, eventStore: { replay, head: async () => null }, readModels, logger, signal })
    }
    const { results } = await persist(again, { signal, logger })
    expect(results.map(({ kind }) => kind)).toEqual(['live', 'live'])
    expect(attempts).toBeGreaterThan(1)
    const { user_responses } = rowsIn(sql, userResponses)
    expect(await persist(() => user_responses.where(), { signal, logger })).toHaveLength(answers)
  },
  120_000,
)
