import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { startOwnBenchProduct, writeLog } from './bench-product.ts'
import { atLeast, atMost, type BenchFigure, benchOf, untilDone } from './figures.ts'
import type { LogReading, WhatToRead } from './rebuild-run.ts'
import { interleaved, median, medianRatio } from './rounds.ts'

export const DAYS = 60
/** Fewer than a student produces in this many days. */
export const EVENTS_A_STUDENT = 220

interface Log {
  readonly rounds: number
  readonly events: number
  readonly students: number
}

const scales = {
  quick: { rounds: 1, events: 400, large: { rounds: 1, events: 400, students: 2 } },
  full: { rounds: 2, events: 100_000, large: { rounds: 1, events: 300_000, students: 20_000 } },
}

/**
 * Backfills of all read models, beside decoding the same log. Each reading is a process of its own, to tell its
 * processor time and memory.
 */
export const rebuilding = benchOf(scales, async ({ rounds, events, large }, log): Promise<BenchFigure[]> => {
  const small = await readLog({ rounds, events, students: Math.ceil(events / EVENTS_A_STUDENT) }, log)
  const much = large.events === events ? small : await readLog(large, log)
  return [
    ...ratios(small, atLeast('×', 0.75, 0.85)),
    ...ratios(much, atLeast('×', 0.6, 0.8)),
    {
      name: `memory of a backfill of ${inThousands(large.events)} events`,
      value: Math.max(...much.ours.map(({ memory }) => memory)),
      ...atMost('MB', 1_536),
      from: `the most that was resident, of ${large.students.toLocaleString('en-US')} students`,
    },
  ]
})

export const inThousands = (events: number): string => events.toLocaleString('en-US')

type Readings = { readonly events: number } & Readonly<Record<'ours' | 'raw' | 'one', readonly LogReading[]>>

function ratios({ events, ours, raw, one }: Readings, bounds: ReturnType<typeof atLeast>): BenchFigure[] {
  const rate = (readings: readonly LogReading[]) => readings.map(({ seconds }) => events / seconds)
  const cpu = (readings: readonly LogReading[]) => readings.map(({ cpuSeconds }) => (1e6 * cpuSeconds) / events)
  const seconds = (readings: readonly LogReading[]) => readings.map((reading) => reading.seconds)
  const over = `${ours.length} rounds over ${inThousands(events)} events`
  return [
    {
      name: `backfill of all read models, ${inThousands(events)} events, to decoding alone`,
      value: medianRatio(rate(ours), rate(raw)),
      ...bounds,
      from: `${median(rate(ours)).toFixed(0)}/s to ${median(rate(raw)).toFixed(0)}/s, ${over}`,
    },
    {
      name: `the same, processor time of an event, ${inThousands(events)} events`,
      value: medianRatio(cpu(ours), cpu(raw)),
      ...atMost('×', 2, 1.5),
      from: `${median(cpu(ours)).toFixed(1)} µs to ${median(cpu(raw)).toFixed(1)} µs, ${over}`,
    },
    {
      name: `rebuild of one small read model to a rebuild of all, ${inThousands(events)} events`,
      value: medianRatio(seconds(one), seconds(ours)),
      ...atMost('×', 0.2),
      from: `${median(seconds(one)).toFixed(1)} s to ${median(seconds(ours)).toFixed(1)} s, ${over}`,
    },
  ]
}

const readLog = ({ rounds, events, students }: Log, log: (line: string) => void): Promise<Readings> =>
  untilDone(async (ends) => {
    const bench = ends.use(await startOwnBenchProduct())
    const written = await writeLog(bench, firstOf(history({ seed: 1, students, days: DAYS }), events))
    if (written < events) throw new Error(`The history has ${written} events only.`)
    log(`the log holds ${inThousands(written)} events`)
    const read = (what: WhatToRead) => readingOf(what, { ...process.env, ...bench.product.environmentOf('projector') })
    const readings = await interleaved(
      rounds,
      { raw: () => read('decode'), ours: () => read('rebuild'), one: () => read('rebuild one') },
      (line) => log(`rebuild: ${line}`),
    )
    for (const reading of readings.raw) if (reading.events < events) throw new Error(`${reading.events} of ${events} events were read.`)
    return { events, ...readings }
  })

export async function readingOf(what: WhatToRead, env: NodeJS.ProcessEnv, folder = ''): Promise<LogReading> {
  const child = fork(new URL('rebuild-run.ts', import.meta.url), [what, folder], { env })
  const exited = once(child, 'exit')
  const told = await Promise.race([once(child, 'message'), exited.then(() => null)])
  if (!told) throw new Error(`The reading ended with code ${child.exitCode}.`)
  await exited
  return told[0] as LogReading
}

export function* firstOf(events: Iterable<HistoryEvent>, count: number): Generator<HistoryEvent> {
  let left = count
  for (const event of events) {
    yield event
    left -= 1
    if (left === 0) return
  }
}
