import { createHash } from 'node:crypto'
import { png } from '@medicready/command-api/testing/images'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import { sessionLike } from '@medicready/platform/postgres/connection'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const patience = { timeout: 60_000, interval: 25 }

const backend = await ownBackend()
const token = (await backend.signedIn('educator')).token

test('an upload whose process is killed after storing the bytes and before responding can be sent again', async () => {
  const bytes = png(320, 240)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const process = await backend.startProcess('command-api')
  onTestFinished(async () => void (await process.end('SIGKILL')))
  const stored = () => backend.ownerSql`SELECT bytes FROM pictures.images WHERE hash = ${hash}`

  // Another upload of the same image that is not done yet: the one to be killed waits for it.
  const other = sessionLike(backend.ownerSql)
  onTestFinished(() => other.end({ timeout: 1 }))
  await other`BEGIN`
  await other`INSERT INTO pictures.images VALUES (${hash}, 'image/png', 320, 240, ${bytes}, now())`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const upload = fetch(`${process.address}/api/admin/pictures`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const unanswered = expect(upload).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => {
    const waiting = await backend.ownerSql`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO pictures.images%'`
    expect(waiting).toHaveLength(1)
  }, patience)
  // It is stopped before it can hear that its own is stored.
  process.signal('SIGSTOP')
  await other`ROLLBACK`
  await vi.waitFor(async () => expect(await stored()).toEqual([{ bytes }]), patience)
  await Promise.all([process.end('SIGKILL'), unanswered])

  const again = await backend.send('POST /api/admin/pictures', { token, body: bytes, headers })
  expect([again.statusCode, again.json()]).toEqual([200, { hash, mediaType: 'image/png', width: 320, height: 240 }])
  expect(await stored()).toEqual([{ bytes }])
  const picture = JSON.stringify({ kind: 'image', ...again.json<StoredPicture>(), alt: 'A dark field.' })
  const served = await backend.send('GET /api/admin/pictures/drawing', { token, query: { picture } })
  expect([served.statusCode, served.headers['content-type'], served.rawPayload]).toEqual([200, 'image/png', bytes])
})
