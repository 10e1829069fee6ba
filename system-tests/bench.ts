import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchAccounts } from './bench/accounts.ts'
import { benchAdmin } from './bench/admin.ts'
import { benchAnalytics } from './bench/analytics.ts'
import { benchCalibration } from './bench/calibration.ts'
import { benchCat } from './bench/cat.ts'
import { benchCommands } from './bench/commands.ts'
import { benchExams } from './bench/exams.ts'
import { asJson, asTable, type Figure, isMissed } from './bench/figures.ts'
import { benchFreshness } from './bench/freshness.ts'
import { benchInp } from './bench/inp.ts'
import { benchLighthouse } from './bench/lighthouse.ts'
import { benchQuestions } from './bench/questions.ts'
import { benchReadiness } from './bench/readiness.ts'
import { benchReads } from './bench/reads.ts'
import { benchRebuild } from './bench/rebuild.ts'
import { benchReminders } from './bench/reminders.ts'
import { benchReviews } from './bench/reviews.ts'
import { benchSpacing } from './bench/spacing.ts'
import { benchWebhook } from './bench/webhook.ts'

const usage = `Usage: npm run bench -- [commands] [rebuild] [freshness] [reads] [questions] [accounts] [spacing] [analytics] [reviews] [cat]
                        [calibration] [exams] [readiness] [webhook] [admin] [reminders] [lighthouse] [inp]
                        [--quick] [--rounds <number>] [--check] [--json <file>]

Measures the product against the raw client or the raw query, in turns in one run, and prints ratios of medians; and how fast and how
sound its pages are on a phone.
Client, service and stores share this machine: compare ratios, not absolute figures.

  --quick    small amounts, to see that everything works
  --rounds   how often each contender has its turn
  --json     also writes each figure to the file: name, value, unit, better, required, aim
  --check    ends with code 1 when a figure that is required is missed
`

type Log = (line: string) => void
/** Small and full size. */
const benches: Record<string, (quick: boolean, rounds: number | undefined, log: Log) => Promise<Figure[]>> = {
  commands: (quick, rounds = quick ? 3 : 9, log) =>
    benchCommands(quick ? { rounds, alone: 300, together: 2_000 } : { rounds, alone: 1_000, together: 8_000 }, log),
  rebuild: (quick, rounds = 3, log) =>
    benchRebuild(
      quick
        ? { rounds, events: 50_000, large: { rounds: 1, events: 200_000, students: 13_000 } }
        : { rounds, events: 500_000, large: { rounds: 1, events: 3_000_000, students: 200_000 } },
      log,
    ),
  freshness: (quick, rounds = 3, log) => benchFreshness({ rounds, seconds: quick ? 5 : 20 }, log),
  reads: (quick, rounds = quick ? 3 : 5, log) =>
    benchReads(
      quick
        ? { rounds, few: 1_000, many: 10_000, ofOne: { few: 100, many: 1_000 }, calls: 4_500 }
        : { rounds, few: 10_000, many: 1_000_000, ofOne: { few: 200, many: 20_000 }, calls: 4_500 },
      log,
    ),
  questions: (quick, rounds = quick ? 100 : 1_000, log) =>
    benchQuestions(
      quick ? { questions: 2_000, answered: 500, selections: rounds } : { questions: 20_000, answered: 5_000, selections: rounds },
      log,
    ),
  accounts: (quick, rounds = quick ? 1 : 3, log) =>
    benchAccounts(quick ? { rounds, signIns: 40, registrations: 2_000 } : { rounds, signIns: 200, registrations: 20_000 }, log),
  analytics: (quick, rounds = quick ? 200 : 2_000, log) =>
    benchAnalytics(
      quick
        ? { answers: 2_000, students: 60, questionsPerModule: 20, calls: rounds }
        : { answers: 20_000, students: 300, questionsPerModule: 200, calls: rounds },
      log,
    ),
  reviews: (quick, rounds = quick ? 200 : 1_000, log) =>
    benchReviews(
      quick ? { cards: 1_000, questionsPerModule: 120, calls: rounds } : { cards: 10_000, questionsPerModule: 1_200, calls: rounds },
      log,
    ),
  cat: async (quick, rounds = quick ? 1 : 4, log) =>
    benchCat({ seeds: rounds, simulees: quick ? 500 : 10_000, simuleesOfPeer: quick ? 5 : 15 }, log),
  calibration: (quick, rounds = quick ? 1 : 4, log) =>
    benchCalibration(
      quick
        ? { seeds: rounds, items: 200, large: { answers: 100_000, items: 500, answersALearner: 50 } }
        : { seeds: rounds, items: 500, large: { answers: 1_000_000, items: 2_000, answersALearner: 50 } },
      log,
    ),
  exams: (quick, rounds = quick ? 3 : 5, log) =>
    benchExams(quick ? { rounds, seconds: 3, together: 1_000 } : { rounds, seconds: 15, together: 6_000 }, log),
  readiness: async (quick, rounds = quick ? 2 : 4, log) =>
    benchReadiness(
      quick
        ? { seeds: rounds, learners: 300, underHarder: 50, offScale: 300, sittings: 600 }
        : { seeds: rounds, learners: 2_500, underHarder: 500, offScale: 600, sittings: 6_000 },
      log,
    ),
  webhook: (quick, rounds = quick ? 3 : 5, log) => benchWebhook({ rounds, events: quick ? 300 : 1_500 }, log),
  admin: (quick, rounds = quick ? 20 : 100, log) =>
    benchAdmin(quick ? { few: 500, many: 5_000, calls: rounds } : { few: 10_000, many: 100_000, calls: rounds }, log),
  reminders: (quick, _rounds, log) => benchReminders(quick ? { people: 300, perSecond: 100 } : { people: 2_000, perSecond: 50 }, log),
  lighthouse: (quick, rounds = quick ? 1 : 3, log) => benchLighthouse({ rounds }, log),
  inp: (quick, rounds = quick ? 1 : 3, log) => benchInp({ rounds }, log),
  spacing: (quick, _rounds, log) => benchSpacing({ students: quick ? 50 : 2_000, keepsPlot: !quick }, log),
}

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
const log: Log = (line) => process.stderr.write(`${((performance.now() - start) / 1_000).toFixed(0).padStart(4)} s  ${line}\n`)
const figures: Figure[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  log(`${name} …`)
  figures.push(...(await bench(values.quick ?? false, rounds, log)))
}
log('all done')
process.stdout.write(`${asTable(figures)}\n`)
if (values.json !== undefined) await writeFile(values.json, asJson(figures))
const missed = figures.filter(isMissed)
if (values.check && missed.length > 0) process.exitCode = 1
