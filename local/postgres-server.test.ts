import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@medicready/platform/testing/free-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accepts } from './ports.ts'
import { runningProcess } from './running-process.ts'

let folder: string
let port: number
let child: ChildProcess

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medicready-postgres-'))
  await chmod(folder, 0o755)
  port = await freePort()
  const entry = fileURLToPath(new URL('./postgres-server.ts', import.meta.url))
  child = spawn(process.execPath, [entry], { env: { ...process.env, DATA_DIR: folder, POSTGRES_PORT: String(port) }, stdio: 'ignore' })
})

afterEach(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const serverPid = () => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const within = { timeout: 60_000, interval: 5 }

test('a signal that comes while it is starting leaves no server behind', async () => {
  await vi.waitFor(() => expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(true), within)
  const pid = serverPid()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(runningProcess(pid)).toBeUndefined()
})

test('a signal that comes while the data directory is being created leaves no server behind', async () => {
  await vi.waitFor(() => expect(existsSync(join(folder, 'postgres.new'))).toBe(true), within)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('it exits with code 1 when the server is killed, so that it is restarted', async () => {
  await vi.waitFor(async () => expect(await accepts('127.0.0.1', port)).toBe(true), within)
  const ended = once(child, 'exit')
  process.kill(serverPid(), 'SIGKILL')
  expect(await ended).toEqual([1, null])
})
