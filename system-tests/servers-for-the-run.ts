import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { startPostgres, stopOrphan } from '@medicready/local/postgres'
import { runningProcess } from '@medicready/local/running-process'
import { freePort } from '@medicready/platform/testing/free-port'
import type {} from '@medicready/platform/testing/push-service'
import type {} from '@medicready/platform/testing/stripe'
import type { TestProject } from 'vitest/node'

const entry = (file: string) => fileURLToPath(new URL(`../local/${file}`, import.meta.url))
const prefix = 'medicready-tests-'

/** A killed run leaves its server behind. The folder's name has its pid. */
async function sweep() {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN)
    if (Number.isNaN(pid) || runningProcess(pid)) continue
    const folder = join(tmpdir(), name)
    if (existsSync(join(folder, 'postgres'))) await stopOrphan(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * One PostgreSQL server for all test files, and the programs of the other outside services, which test files start
 * themselves.
 */
export default async function setup(project: TestProject) {
  if (process.platform !== 'win32') await sweep()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  // PostgreSQL may run as another user, who must reach its data.
  await chmod(folder, 0o755)
  const server = await startPostgres({
    directory: join(folder, 'postgres'),
    port: await freePort(),
    database: 'postgres',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  })
  project.provide('postgresUrl', server.url)
  const { command, isStandIn } = eventStoreProgram()
  project.provide('eventStoreServer', [...command])
  project.provide('eventStoreIsStandIn', isStandIn)
  project.provide('eventStoreStandIn', isStandIn ? new URL('../local/eventstoredb/start.ts', import.meta.url).href : null)
  project.provide('inboxServer', [process.execPath, entry('inbox.ts')])
  project.provide('stripeServer', [process.execPath, entry('stripe/server.ts')])
  project.provide('pushServer', [process.execPath, entry('push/server.ts')])
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
