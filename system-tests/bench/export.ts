import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { ExportFolder } from '@medicready/projector/export/export-folder'
import { startOwnBenchProduct, writeLog } from './bench-product.ts'
import { atLeast, atMost, type BenchFigure, benchOf, untilDone } from './figures.ts'
import { DAYS, EVENTS_A_STUDENT, firstOf, inThousands, readingOf } from './rebuild.ts'
import { interleaved, median, medianRatio } from './rounds.ts'

const scales = { quick: { rounds: 1, events: 400 }, full: { rounds: 2, events: 100_000 } }

/** Facts to Parquet files, beside decoding the same log. */
export const exporting = benchOf(
  scales,
  ({ rounds, events }, log): Promise<BenchFigure[]> =>
    untilDone(async (ends) => {
      const bench = ends.use(await startOwnBenchProduct())
      let characters = 0
      const past = counted(firstOf(history({ seed: 1, students: Math.ceil(events / EVENTS_A_STUDENT), days: DAYS }), events), (event) => {
        characters += JSON.stringify([event.fact.data, event.metadata]).length
      })
      await writeLog(bench, past)
      log(`the log holds ${inThousands(events)} events`)
      const home = await mkdtemp(join(tmpdir(), 'medicready-export-'))
      ends.defer(() => rm(home, { recursive: true }))
      let exports = 0
      const readings = await interleaved(
        rounds,
        {
          raw: () => readingOf('decode', { ...process.env, ...bench.product.environmentOf('projector') }),
          ours: () => readingOf('export', { ...process.env, ...bench.product.environmentOf('worker') }, join(home, String(++exports))),
        },
        (line) => log(`export: ${line}`),
      )
      const rates = (of: keyof typeof readings) => readings[of].map((reading) => reading.events / reading.seconds)
      const manifest = await new ExportFolder(join(home, '1')).read('manifest.json')
      const bytes = manifest?.facts.reduce((sum, file) => sum + file.bytes, 0) ?? Number.NaN
      const over = `${rounds} rounds over ${inThousands(events)} events`
      return [
        {
          name: 'export of all facts to decoding alone',
          value: medianRatio(rates('ours'), rates('raw')),
          ...atLeast('×', 0.5, 0.7),
          from: `${median(rates('ours')).toFixed(0)}/s to ${median(rates('raw')).toFixed(0)}/s, ${over}`,
        },
        {
          name: 'memory of an export',
          value: Math.max(...readings.ours.map(({ memory }) => memory)),
          ...atMost('MB', 1_536),
          from: `the most that was resident, ${over}`,
        },
        {
          name: 'size of an export to the JSON of its events',
          value: bytes / characters,
          ...atMost('×', 0.5),
          from: `${(bytes / 1e6).toFixed(1)} MB to ${(characters / 1e6).toFixed(1)} MB`,
        },
      ]
    }),
)

function* counted(events: Iterable<HistoryEvent>, count: (event: HistoryEvent) => void): Generator<HistoryEvent> {
  for (const event of events) {
    count(event)
    yield event
  }
}
