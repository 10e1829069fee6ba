import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchProduct, cpuOf } from './bench-product.ts'

export const processParts = ['edge', 'command-api', 'read-api', 'projector', 'worker', 'event store', 'PostgreSQL'] as const
/** Since each process started; 0 for what does not run, and for stores on systems without /proc. */
export type ProcessorSeconds = Readonly<Record<(typeof processParts)[number] | 'bench', number>>

export async function processorSeconds({ environment, product }: BenchProduct): Promise<ProcessorSeconds> {
  const { EDGE_HEALTH_URL, COMMAND_API_URL, READ_API_URL, PROJECTOR_URL, WORKER_URL, DATA_DIR } = environment
  const secondsOf = async (url: string) => (await cpuOf(url)) / 1_000
  const [edge, commandApi, readApi, projector, worker, stores] = await Promise.all([
    secondsOf(EDGE_HEALTH_URL),
    secondsOf(COMMAND_API_URL),
    secondsOf(READ_API_URL),
    secondsOf(PROJECTOR_URL),
    product.isRunning('worker') ? secondsOf(WORKER_URL) : 0,
    storeSeconds(DATA_DIR),
  ])
  const { user, system } = process.cpuUsage()
  return { edge, 'command-api': commandApi, 'read-api': readApi, projector, worker, ...stores, bench: (user + system) / 1_000_000 }
}

export const secondsSince = (before: ProcessorSeconds, after: ProcessorSeconds): ProcessorSeconds => ({
  ...after,
  ...Object.fromEntries([...processParts, 'bench' as const].map((part) => [part, after[part] - before[part]])),
})

const TICKS_PER_SECOND = 100

interface Process {
  readonly id: number
  readonly parent: number
  readonly command: string
  readonly seconds: number
}

/** Ended processes count for their parent. */
async function processOf(id: number): Promise<Process[]> {
  const [stat, command] = await Promise.all([readFile(`/proc/${id}/stat`, 'utf8'), readFile(`/proc/${id}/cmdline`, 'utf8')]).catch(() => [
    '',
    '',
  ])
  // The name, in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, ticks] = [Number(fields[1]), fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)]
  return stat === '' ? [] : [{ id, parent, command, seconds: ticks / TICKS_PER_SECOND }]
}

async function storeSeconds(folder: string): Promise<Pick<ProcessorSeconds, 'event store' | 'PostgreSQL'>> {
  const ids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)
  const all = (await Promise.all(ids.map(processOf))).flat()
  const server = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  const sum = (isOne: (of: Process) => boolean) => all.filter(isOne).reduce((total, { seconds }) => total + seconds, 0)
  return {
    'event store': sum(({ command }) => command.includes(join(folder, 'event-store'))),
    PostgreSQL: sum(({ id, parent }) => id === server || parent === server),
  }
}
