import { ServiceStatus } from '@medicready/domain/contract/status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'

let api: TestReadApi

beforeAll(async () => {
  api = await startTestReadApi()
})
afterAll(() => api.close())

test('shows nothing before anything was measured', async () => {
  expect((await api.app.inject('/api/status')).json()).toEqual({ parts: [], outages: [] })
})

test('shows visitors the measurements of the last 90 days, without hosts or errors', async () => {
  api.clock.now = '2026-03-05T12:00:30.000Z'
  await api.sql`INSERT INTO status.parts VALUES ('answers', true, '2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')`
  await api.sql`INSERT INTO status.days VALUES ('answers', '2025-12-05', 9, 9), ('answers', '2025-12-06', 8, 8), ('answers', '2026-03-05', 720, 715)`
  await api.sql`
    INSERT INTO status.outages VALUES ('answers', '2025-11-01T00:00:00Z', '2025-11-01T01:00:00Z'), ('answers', '2026-03-05T09:55:00Z', '2026-03-05T10:00:00Z')`
  const told = ServiceStatus.parse((await api.app.inject('/api/status')).json())
  expect(told).toEqual({
    parts: [
      {
        part: 'answers',
        isUp: true,
        since: '2026-03-05T10:00:00.000Z',
        measuredAt: '2026-03-05T12:00:00.000Z',
        days: [
          { date: '2025-12-06', measured: 8, up: 8 },
          { date: '2026-03-05', measured: 720, up: 715 },
        ],
      },
    ],
    outages: [{ part: 'answers', from: '2026-03-05T09:55:00.000Z', until: '2026-03-05T10:00:00.000Z' }],
  })
})

test('tells the worker whether the other services are ready, at an address that visitors cannot reach', async () => {
  expect((await api.app.inject('/health/services')).json()).toEqual({ edge: false, 'command-api': false, projector: false })
})
