import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** `started` tells a process from others with the same pid; its form depends on the system. */
export type RunningProcess = { command: string; started: string; parent: number }

function fromProc(pid: number): RunningProcess | undefined {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in brackets, which may contain spaces.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return {
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    started: `${fields[19]} of ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`,
    parent: Number(fields[1]),
  }
}

function fromPs(pid: number): RunningProcess | undefined {
  const ask = (field: string) =>
    execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  if (ask('stat').startsWith('Z')) return undefined
  return { command: ask('command'), started: ask('lstart'), parent: Number(ask('ppid')) }
}

export function runningProcess(pid: number): RunningProcess | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Ancestors up to the outermost npm; empty without npm. */
export function npmAncestors(): number[] {
  const chain: number[] = []
  let upToNpm = 0
  for (let pid = process.ppid; pid > 1; ) {
    const found = runningProcess(pid)
    if (!found) break
    chain.push(pid)
    if (/\bnpm\b/.test(found.command)) upToNpm = chain.length
    pid = found.parent
  }
  return chain.slice(0, upToNpm)
}

/** Fast, but cannot tell a reused pid. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (runningProcess(pid)) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}
