import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * What a page does is measured by the clock. Where the servers, the test and the browser share few cores, half of that
 * time and more is waiting for a core (of Lighthouse's main-thread tasks 1,158 ms by the clock were 406 ms of work),
 * which says nothing of a phone: there a page has a core to itself, and a graphics processor draws. So the browser's
 * renderer gets the last core, and all else the others: this process and whatever it starts from now on. A page whose
 * processor is slowed down by the browser needs `others`, too: what slows it keeps its core busy, and on a phone the
 * threads that draw have others. Where the system cannot do that, all stays as it is.
 */
export function ownCore(
  log: (line: string) => void,
  { others = false }: { readonly others?: boolean } = {},
): { readonly chromeFlags: readonly string[]; readonly release: () => void } {
  const cores = allowedCores()
  const last = cores.at(-1)
  if (last === undefined || cores.length < 2 || !pinTo(cores.slice(0, -1))) {
    log('the page has no core of its own: its times hold what else this machine does')
    return { chromeFlags: CHROME_FLAGS, release: () => {} }
  }
  return {
    chromeFlags: [...CHROME_FLAGS, `--renderer-cmd-prefix=taskset -c ${others ? cores.join() : last}`],
    release: () => pinTo(cores),
  }
}

/** A sandboxed renderer cannot be started by others. Without a graphics processor, its stand-in takes cores. */
const CHROME_FLAGS = ['--no-sandbox', '--disable-gpu']

/** The cores on which this process may run; none where the system does not tell. */
function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** All threads of this process; what it starts inherits it. */
const pinTo = (cores: readonly number[]): boolean =>
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(process.pid)], { stdio: 'ignore' }).status === 0
