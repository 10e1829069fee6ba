import type { SystemState } from '@medicready/domain/contract/admin/system'

/** Parsed from the Prometheus text format at `/metrics`. */

type CallFigures = SystemState['slowestCalls'][number]

interface Histogram {
  readonly method: string
  readonly route: string
  calls: number
  seconds: number
  /** Cumulative counts by upper bound in seconds. */
  readonly bounds: Map<number, number>
}

const NAME = 'http_request_duration_seconds'
const line = new RegExp(`^${NAME}_(bucket|sum|count)\\{(.*)\\} (\\S+)$`)
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g
const labelsOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(label)].map(([, name = '', value = '']) => [name, value]))

export function callsIn(service: string, metrics: string): CallFigures[] {
  const histograms = new Map<string, Histogram>()
  for (const text of metrics.split('\n')) {
    const [, part, labelled = '', value = ''] = line.exec(text) ?? []
    if (part === undefined) continue
    const labels = labelsOf(labelled)
    const [method, route] = [labels.get('method') ?? '', labels.get('route') ?? '']
    if (!route.startsWith('/api/')) continue
    const key = `${method} ${route}`
    const histogram = histograms.get(key) ?? { method, route, calls: 0, seconds: 0, bounds: new Map() }
    histograms.set(key, histogram)
    if (part === 'count') histogram.calls += Number(value)
    else if (part === 'sum') histogram.seconds += Number(value)
    else {
      const bound = Number(labels.get('le') === '+Inf' ? Number.POSITIVE_INFINITY : labels.get('le'))
      histogram.bounds.set(bound, (histogram.bounds.get(bound) ?? 0) + Number(value))
    }
  }
  return [...histograms.values()].map((histogram) => figuresOf(service, histogram))
}

const figuresOf = (service: string, histogram: Histogram): CallFigures => ({
  service,
  method: histogram.method,
  route: histogram.route,
  calls: histogram.calls,
  meanMilliseconds: histogram.calls === 0 ? 0 : Math.round((10_000 * histogram.seconds) / histogram.calls) / 10,
  p50Milliseconds: within(histogram, 0.5),
  p99Milliseconds: within(histogram, 0.99),
})

function within({ calls, bounds }: Histogram, share: number): number | null {
  const found = [...bounds].toSorted(([one], [other]) => one - other).find(([, count]) => count >= share * calls)
  return found === undefined || found[0] === Number.POSITIVE_INFINITY ? null : 1_000 * found[0]
}

const longest = Number.POSITIVE_INFINITY
export const slowest = (calls: readonly CallFigures[], count: number): CallFigures[] =>
  calls
    .toSorted(
      (one, other) =>
        (other.p99Milliseconds ?? longest) - (one.p99Milliseconds ?? longest) || other.meanMilliseconds - one.meanMilliseconds,
    )
    .slice(0, count)

export function startIn(metrics: string): string | null {
  const [, seconds] = /^process_start_time_seconds(?:\{.*\})? (\S+)$/m.exec(metrics) ?? []
  return seconds === undefined ? null : new Date(1_000 * Number(seconds)).toISOString()
}

export function versionIn(metrics: string): string | null {
  const [, labels = ''] = /^product_info\{(.*)\} 1$/m.exec(metrics) ?? []
  return labelsOf(labels).get('version') ?? null
}
