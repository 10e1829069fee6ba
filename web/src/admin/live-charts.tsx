import type { ServiceName, SystemState } from '@medicready/domain/contract/admin/system'
import { numberOf } from '../dashboards/amounts.ts'
import { ChartPanel, Pair } from '../dashboards/chart-panel.tsx'
import { Lines } from '../ui/charts/lines.tsx'

/** Services count from their start on: what they do now is the difference between two answers. */

export const KEPT_MINUTES = 15
const MINUTE_SECONDS = 60
const KEPT_SECONDS = KEPT_MINUTES * MINUTE_SECONDS

type Call = SystemState['calls'][number]

const serviceIn = ({ services }: SystemState, wanted: ServiceName) => services.find(({ name }) => name === wanted)

const loadOf = (system: SystemState, name: ServiceName) => serviceIn(system, name)?.load ?? null

/** Instances of a service may answer in turn. */
function isOfSameProcess(one: SystemState, other: SystemState, name: ServiceName): boolean {
  const startedAt = serviceIn(one, name)?.startedAt
  return startedAt !== undefined && startedAt !== null && startedAt === serviceIn(other, name)?.startedAt
}

const secondsBetween = (before: SystemState, after: SystemState): number => (Date.parse(after.at) - Date.parse(before.at)) / 1_000

const keyOf = ({ service, method, route }: Call): string => `${service} ${method} ${route}`

/** Of services whose process is another by now, nothing is known. */
export function callsBetween(before: SystemState, after: SystemState): readonly Call[] {
  const earlier = new Map(before.calls.map((call) => [keyOf(call), call]))
  const known = new Set(after.services.flatMap(({ name }) => (isOfSameProcess(before, after, name) ? [name as string] : [])))
  return after.calls.flatMap((call) => {
    const then = earlier.get(keyOf(call))
    if (!known.has(call.service) || call.calls === (then?.calls ?? 0)) return []
    const counts = new Map(then?.within)
    return {
      ...call,
      calls: call.calls - (then?.calls ?? 0),
      failed: call.failed - (then?.failed ?? 0),
      seconds: call.seconds - (then?.seconds ?? 0),
      within: call.within.map(([bound, count]): [number, number] => [bound, count - (counts.get(bound) ?? 0)]),
    }
  })
}

/** Within its bounds, answers are taken to be spread evenly. Null if it is beyond the last bound, or without calls. */
export function secondsWithin(calls: readonly Call[], share: number): number | null {
  const counts = new Map<number, number>()
  for (const { within } of calls) for (const [bound, count] of within) counts.set(bound, (counts.get(bound) ?? 0) + count)
  const wanted = share * calls.reduce((sum, call) => sum + call.calls, 0)
  let [lower, before] = [0, 0]
  for (const [bound, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    if (count > 0 && count >= wanted) return lower + ((bound - lower) * (wanted - before)) / (count - before)
    ;[lower, before] = [bound, count]
  }
  return null
}

interface Work {
  readonly callsPerSecond: number
  readonly failedPerSecond: number
  readonly calls: readonly Call[]
  /** For a connection to PostgreSQL, on average; null if nothing waited. */
  readonly waitSeconds: number | null
  /** 1 is one processor core. */
  readonly processors: number
}

function workOf(name: ServiceName, before: SystemState, after: SystemState): Work | null {
  const [then, now] = [loadOf(before, name), loadOf(after, name)]
  const seconds = secondsBetween(before, after)
  if (!then || !now || seconds <= 0 || !isOfSameProcess(before, after, name)) return null
  const waits = now.waits.count - then.waits.count
  const calls = callsBetween(before, after).filter(({ service }) => service === name)
  return {
    calls,
    callsPerSecond: calls.reduce((sum, call) => sum + call.calls, 0) / seconds,
    failedPerSecond: calls.reduce((sum, { failed }) => sum + failed, 0) / seconds,
    waitSeconds: waits > 0 ? (now.waits.seconds - then.waits.seconds) / waits : null,
    processors: (now.cpuSeconds - then.cpuSeconds) / seconds,
  }
}

/** An answer, and what each service did since the one before of the same process. */
export interface Moment {
  readonly system: SystemState
  readonly work: ReadonlyMap<ServiceName, Work | null>
}

const workSince = (name: ServiceName, before: Moment | undefined, after: SystemState): Work | null =>
  before ? workOf(name, before.system, after) : null

export function withAnswer(moments: readonly Moment[], system: SystemState): readonly Moment[] {
  if (moments.at(-1)?.system.at === system.at) return moments
  const kept = moments.filter((moment) => secondsBetween(moment.system, system) <= KEPT_SECONDS)
  const latest = (name: ServiceName) => kept.findLast((moment) => isOfSameProcess(moment.system, system, name))
  return [...kept, { system, work: new Map(system.services.map(({ name }) => [name, workSince(name, latest(name), system)])) }]
}

export function workOfLastMinute(name: ServiceName, moments: readonly Moment[]): Work | null {
  const after = moments.at(-1)?.system
  const isWithin = ({ system }: Moment) =>
    after !== undefined && secondsBetween(system, after) <= MINUTE_SECONDS && isOfSameProcess(system, after, name)
  return after ? workSince(name, moments.find(isWithin), after) : null
}

/** By shape too, not only by color. */
const looks: Readonly<Record<ServiceName, string>> = {
  edge: 'stroke-muted',
  'command-api': 'stroke-brand',
  'read-api': 'stroke-ink [stroke-dasharray:7_3]',
  projector: 'stroke-ok [stroke-dasharray:2_3]',
  worker: 'stroke-warn [stroke-dasharray:7_3_2_3]',
}
/** The first answer only says where the counts begin. */
const FEWEST = 2
const thoseOfCalls = ['edge', 'command-api', 'read-api'] as const

export const shortNumber = (value: number): string =>
  value >= 10 || Number.isInteger(value) ? numberOf(Math.round(value)) : value.toFixed(1)
const times = (factor: number) => (value: number | null) => (value === null ? null : factor * value)
const milliseconds = times(1_000)
const percentOf = times(100)
const kilobytes = times(1 / 1_024)
export const millisecondsOf = (seconds: number): string => `${shortNumber(1_000 * seconds)} ms`
export const processorsOf = (processors: number): string => `${shortNumber(100 * processors)}%`

interface LiveLine {
  readonly name: string
  readonly look: string
  readonly of: (moment: Moment) => number | null
}

interface LiveChartProps {
  title: string
  explanation: string
  moments: readonly Moment[]
  lines: readonly LiveLine[]
  unit?: string
  /** Smaller maxima would show noise. */
  most: number
}

function LiveChart({ title, explanation, moments, lines, unit = '', most }: LiveChartProps) {
  const points = moments.slice(1).map((moment) => ({ at: moment.system.at.slice(11, 19), values: lines.map(({ of }) => of(moment)) }))
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? '–' : `${shortNumber(value)}${unit}`)
  const highest = Math.max(most, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <ChartPanel
      title={title}
      explanation={explanation}
      chart={
        <Lines
          label={`${title}, at most the last ${KEPT_MINUTES} minutes`}
          pointsLabel={`${title} by time`}
          lines={lines}
          points={points.map(({ at, values }) => ({
            tick: at,
            values,
            words: `${at}: ${lines.map(({ name }, of) => `${name} ${shown(values[of])}`).join(', ')}`,
          }))}
          format={shortNumber}
          most={highest}
          height={180}
        />
      }
      columns={['Time (UTC)', ...lines.map(({ name }) => name)]}
      rows={points.toReversed().map(({ at, values }) => [at, ...values.map(shown)])}
    />
  )
}

/** Null while nothing is known of any. */
function furthest(followers: readonly { readonly lag: number | null }[]): number | null {
  const lags = followers.flatMap(({ lag }) => lag ?? [])
  return lags.length === 0 ? null : Math.max(...lags)
}

const linesOf = (names: readonly ServiceName[], of: (moment: Moment, name: ServiceName) => number | null) =>
  names.map((name) => ({ name, look: looks[name], of: (moment: Moment) => of(moment, name) }))

export function LiveCharts({ moments }: { moments: readonly Moment[] }) {
  const services = moments.at(-1)?.system.services.map(({ name }) => name) ?? []
  if (moments.length < FEWEST) return <p className="text-sm text-muted">The charts of what happens now begin in a few seconds.</p>
  return (
    <Pair>
      <LiveChart
        title="Calls per second"
        explanation="The edge passes each call on to an API, and also serves pages and files."
        moments={moments}
        lines={linesOf(thoseOfCalls, ({ work }, name) => work.get(name)?.callsPerSecond ?? null)}
        most={1}
      />
      <LiveChart
        title="99% of answers within"
        explanation="Of the calls since the point before. There is none without calls."
        moments={moments}
        lines={linesOf(thoseOfCalls, ({ work }, name) => milliseconds(secondsWithin(work.get(name)?.calls ?? [], 0.99)))}
        unit=" ms"
        most={50}
      />
      <LiveChart
        title="Event loop delay"
        explanation="99% of delays were shorter. A service that is too busy cannot answer in time."
        moments={moments}
        lines={linesOf(services, ({ system }, name) => milliseconds(loadOf(system, name)?.eventLoopSeconds ?? null))}
        unit=" ms"
        most={50}
      />
      <LiveChart
        title="Processor time"
        explanation="100% is one core."
        moments={moments}
        lines={linesOf(services, ({ work }, name) => percentOf(work.get(name)?.processors ?? null))}
        unit="%"
        most={100}
      />
      <LiveChart
        title="Behind the end of the log"
        explanation="Kilobytes of the log, of the read model and the reaction that is furthest behind."
        moments={moments}
        lines={[
          { name: 'Read models', look: looks['command-api'], of: ({ system }) => kilobytes(furthest(system.readModels)) },
          { name: 'Reactions', look: looks['read-api'], of: ({ system }) => kilobytes(furthest(system.reactions)) },
        ]}
        unit=" KB"
        most={10}
      />
      <LiveChart
        title="Failed calls per second"
        explanation="Answered with a status of 500 or above: an error of ours, or a store that is away."
        moments={moments}
        lines={linesOf(thoseOfCalls, ({ work }, name) => work.get(name)?.failedPerSecond ?? null)}
        most={1}
      />
    </Pair>
  )
}
