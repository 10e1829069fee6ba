import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { LOG_HEAD_CHANNEL, LOG_HEAD_WANTED_CHANNEL, PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { patience } from '@medicready/platform/testing/patience'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Checkpoints } from './checkpoints.ts'

const any = { name: 'study/any' }

/** Checkpoints of a read model that is at position 100. */
async function startCheckpoints() {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test', max: 2 })
  const other = connectPostgres(url, { name: 'other', max: 1 })
  const checkpoints = new Checkpoints(sql, quietLogger)
  onTestFinished(async () => {
    checkpoints.stop()
    await Promise.all([sql.end({ timeout: 1 }), other.end({ timeout: 1 })])
    await drop()
  })
  await other`
    INSERT INTO projector.checkpoints (read_model, version, build, state, commit_position, prepare_position)
    VALUES ('study/any', 1, 1, 'live', 100, 100)`
  checkpoints.start()
  await vi.waitFor(() => expect(checkpoints.of(any)).toBe(100n), patience)
  return { checkpoints, sql, other }
}

/** A projector that reports the end of the log. Returns how often it was asked. */
async function tellHead(sql: Sql, head: bigint): Promise<() => number> {
  let asked = 0
  await sql.listen(LOG_HEAD_WANTED_CHANNEL, (question) => {
    asked += 1
    void sql.notify(LOG_HEAD_CHANNEL, `${question} ${head}`)
  })
  return () => asked
}

test('a thousand readers with positions beyond the end of the log do not wait, and cause few queries', async () => {
  const { checkpoints, other } = await startCheckpoints()
  const asked = await tellHead(other, 500n)
  // Until the answers are heard.
  await vi.waitFor(async () => expect(await checkpoints.reach([any], 501n)).toBe(true), patience)
  const before = asked()
  const claimed = Array.from({ length: 1_000 }, (_, index) => 9_999_999_999_999_999_999n - BigInt(index))
  expect(new Set(await Promise.all(claimed.map((commit) => checkpoints.reach([any], commit))))).toEqual(new Set([true]))
  expect(asked() - before).toBeLessThanOrEqual(20)
})

test('positions in the log are waited for up to a second', async () => {
  const { checkpoints, other } = await startCheckpoints()
  await tellHead(other, 500n)
  expect(await checkpoints.reach([any], 500n)).toBe(false)
  const reaching = checkpoints.reach([any], 500n)
  await vi.waitFor(async () => {
    await other.notify(PROJECTED_CHANNEL, '500 study/any')
    expect(checkpoints.of(any)).toBe(500n)
  }, patience)
  expect(await reaching).toBe(true)
})

test('a position that was announced but lost in a Postgres crash is not believed', async () => {
  const { checkpoints, sql, other } = await startCheckpoints()
  await vi.waitFor(async () => {
    await other.notify(PROJECTED_CHANNEL, '200 study/any')
    expect(checkpoints.of(any)).toBe(200n)
  }, patience)

  await other`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  await vi.waitFor(() => sql`SELECT 1`, patience)
  expect(checkpoints.of(any)).not.toBe(200n)
  await vi.waitFor(() => expect(checkpoints.of(any)).toBe(100n), patience)
  expect(await checkpoints.reach([any], 200n)).toBe(false)

  await vi.waitFor(async () => {
    await other.notify(PROJECTED_CHANNEL, '300 study/any')
    expect(checkpoints.of(any)).toBe(300n)
  }, patience)
})
