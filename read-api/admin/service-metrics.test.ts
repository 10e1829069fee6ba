import { expect, test } from 'vitest'
import { callsIn, loadIn, samplesIn, startIn, versionIn } from './service-metrics.ts'

const metrics = `# HELP http_request_duration_seconds How long requests took, by route.
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/api/cards",status="200"} 98
http_request_duration_seconds_bucket{le="0.05",service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_bucket{le="+Inf",service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_sum{service="read-api",method="GET",route="/api/cards",status="200"} 0.5
http_request_duration_seconds_count{service="read-api",method="GET",route="/api/cards",status="200"} 99
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/api/cards",status="503"} 1
http_request_duration_seconds_bucket{le="0.05",service="read-api",method="GET",route="/api/cards",status="503"} 1
http_request_duration_seconds_bucket{le="+Inf",service="read-api",method="GET",route="/api/cards",status="503"} 1
http_request_duration_seconds_sum{service="read-api",method="GET",route="/api/cards",status="503"} 0.5
http_request_duration_seconds_count{service="read-api",method="GET",route="/api/cards",status="503"} 1
http_request_duration_seconds_bucket{le="0.01",service="read-api",method="GET",route="/metrics",status="200"} 1
http_request_duration_seconds_count{service="read-api",method="GET",route="/health/ready",status="200"} 1
process_start_time_seconds{service="read-api"} 1772366400
process_cpu_seconds_total{service="read-api"} 12.5
nodejs_eventloop_lag_p99_seconds{service="read-api"} 0.011
store_answer_seconds{store="event store",service="read-api"} +Inf
store_answer_seconds{store="postgres",service="read-api"} 0.002
postgres_pool_wait_seconds_sum{service="read-api",pool="read-api"} 0.25
postgres_pool_wait_seconds_count{service="read-api",pool="read-api"} 4
postgres_pool_wait_seconds_count{service="read-api",pool="sessions"} 1
product_info{version="1.2.3",service="read-api"} 1
`

test('what a service has done and how it does is read from its metrics, without the calls of operators', () => {
  const samples = samplesIn(metrics)
  expect(callsIn('read-api', samples)).toEqual([
    {
      service: 'read-api',
      method: 'GET',
      route: '/api/cards',
      calls: 100,
      failed: 1,
      seconds: 1,
      within: [
        [0.01, 99],
        [0.05, 100],
      ],
    },
  ])
  const stores = [
    { store: 'event store', seconds: null },
    { store: 'postgres', seconds: 0.002 },
  ]
  const waits = { count: 5, seconds: 0.25 }
  expect(loadIn(samples)).toEqual({ cpuSeconds: 12.5, eventLoopSeconds: 0.011, stores, waits })
  expect([startIn(samples), versionIn(samples)]).toEqual(['2026-03-01T12:00:00.000Z', '1.2.3'])
})

test('a service that does not answer has no figures', () => {
  expect([loadIn([]), startIn([]), versionIn([]), callsIn('worker', [])]).toEqual([null, null, null, []])
})
