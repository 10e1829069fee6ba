import { setTimeout as sleep } from 'node:timers/promises'
import { numbersFrom } from '@medicready/domain/core/seeded-numbers'

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const p50 = (loads: readonly Load[]): number[] => loads.map(({ latencies }) => percentile(latencies, 0.5))
export const p99 = (loads: readonly Load[]): number[] => loads.map(({ latencies }) => percentile(latencies, 0.99))
export const rate = (loads: readonly Load[]): number[] => loads.map(({ perSecond }) => perSecond)

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Runs every contender once a round, in an order that rotates: other load on the machine then falls on all of them. */
export async function interleaved<Name extends string, Measured>(
  rounds: number,
  contenders: Readonly<Record<Name, (round: number) => Promise<Measured>>>,
  log: (line: string) => void = () => {},
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name
      measured[name].push(await contenders[name](round))
    }
    log(`round ${round + 1} of ${rounds}`)
  }
  return measured
}

export const medianRatio = (ours: readonly number[], raw: readonly number[]): number =>
  median(ours.map((value, round) => value / (raw[round] ?? Number.NaN)))

/** A contender that tells how many milliseconds it took. */
export const timed = (work: (round: number) => Promise<unknown>) => async (round: number) => {
  const start = performance.now()
  await work(round)
  return performance.now() - start
}

export interface Load {
  readonly perSecond: number
  readonly latencies: readonly number[]
}

/** So many clients at once, each doing one operation after the other until all are done. */
export async function closedLoop(clients: number, count: number, work: (index: number, client: number) => Promise<unknown>): Promise<Load> {
  const latencies: number[] = []
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (next < count) {
        const index = next++
        const begin = performance.now()
        await work(index, client)
        latencies.push(performance.now() - begin)
      }
    }),
  )
  return { perSecond: (count * 1_000) / (performance.now() - start), latencies }
}

/**
 * Work that comes at random at a mean rate, whether or not earlier work is done. Latencies count from when it was due.
 */
export async function openLoop(perSecond: number, count: number, work: (index: number) => Promise<unknown>): Promise<Load> {
  const numbers = numbersFrom(`open loop ${perSecond} ${count}`)
  const running: Promise<number>[] = []
  const start = performance.now()
  let due = start
  const measured = async (index: number, since: number) => {
    await work(index)
    return performance.now() - since
  }
  for (let index = 0; index < count; index++) {
    due -= (Math.log((numbers() + 1) / 2 ** 32) * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    running.push(measured(index, due))
  }
  const latencies = await Promise.all(running)
  return { perSecond: (count * 1_000) / (performance.now() - start), latencies }
}
