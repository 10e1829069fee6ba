import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the system says about a process. `started` is only good for comparing: its form differs from system to system. */
export type RunningProcess = { command: string; started: string }

function fromProc(pid: number): RunningProcess | undefined {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in brackets and may hold spaces: count from behind it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(), started: fields[19] ?? '' }
}

function fromPs(pid: number): RunningProcess | undefined {
  const ask = (field: string) =>
    execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  if (ask('stat').startsWith('Z')) return undefined
  return { command: ask('command'), started: ask('lstart') }
}

/** The process with this id, or undefined when there is none (any more) or the system has no way to tell (Windows). */
export function runningProcess(pid: number): RunningProcess | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until the process is gone. Resolves to false when it is still there after `milliseconds`. */
export async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (runningProcess(pid)) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}
