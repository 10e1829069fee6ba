import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { gone, type RunningProcess, runningProcess, signal } from './running-process.ts'

type RecordedProcess = RunningProcess & { name: string; pid: number }

export type RecordedProcesses = Awaited<ReturnType<typeof recordProcesses>>

export class AlreadyRunning extends Error {}

const noteOf = (directory: string) => join(directory, 'launcher.pid')

function isLocked(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return false
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) throw error
    return true
  }
}

function holder(directory: string): { pid: string; stopping: boolean } {
  try {
    const [pid = '', state = ''] = readFileSync(noteOf(directory), 'utf8').split('\n')
    return { pid, stopping: state === 'stopping' }
  } catch {
    return { pid: '', stopping: false }
  }
}

/** The operating system's own lock (through SQLite) is never stale. Waits for a launcher that is stopping. */
export async function claim(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const lock = new DatabaseSync(join(directory, 'launcher.lock'))
  const began = Date.now()
  while (isLocked(lock)) {
    const { pid, stopping } = holder(directory)
    // The signal that ends a launcher may have just been sent.
    if (Date.now() - began > (stopping ? 30_000 : 1_000)) {
      throw new AlreadyRunning(
        `MedicReady is already running on ${directory}${pid && ` (process ${pid})`}. Stop it first, or set DATA_DIR and the ports to run a second copy.`,
      )
    }
    await sleep(50)
  }
  held.add(lock)
  writeFileSync(noteOf(directory), `${process.pid}\n`)
}

/** Lets the next launcher wait instead of giving up. */
export function announceStop(directory: string): void {
  writeFileSync(noteOf(directory), `${process.pid}\nstopping\n`)
}

/** An unreferenced lock would be collected and released. */
const held = new Set<DatabaseSync>()

function read(file: string): RecordedProcess[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedProcess[]
  } catch {
    return []
  }
}

/** Stops processes that a killed launcher left running. The start time must match, since pids are reused. */
export async function recordProcesses(directory: string, say: (text: string) => void) {
  const file = join(directory, 'processes.json')
  const orphans = read(file).filter(({ pid, started }) => runningProcess(pid)?.started === started)
  if (orphans.length > 0) say(`Stopping processes of an earlier run: ${orphans.map(({ name }) => name).join(', ')}`)
  for (const { pid } of orphans) signal(pid, 'SIGTERM')
  for (const { pid } of orphans) {
    if (await gone(pid, 8_000)) continue
    signal(pid, 'SIGKILL')
    await gone(pid, 2_000)
  }
  const current = new Map<number, RecordedProcess>()
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify([...current.values()], null, 2))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    add(name: string, pid: number): void {
      const found = runningProcess(pid)
      if (!found) return
      current.set(pid, { name, pid, ...found })
      write()
    },
    remove(pid: number): void {
      if (current.delete(pid)) write()
    },
  }
}
