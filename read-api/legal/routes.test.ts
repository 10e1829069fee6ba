import { createHash, randomUUID } from 'node:crypto'
import type { PublishedPolicy } from '@medicready/domain/legal/policy'
import { legalDocumentIds, legalDocuments } from '@medicready/domain/legal/shown/legal-documents'
import { policiesOf } from '@medicready/platform/legal/read-legal-text'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'

/** An announced change after today's files. */
function nextOf(policy: PublishedPolicy): PublishedPolicy {
  const change = { version: 2, lastUpdated: '2026-03-02', effectiveDate: '2026-04-01', changes: 'Thirty days.' }
  const text = policy.text
    .replace(
      'version: 1\nlastUpdated: 2025-01-01\neffectiveDate: 2025-01-01',
      'version: 2\nlastUpdated: 2026-03-02\neffectiveDate: 2026-04-01',
    )
    .replace('within 14 days of your first payment |', 'within 30 days of your first payment |')
  return { ...policy, ...change, text, hash: createHash('sha256').update(text).digest('hex') }
}

let api: TestReadApi
const ask = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })
const json = async (url: string) => (await ask(url)).json()

beforeAll(async () => {
  api = await startTestReadApi()
  api.clock.now = '2026-03-02T12:00:00.000Z'
  for (const id of legalDocumentIds) {
    const first = policiesOf(id)
    const versions = id === 'refund' ? [...first, ...first.slice(0, 1).map(nextOf)] : first
    const facts = versions.map((data) => ({
      id: randomUUID(),
      event: { type: 'PolicyPublished', data } as const,
      metadata: { correlationId: 'test', causationId: 'test', commandId: randomUUID(), actorId: 'setup', occurredAt: api.clock.now },
    }))
    await api.eventStore.append(`policy-${id}`, 'no_stream', facts)
  }
  api.startProjector()
  await vi.waitFor(async () => expect(await json('/api/legal/history')).toHaveLength(legalDocumentIds.length + 1), { timeout: 60_000 })
})
afterAll(() => api.close())

test('a version applies from its effective date, and the previous one until then', async () => {
  const standings = async () =>
    (await json('/api/legal/history')).flatMap(({ id, version, standing }: { id: string; version: number; standing: string }) =>
      id === 'refund' ? [[version, standing]] : [],
    )
  const listed = async () => (await json('/api/legal/documents')).find(({ id }: { id: string }) => id === 'refund')

  expect(await standings()).toEqual([
    [2, 'announced'],
    [1, 'current'],
  ])
  expect(await listed()).toMatchObject({ version: 1, icon: 'receipt', lastUpdated: '2025-01-01' })
  expect(await json('/api/legal/documents/refund')).toMatchObject({
    version: 1,
    standing: 'current',
    announced: { version: 2, effectiveDate: '2026-04-01' },
  })
  expect(await json('/api/legal/documents/refund?version=2')).toMatchObject({ version: 2, standing: 'announced' })

  api.clock.now = '2026-04-01T00:00:00.000Z'
  expect(await standings()).toEqual([
    [2, 'current'],
    [1, 'former'],
  ])
  expect(await listed()).toMatchObject({ version: 2, lastUpdated: '2026-03-02' })
  expect(await json('/api/legal/documents/refund')).toMatchObject({ version: 2, standing: 'current', announced: null })
  api.clock.now = '2026-03-02T12:00:00.000Z'
})

test('the changes of a version are shown word by word; the first has none', async () => {
  const [section, ...others] = await json('/api/legal/documents/refund/changes?version=2')
  expect(others).toEqual([])
  expect(section).toMatchObject({ title: 'In short', change: 'changed' })
  expect(section.lines).toEqual([
    {
      change: 'reworded',
      words: [
        { text: 'A new subscription, within ', change: 'same' },
        { text: '14', change: 'removed' },
        { text: '30', change: 'added' },
        { text: ' days of your first payment | All of it', change: 'same' },
      ],
    },
  ])
  expect(await json('/api/legal/documents/refund/changes?version=1')).toEqual([])
})

test('an unknown document is refused', async () => {
  expect((await ask('/api/legal/documents/refund?version=3')).statusCode).toBe(404)
  expect((await ask('/api/legal/documents/refund/pdf?version=3')).statusCode).toBe(404)
  expect((await ask('/api/legal/documents/nothing')).statusCode).toBe(400)
  expect((await ask('/api/legal/documents/refund?version=0')).statusCode).toBe(400)
})

test('each version has its own PDF, which is requested again only if it changed', async () => {
  const pdf = await ask('/api/legal/documents/refund/pdf')
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="MedicReady Refund Policy (version 1).pdf"',
    'cache-control': 'public, no-cache',
  })
  const etag = String(pdf.headers.etag)
  const again = await ask('/api/legal/documents/refund/pdf?version=1', { 'if-none-match': `W/${etag}` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const next = await ask('/api/legal/documents/refund/pdf?version=2', { 'if-none-match': etag })
  expect([next.statusCode, next.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="MedicReady Refund Policy (version 2).pdf"',
  ])
})

test('the ZIP contains the ten current documents and is the same each time', async () => {
  const [one, other] = await Promise.all([ask('/api/legal/all.zip'), ask('/api/legal/all.zip')])
  expect(one.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="MedicReady policies.zip"',
  })
  expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
  const files = unzipSync(one.rawPayload)
  expect(Object.keys(files)).toHaveLength(Object.keys(legalDocuments).length)
  const { rawPayload } = await ask('/api/legal/documents/refund/pdf')
  expect(Buffer.from(files['MedicReady Refund Policy (version 1).pdf'] ?? []).equals(rawPayload)).toBe(true)
})
