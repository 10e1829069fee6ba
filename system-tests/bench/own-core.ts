import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Gives the browser's renderer the last core and everything else the others: waiting for a shared core would be half of
 * the time measured. A slowed-down page needs `others`, too, since what slows it keeps its core busy. Without effect
 * where the system cannot do that.
 */
export function ownCore(
  log: (line: string) => void,
  { others = false }: { readonly others?: boolean } = {},
): Disposable & { readonly chromeFlags: readonly string[] } {
  const cores = allowedCores()
  const last = cores.at(-1)
  if (last === undefined || cores.length < 2 || !pinTo(cores.slice(0, -1))) {
    log('the page has no core of its own: its times hold what else this machine does')
    return { chromeFlags: CHROME_FLAGS, [Symbol.dispose]: () => {} }
  }
  return {
    chromeFlags: [...CHROME_FLAGS, `--renderer-cmd-prefix=taskset -c ${others ? cores.join() : last}`],
    [Symbol.dispose]: () => void pinTo(cores),
  }
}

/** A sandboxed renderer cannot be started by a prefix. Without a graphics processor, its stand-in takes cores. */
const CHROME_FLAGS = ['--no-sandbox', '--disable-gpu']

function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** All threads; what this process starts inherits it. */
const pinTo = (cores: readonly number[]): boolean =>
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(process.pid)], { stdio: 'ignore' }).status === 0
