import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benches, inBrowser } from './bench/benches.ts'
import { asJson, asTable, type BenchFigure, isMissed } from './bench/figures.ts'

const usage = `Usage: npm run bench -- [commands] [rebuild] [export] [freshness] [reads] [questions] [accounts] [spacing] [analytics] [reviews] [cat]
                        [calibration] [exams] [readiness] [webhook] [admin] [reminders] [edge] [load] [lighthouse] [inp]
                        [--quick] [--rounds <number>] [--check] [--json <file>]

Measures the product against the raw client or the raw query, in turns in one run, and prints ratios of medians; and how fast and how
sound its pages are on a phone.
Without names, all run but lighthouse and inp, which need a browser. edge, lighthouse and inp need \`npm run build\`.
Client, service and stores share this machine: compare ratios, not absolute figures.

  --quick    the smallest amounts, to see that everything works, as the tests do
  --rounds   how often each contender has its turn
  --json     also writes each figure to the file: name, value, unit, better, required, aim
  --check    ends with code 1 when a figure that is required is missed
`

function readOptions() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        check: { type: 'boolean' },
        rounds: { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (parsed.values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    const rounds = parsed.values.rounds === undefined ? undefined : Number(parsed.values.rounds)
    if (parsed.positionals.every((name) => name in benches) && (rounds === undefined || (Number.isInteger(rounds) && rounds > 0)))
      return { ...parsed, rounds }
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
  }
  process.stderr.write(usage)
  process.exit(2)
}

const { values, positionals, rounds } = readOptions()
const start = performance.now()
const log = (line: string) => process.stderr.write(`${((performance.now() - start) / 1_000).toFixed(0).padStart(4)} s  ${line}\n`)
const wanted = positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !inBrowser.includes(name))
const figures: BenchFigure[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (!wanted.includes(name)) continue
  log(`${name} …`)
  figures.push(...(await bench(values.quick ?? false, rounds, log)))
}
log('all done')
process.stdout.write(`${asTable(figures)}\n`)
if (values.json !== undefined) await writeFile(values.json, asJson(figures))
const missed = figures.filter(isMissed)
if (values.check && missed.length > 0) process.exitCode = 1
