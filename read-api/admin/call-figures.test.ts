import { expect, test } from 'vitest'
import { callsIn, slowest, startIn, versionIn } from './call-figures.ts'

const metrics = `# HELP http_request_duration_seconds How long requests took, by route.
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/api/cards",status="200"} 98
http_request_duration_seconds_bucket{le="0.05",service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_bucket{le="+Inf",service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_sum{service="read-api",method="GET",route="/api/cards",status="200"} 0.5
http_request_duration_seconds_count{service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/api/cards",status="401"} 1
http_request_duration_seconds_bucket{le="0.05",service="read-api",method="GET",route="/api/cards",status="401"} 1
http_request_duration_seconds_bucket{le="+Inf",service="read-api",method="GET",route="/api/cards",status="401"} 1
http_request_duration_seconds_sum{service="read-api",method="GET",route="/api/cards",status="401"} 0.5
http_request_duration_seconds_count{service="read-api",method="GET",route="/api/cards",status="401"} 1
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/metrics",status="200"} 0
http_request_duration_seconds_bucket{le="+Inf",service="read-api",method="GET",route="/api/slow",status="200"} 1
http_request_duration_seconds_sum{service="read-api",method="GET",route="/api/slow",status="200"} 9
http_request_duration_seconds_count{service="read-api",method="GET",route="/api/slow",status="200"} 1
process_start_time_seconds{service="read-api"} 1772366400
product_info{version="1.2.3",service="read-api"} 1
`

test('calls are listed with any outcome, the slowest first, without those of operators', () => {
  const calls = callsIn('read-api', metrics)
  const cards = {
    service: 'read-api',
    method: 'GET',
    route: '/api/cards',
    calls: 100,
    meanMilliseconds: 10,
    p50Milliseconds: 10,
    p99Milliseconds: 10,
  }
  expect(calls).toContainEqual(cards)
  expect(slowest(calls, 1)).toMatchObject([{ route: '/api/slow', p99Milliseconds: null }])
})

test('a service reports its start time and version', () => {
  expect(startIn(metrics)).toBe('2026-03-01T12:00:00.000Z')
  expect(versionIn(metrics)).toBe('1.2.3')
  expect([startIn(''), versionIn('')]).toEqual([null, null])
})
