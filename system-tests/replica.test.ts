import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@medicready/local/postgres'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { freePort } from '@medicready/platform/testing/free-port'
import { patience } from '@medicready/platform/testing/patience'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Checkpoints } from '@medicready/read-api/checkpoints'
import { expect, onTestFinished, test, vi } from 'vitest'

const readModel = { name: 'study/any' }

/** Two servers: the second is a copy of the first one's files and follows it by streaming replication. */
async function startPair() {
  const folder = mkdtempSync(join(tmpdir(), 'medicready-replica-'))
  chmodSync(folder, 0o755)
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  const [port, secondPort] = [await freePort(), await freePort()]
  const draft = await startPostgres({ directory: first, port })
  await migrate(draft.url)
  await draft.stop()
  execFileSync('cp', ['-a', first, second])
  writeFileSync(join(second, 'standby.signal'), '')
  const primary = await startPostgres({ directory: first, port })
  const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres password=postgres`
  const replica = await startPostgres({ directory: second, port: secondPort, settings: { primary_conninfo } })
  const sql = connectPostgres(primary.url, { name: 'primary', max: 3 })
  const replicaSql = connectPostgres(replica.url, { name: 'replica', max: 2 })
  const checkpoints = new Checkpoints(sql, quietLogger, replicaSql)
  onTestFinished(async () => {
    checkpoints.stop()
    await Promise.all([sql.end({ timeout: 1 }), replicaSql.end({ timeout: 1 })])
    await replica.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { sql, replica: replicaSql, checkpoints }
}

test.skipIf(process.platform === 'win32')('a replica that lags is waited for, and is not taken for current', async () => {
  const { sql, replica, checkpoints } = await startPair()
  expect((await replica`SELECT pg_is_in_recovery() AS is_replica`)[0]).toEqual({ is_replica: true })
  const projected = (commit: number) =>
    sql.begin(async (transaction) => {
      await transaction`
        INSERT INTO projector.checkpoints (read_model, version, build, state, commit_position, prepare_position)
        VALUES (${readModel.name}, 1, 1, 'live', ${commit}, ${commit})
        ON CONFLICT (read_model, build) DO UPDATE SET commit_position = excluded.commit_position`
      await transaction`SELECT pg_notify(${PROJECTED_CHANNEL}, ${`${commit} ${readModel.name}`})`
    })
  const shown = async () =>
    (await replica<{ commit_position: string }[]>`SELECT commit_position FROM projector.checkpoints`).map(
      ({ commit_position }) => commit_position,
    )

  checkpoints.start()
  await projected(100)
  await vi.waitFor(() => expect(checkpoints.of(readModel)).toBe(100n), patience)

  await replica`SELECT pg_wal_replay_pause()`
  await projected(200)
  expect(await checkpoints.reach([readModel], 200n)).toBe(false)
  expect(checkpoints.of(readModel)).toBe(100n)
  expect(await shown()).toEqual(['100'])

  const reaching = checkpoints.reach([readModel], 200n)
  await replica`SELECT pg_wal_replay_resume()`
  expect(await reaching).toBe(true)
  expect(await shown()).toEqual(['200'])

  // Nothing waits for this one, but what is cached by position must learn of it.
  await projected(300)
  await vi.waitFor(() => expect(checkpoints.of(readModel)).toBe(300n), patience)
})
