import { connectPostgres } from '@medicready/platform/postgres/connection'
import { PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Checkpoints } from './checkpoints.ts'

const any = { name: 'study/any' }

test('what was announced and then taken back by a crash of Postgres is not believed', async () => {
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
  await vi.waitFor(() => expect(checkpoints.of(any)).toBe(100n))
  await vi.waitFor(async () => {
    await other.notify(PROJECTED_CHANNEL, '200 study/any')
    expect(checkpoints.of(any)).toBe(200n)
  })

  await other`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  await vi.waitFor(() => sql`SELECT 1`)
  expect(checkpoints.of(any)).not.toBe(200n)
  await vi.waitFor(() => expect(checkpoints.of(any)).toBe(100n))
  expect(await checkpoints.reach([any], 200n)).toBe(false)

  await vi.waitFor(async () => {
    await other.notify(PROJECTED_CHANNEL, '300 study/any')
    expect(checkpoints.of(any)).toBe(300n)
  })
})
