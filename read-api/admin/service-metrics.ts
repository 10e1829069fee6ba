import type { SystemState } from '@medicready/domain/contract/admin/system'

/** Parsed from the Prometheus text format at `/metrics`. */

type Call = SystemState['calls'][number]
type Load = SystemState['services'][number]['load']

interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

const line = /^(\w+)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g
const numberIn = (text: string): number => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text))

export const samplesIn = (metrics: string): readonly Sample[] =>
  metrics.split('\n').flatMap((text) => {
    const [, name, labels = '', value = ''] = line.exec(text) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(label)].map(([, key = '', word = '']) => [key, word] as const)
    return [{ name, labels: new Map(pairs), value: numberIn(value) }]
  })

const CALLS = 'http_request_duration_seconds'
const ofOperators = /^\/(health|metrics)\b/

/** Whatever their outcome, without those of operators. */
export function callsIn(service: string, samples: readonly Sample[]): Call[] {
  const calls = new Map<string, Call & { readonly bounds: Map<number, number> }>()
  for (const { name, labels, value } of samples) {
    const [method = '', route = ''] = [labels.get('method'), labels.get('route')]
    if (!name.startsWith(CALLS) || ofOperators.test(route)) continue
    const key = `${method} ${route}`
    const call = calls.get(key) ?? { service, method, route, calls: 0, failed: 0, seconds: 0, within: [], bounds: new Map() }
    calls.set(key, call)
    const bound = numberIn(labels.get('le') ?? '')
    if (name === `${CALLS}_sum`) call.seconds += value
    else if (name === `${CALLS}_bucket` && Number.isFinite(bound)) call.bounds.set(bound, (call.bounds.get(bound) ?? 0) + value)
    else if (name === `${CALLS}_count`) {
      call.calls += value
      if (labels.get('status')?.startsWith('5')) call.failed += value
    }
  }
  return [...calls.values()].map(({ bounds, ...call }) => ({ ...call, within: [...bounds].toSorted(([one], [other]) => one - other) }))
}

const valueIn = (samples: readonly Sample[], wanted: string): number | null => samples.find(({ name }) => name === wanted)?.value ?? null

export function loadIn(samples: readonly Sample[]): Load {
  const [cpuSeconds, eventLoopSeconds] = [
    valueIn(samples, 'process_cpu_seconds_total'),
    valueIn(samples, 'nodejs_eventloop_lag_p99_seconds'),
  ]
  if (cpuSeconds === null || eventLoopSeconds === null) return null
  const sumOf = (wanted: string) => samples.reduce((sum, { name, value }) => (name === wanted ? sum + value : sum), 0)
  const stores = samples.filter(({ name }) => name === 'store_answer_seconds')
  return {
    cpuSeconds,
    eventLoopSeconds: Number.isFinite(eventLoopSeconds) ? eventLoopSeconds : 0,
    stores: stores.map(({ labels, value }) => ({ store: labels.get('store') ?? '', seconds: Number.isFinite(value) ? value : null })),
    waits: { count: sumOf('postgres_pool_wait_seconds_count'), seconds: sumOf('postgres_pool_wait_seconds_sum') },
  }
}

export function startIn(samples: readonly Sample[]): string | null {
  const seconds = valueIn(samples, 'process_start_time_seconds')
  return seconds === null ? null : new Date(1_000 * seconds).toISOString()
}

export const versionIn = (samples: readonly Sample[]): string | null =>
  samples.find(({ name }) => name === 'product_info')?.labels.get('version') ?? null
