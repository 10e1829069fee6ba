import type { ServiceName, SystemState } from '@medicready/domain/contract/admin/system'

/** Services count from their start on: what they do now is the difference between two answers. */

export const KEPT_MINUTES = 15
const MINUTE_SECONDS = 60
const KEPT_SECONDS = KEPT_MINUTES * MINUTE_SECONDS

type Call = SystemState['calls'][number]

const serviceIn = ({ services }: SystemState, wanted: ServiceName) => services.find(({ name }) => name === wanted)

export const loadOf = (system: SystemState, name: ServiceName) => serviceIn(system, name)?.load ?? null

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
