import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { png } from '@medicready/command-api/testing/images'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import { sessionLike } from '@medicready/platform/postgres/connection'
import { freePort } from '@medicready/platform/testing/free-port'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Backend, startBackend } from './backend.ts'

const patience = { timeout: 60_000, interval: 25 }
const path = '/api/admin/pictures'

let backend: Backend
let token: string
beforeAll(async () => {
  backend = await startBackend()
  token = (await backend.signedIn('educator')).token
})
afterAll(() => backend.close())

/** One more command API, as a process that can be killed. */
async function startCommandApi() {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL('../command-api/server.ts', import.meta.url))], {
    env: { ...process.env, ...backend.commandApiEnvironment, COMMAND_API_PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200), patience)
  return { child, address }
}

test('an upload whose process is killed after storing the bytes and before responding can be sent again', async () => {
  const bytes = png(320, 240)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const { child, address } = await startCommandApi()
  const killed = once(child, 'exit')
  const stored = () => backend.ownerSql`SELECT bytes FROM pictures.images WHERE hash = ${hash}`

  // Another upload of the same image that is not done yet: the one to be killed waits for it.
  const other = sessionLike(backend.ownerSql)
  onTestFinished(() => other.end({ timeout: 1 }))
  await other`BEGIN`
  await other`INSERT INTO pictures.images VALUES (${hash}, 'image/png', 320, 240, ${bytes}, now())`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const upload = fetch(`${address}${path}`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const unanswered = expect(upload).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => {
    const waiting = await backend.ownerSql`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO pictures.images%'`
    expect(waiting).toHaveLength(1)
  }, patience)
  // It is stopped before it can hear that its own is stored.
  child.kill('SIGSTOP')
  await other`ROLLBACK`
  await vi.waitFor(async () => expect(await stored()).toEqual([{ bytes }]), patience)
  child.kill('SIGKILL')
  await Promise.all([killed, unanswered])

  const again = await backend.send('POST /api/admin/pictures', path, { token, body: bytes, headers })
  expect([again.statusCode, again.json()]).toEqual([200, { hash, mediaType: 'image/png', width: 320, height: 240 }])
  expect(await stored()).toEqual([{ bytes }])
  const picture = encodeURIComponent(JSON.stringify({ kind: 'image', ...again.json<StoredPicture>(), alt: 'A dark field.' }))
  const served = await backend.send('GET /api/admin/pictures/drawing', `/api/admin/pictures/drawing?picture=${picture}`, { token })
  expect([served.statusCode, served.headers['content-type'], served.rawPayload]).toEqual([200, 'image/png', bytes])
})
