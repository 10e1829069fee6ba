import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gone, type RunningProcess, runningProcess, signal } from './running-process.ts'

type RecordedProcess = RunningProcess & { name: string; pid: number }

export type RecordedProcesses = {
  add(name: string, pid: number): void
  remove(pid: number): void
}

/** Thrown when another launcher that is still running uses the same DATA_DIR. */
export class AlreadyRunning extends Error {}

/**
 * Makes this process the only launcher on `directory` until it ends. The lock is the operating system's own (through
 * SQLite), so that it ends with the process, however that ends, and never has to be judged stale.
 */
export function claim(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const lock = new DatabaseSync(join(directory, 'launcher.lock'))
  const note = join(directory, 'launcher.pid')
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) throw error
    let pid = ''
    try {
      pid = ` (process ${readFileSync(note, 'utf8').trim()})`
    } catch {
      // The other one has only just begun: it is named without its number.
    }
    throw new AlreadyRunning(
      `MedicReady is already running on ${directory}${pid}. Stop it first, or set DATA_DIR and the ports to run a second copy beside it.`,
    )
  }
  held.add(lock)
  writeFileSync(note, `${process.pid}\n`)
}

/** A lock that nothing refers to would be collected, and let go. */
const held = new Set<DatabaseSync>()

function read(file: string): RecordedProcess[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedProcess[]
  } catch {
    return []
  }
}

/**
 * Keeps a list of the processes that the launcher has started, and first ends those on it that a killed launcher left
 * behind. Start time and command must both agree: a number that was given to another program since is not ours to end.
 */
export async function recordProcesses(directory: string, say: (text: string) => void): Promise<RecordedProcesses> {
  const file = join(directory, 'processes.json')
  const orphans = read(file).filter(({ pid, started, command }) => {
    const found = runningProcess(pid)
    return found?.started === started && found.command === command
  })
  if (orphans.length > 0) say(`Ending what an earlier run left behind: ${orphans.map(({ name }) => name).join(', ')}`)
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
    add(name, pid) {
      const found = runningProcess(pid)
      if (!found) return
      current.set(pid, { name, pid, ...found })
      write()
    },
    remove(pid) {
      if (current.delete(pid)) write()
    },
  }
}
