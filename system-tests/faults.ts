import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { runRestore } from './faults/restore.ts'
import { type FaultReport, runFaults } from './faults/run.ts'
import { makeVersions } from './faults/versions.ts'

const usage = `Usage: npm run faults -- [--kills <number>] [--seed <number>] [--students <number>] [--nodes 3] [--instances <number>]
       npm run faults -- --restore [--seed <number>] [--students <number>]
       npm run faults -- --upgrade [--seed <number>] [--students <number>]

Kills the product's processes with -9, again and again, while students use it, and then checks that nothing which they were
told was lost, that no event and no payment happened twice, and that the read models are what the log says.

With --restore, it loses the event store and PostgreSQL under load, restores a backup, and checks that nothing from before the backup
was lost, that the read models come back, that people can sign in, and that no erased person is back.

With --upgrade, it moves two of each service to a next version and back under load, one at a time, and checks that no command fails, and
all of the above. The versions are copies of this tree that differ in an event, two read models, and a table.

  --kills     how many processes are killed (100)
  --seed      fixes who is killed when (a random one, which is printed)
  --students  how many are at work at any moment, beside those who have places of their own (12)
  --nodes     3 runs the event store as a cluster of three and kills its leaders, which come back after 3 s; it needs a real server in
              EVENTSTORE_SERVER, see local/eventstoredb/README.md
  --instances how many of each service run behind one edge (1); the run also measures how soon another projector and worker are active.
              They listen on 127.0.0.1, 127.0.0.2, and so on, which macOS has only after ifconfig lo0 alias
`

const WIDTH = 30
const LINES_WITHOUT_TERMINAL = 10
const SHOWN_FAULTS = 50
const COMMANDS_BETWEEN_BACKUPS = 300

function refuse(): never {
  process.stderr.write(usage)
  process.exit(2)
}

function wholeNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  return Number.isInteger(value) && value > 0 ? value : refuse()
}

function readOptions() {
  const option = { type: 'string' } as const
  try {
    return parseArgs({
      options: {
        ...{ kills: option, seed: option, students: option, nodes: option, instances: option },
        ...{ restore: { type: 'boolean' }, upgrade: { type: 'boolean' }, 'upgrade-to': option },
      },
    }).values
  } catch {
    return refuse()
  }
}

const values = readOptions()
const kills = wholeNumber(values.kills, 100)
const seed = wholeNumber(values.seed, 1 + Math.floor(Math.random() * 1_000_000))
const atOnce = wholeNumber(values.students, 12)
const nodes = wholeNumber(values.nodes, 1)
const instances = wholeNumber(values.instances, 1)
if (nodes !== 1 && (nodes !== 3 || eventStoreProgram().isStandIn)) refuse()
const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())

/** Prints a summary. `soundly` is what a run without faults shows. */
async function restored() {
  const report = await runRestore({ seed, atOnce, commands: COMMANDS_BETWEEN_BACKUPS, signal: stopped.signal })
  const { position, kept, lost, signedIn } = report
  const lines = [
    ...report.said,
    `${kept} commands were acknowledged up to position ${position}; ${lost} came after it and are lost`,
    `${signedIn} people signed in with their passwords, and were shown their names`,
    `two backups of ${(report.bytesOfBackups / 1e6).toFixed(1)} MB in all; ${report.seconds.toFixed(0)} s`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return {
    ...report,
    soundly: 'Nothing from before the backup was lost, the read models are at the end of the log again, and no erased person is back.',
  }
}

/** The run itself is of the first version, so that it knows what the log and the read models should be. */
async function upgraded() {
  const versions = await makeVersions()
  try {
    const [version, next] = versions
    const args = [join(version, 'system-tests/faults.ts'), '--upgrade-to', next, '--seed', String(seed), '--students', String(atOnce)]
    const run = spawn(process.execPath, args, { cwd: version, stdio: 'inherit' })
    const [code] = await once(run, 'close')
    process.exitCode = Number(code ?? 1)
  } finally {
    for (const folder of versions) await rm(folder, { recursive: true, force: true })
  }
}

async function moved(upgradeTo: string) {
  const report = await runFaults({ kills: 0, seed, atOnce, instances: 2, upgradeTo, signal: stopped.signal })
  process.stdout.write(`${summary(report)}
`)
  return {
    ...report,
    soundly: 'No command failed, nothing was lost, nothing happened twice, and the read models are what a rebuild makes of the log.',
  }
}

async function killed(nodes: 1 | 3) {
  const report = await runFaults({
    kills,
    seed,
    atOnce,
    nodes,
    instances,
    losses: instances > 1 ? ['kill -9', 'a clean stop', 'silence'] : [],
    signal: stopped.signal,
    onProgress: show,
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  process.stdout.write(`${summary(report)}\n`)
  return {
    ...report,
    soundly: 'Nothing was lost, no event and no payment happened twice, and the read models are what a rebuild makes of the log.',
  }
}

let toldAt = -1
function show(progress: { readonly kills: number; readonly commands: number; readonly students: number }): void {
  const words = `${progress.kills}/${kills} kills, ${progress.commands} commands acknowledged, ${progress.students} students done`
  if (process.stderr.isTTY) {
    const done = Math.round((progress.kills / kills) * WIDTH)
    process.stderr.write(`\r${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${words}`)
    return
  }
  const step = Math.floor((progress.kills * LINES_WITHOUT_TERMINAL) / kills)
  if (step === toldAt) return
  toldAt = step
  process.stderr.write(`${words}\n`)
}

function summary(report: FaultReport): string {
  const byPart = Object.entries(Object.groupBy(report.kills, (name) => name))
    .map(([name, kills = []]) => ({ name, count: kills.length }))
    .sort((one, other) => other.count - one.count)
    .map(({ name, count }) => `${name} ${count}`)
  return [
    `${report.kills.length} kills in ${report.seconds.toFixed(0)} s (${byPart.join(', ')})`,
    ...report.moves.map(
      ({ direction, seconds, commands, failed, readsAskedAgain }) =>
        `Two of each moved ${direction} in ${seconds.toFixed(0)} s: ${commands} commands meanwhile, ${failed} failed, ${readsAskedAgain} reads were asked again`,
    ),
    ...report.replaced.map(
      ({ service, after, milliseconds }) => `After ${after}, another ${service} was active in ${(milliseconds / 1000).toFixed(1)} s`,
    ),
    `${report.students} students, ${report.commands} commands acknowledged, ${report.commandsRepeated} times asked again`,
    `${report.reads} reads of what was just written, ${report.staleReads} of them marked as stale`,
    `${report.met.payments} payments and ${report.refunds} refunds at the payment provider's`,
    `${report.met.bookings} sessions of tutoring planned, ${report.met['reminders of sessions']} reminders of them`,
    `${report.events} events in the log, ${report.rows} rows in the read models, ${report.met.mails} mails in the inbox, ${report.dailyEmails} of them daily emails`,
    `${report.met.notifications} notifications at the push service, ${report.pushRepeats} of them again under the same topic, which takes the place of the first`,
    `${report.mailRepeats} mails came again under the same Message-ID, as a kill between sending and recording makes them`,
  ].join('\n')
}

const upgradeTo = values['upgrade-to']
if (values.upgrade) await upgraded()
else await told(() => (values.restore ? restored() : upgradeTo === undefined ? killed(nodes) : moved(upgradeTo)))

interface Told {
  readonly faults: readonly string[]
  readonly folder: string | null
  readonly soundly: string
}

async function told(run: () => Promise<Told>): Promise<void> {
  process.stderr.write(`Seed ${seed}\n`)
  try {
    const { faults, folder, soundly } = await run()
    if (faults.length === 0) process.stdout.write(`${soundly}\n`)
    else {
      const shown = faults.slice(0, SHOWN_FAULTS).map((fault) => `- ${fault}`)
      process.stdout.write(`\n${faults.length} faults:\n${shown.join('\n')}\n`)
      process.stdout.write(`\nOutput and data of the processes are in ${folder}; --seed ${seed} acts in the same order again.\n`)
      process.exitCode = 1
    }
  } catch (error) {
    process.stderr.write(`\n${stopped.signal.aborted ? 'Stopped.' : inspect(error)}\n`)
    process.exitCode = 1
  }
}
