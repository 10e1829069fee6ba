import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { accepts, portFaults } from '@medicready/local/ports'
import { takesQueries } from '@medicready/local/postgres'
import { gone, runningProcess, signal } from '@medicready/local/running-process'
import { serviceDatabases } from '@medicready/local/service-databases'
import { hiddenVariables, isNodeReady, leaderSeenFrom } from '@medicready/platform/event-store/server-process'
import type { RolePasswords } from '@medicready/platform/postgres/roles'
import { testMasterKey } from '@medicready/platform/testing/master-key'

export const stores = ['postgres', 'event-store', 'inbox', 'stripe'] as const
export const services = ['command-api', 'worker', 'projector', 'read-api'] as const
/** Without a cluster, the first of them is the event store. */
export const nodes = ['event-store', 'event-store-2', 'event-store-3'] as const
export type NodeName = (typeof nodes)[number]
export type PartName = (typeof stores)[number] | (typeof services)[number] | NodeName | 'edge'

export const isNode = (name: PartName): name is NodeName => nodes.some((node) => node === name)

const entries: Record<Exclude<PartName, NodeName> | 'setup', string> = {
  postgres: 'local/postgres-server.ts',
  inbox: 'local/inbox.ts',
  stripe: 'local/stripe/server.ts',
  setup: 'command-api/setup.ts',
  'command-api': 'command-api/server.ts',
  worker: 'command-api/worker.ts',
  projector: 'projector/server.ts',
  'read-api': 'read-api/server.ts',
  edge: 'web/edge.ts',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const host = '127.0.0.1'
/** Preloaded so that each part ends with this process. */
const preload = new URL('../local/end-with-launcher.ts', import.meta.url).href
const READY_MILLISECONDS = 60_000
const END_MILLISECONDS = 15_000
const LOG_TAIL = 3_000

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  isEnding: boolean
}

type Ports = Readonly<Record<PartName | 'mail' | 'edge-health', number>>

const environmentFor = (folder: string, nodes: readonly NodeName[], ports: Ports) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  HOST: host,
  SERVICE_HOST: host,
  DATA_DIR: folder,
  PUBLIC_URL: `http://localhost:${ports.edge}`,
  EVENTSTORE_URL: `esdb://${nodes.map((node) => `${host}:${ports[node]}`).join(',')}?tls=false`,
  POSTGRES_PORT: String(ports.postgres),
  POSTGRES_PASSWORD: 'system-tests',
  POSTGRES_URL: `postgres://postgres:system-tests@${host}:${ports.postgres}/medicready`,
  SMTP_PORT: String(ports.mail),
  SMTP_URL: `smtp://${host}:${ports.mail}`,
  INBOX_PORT: String(ports.inbox),
  COMMAND_API_PORT: String(ports['command-api']),
  WORKER_PORT: String(ports.worker),
  PROJECTOR_PORT: String(ports.projector),
  READ_API_PORT: String(ports['read-api']),
  STRIPE_PORT: String(ports.stripe),
  STRIPE_SECRET_KEY: 'sk_test_system_tests_system_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_system_tests_system_tests',
  STRIPE_API_BASE: `http://${host}:${ports.stripe}`,
  STRIPE_WEBHOOK_URL: `http://${host}:${ports['command-api']}/api/stripe/webhook`,
  EDGE_PORT: String(ports.edge),
  EDGE_HEALTH_PORT: String(ports['edge-health']),
  COMMAND_API_URL: `http://${host}:${ports['command-api']}`,
  READ_API_URL: `http://${host}:${ports['read-api']}`,
  WORKER_URL: `http://${host}:${ports.worker}`,
  PROJECTOR_URL: `http://${host}:${ports.projector}`,
  EDGE_HEALTH_URL: `http://${host}:${ports['edge-health']}`,
  MASTER_KEY: testMasterKey,
  // Students of a system test do in a minute what others do in a week.
  CALLS_PER_MINUTE: '1000000000',
  SESSION_SECRET: 'system-tests-system-tests-system-tests',
  PASSWORD_MEMORY_KIB: '64',
})

/**
 * The whole backend as processes whose ports and data survive `kill -9`. Everything lies in one folder, which `stop`
 * removes.
 */
export class Product {
  readonly folder: string
  readonly nodes: readonly NodeName[]
  readonly environment: ReturnType<typeof environmentFor> & Readonly<Record<string, string>>
  readonly #ports: Ports
  readonly #programs: string
  readonly #databases: ReturnType<typeof serviceDatabases>
  readonly #running = new Map<PartName, Running>()
  #isSetUp = false
  /** Parts that ended without being killed, each with its last output. */
  readonly unexpectedEnds: string[] = []

  private constructor(folder: string, nodeCount: number, ports: Ports, environment: Record<string, string>, programs: string) {
    this.folder = folder
    this.nodes = nodes.slice(0, nodeCount)
    this.#ports = ports
    this.#programs = programs
    this.environment = { ...environmentFor(folder, this.nodes, ports), ...environment }
    this.#databases = serviceDatabases(this.environment.POSTGRES_URL)
  }

  get rolePasswords(): RolePasswords {
    return this.#databases.passwords
  }

  environmentOf(service: (typeof services)[number]): Product['environment'] {
    return { ...this.environment, POSTGRES_URL: this.#databases.urlOf(service) }
  }

  static async prepare(environment: Record<string, string> = {}, nodeCount: 1 | 3 = 1, programs = root): Promise<Product> {
    const folder = await mkdtemp(join(tmpdir(), 'medicready-system-'))
    // Postgres may run as another user, who must reach it.
    await chmod(folder, 0o755)
    const names = [...new Set([...stores, ...services, ...nodes]), 'edge', 'edge-health', 'mail'] as const
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await steadyPort(name)]))) as Ports
    return new Product(folder, nodeCount, ports, environment, programs)
  }

  async startAll(): Promise<void> {
    await this.start(...new Set([...stores, ...this.nodes]))
    await this.runSetup()
    await this.start(...services)
  }

  /** Runs once. Throws with its last output when it fails. */
  async runSetup(): Promise<void> {
    if (this.#isSetUp) return
    const log = this.#openLog('setup')
    const child = spawn(process.execPath, [join(this.#programs, entries.setup)], {
      cwd: this.#programs,
      env: { ...process.env, ...this.environment, ...this.#databases.passwordEnvironment },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The set-up failed with code ${code}:\n${this.#lastWords('setup')}`)
    this.#isSetUp = true
  }

  async start(...names: readonly PartName[]): Promise<void> {
    for (const name of names) this.launch(name)
    await Promise.all(names.map((name) => this.whenReady(name)))
  }

  /** Does not wait. Leaves a running part alone. */
  launch(name: PartName): void {
    if (this.#running.has(name)) return
    const log = this.#openLog(name)
    const child = isNode(name) ? this.#spawnNode(name, log) : this.#spawn(name, log)
    closeSync(log)
    const ended = once(child, 'exit').then(([code, signalName]) => {
      this.#running.delete(name)
      if (!running.isEnding)
        this.unexpectedEnds.push(`${name} ended by itself (${signalName ?? `code ${code}`}):\n${this.#lastWords(name)}`)
    })
    const running: Running = { child, ended, isEnding: false }
    this.#running.set(name, running)
  }

  #spawn(name: Exclude<PartName, NodeName>, log: number): ChildProcess {
    const service = services.find((each) => each === name)
    const folder = service ? this.#programs : root
    return spawn(process.execPath, ['--import', preload, join(folder, entries[name])], {
      cwd: folder,
      env: { ...process.env, ...(service ? this.environmentOf(service) : this.environment) },
      stdio: ['ignore', log, log, 'ipc'],
    })
  }

  #spawnNode(name: NodeName, log: number): ChildProcess {
    const { command, isStandIn } = eventStoreProgram()
    const [program = '', ...args] = command
    const ports = [name, ...this.nodes.filter((other) => other !== name)].map((node) => String(this.#ports[node]))
    return spawn(program, [...(isStandIn ? ['--import', preload] : []), ...args, join(this.folder, name), ...ports], {
      cwd: root,
      env: { ...process.env, ...hiddenVariables(process.env) },
      stdio: ['ignore', log, log, ...(isStandIn ? (['ipc'] as const) : [])],
    })
  }

  async leaderOfAll(): Promise<NodeName | null> {
    const places = await Promise.all(this.nodes.map((node) => this.#isReady(node)))
    if (!places.every(Boolean)) return null
    const port = await leaderSeenFrom(this.#ports[this.nodes[0] ?? 'event-store'])
    return this.nodes.find((node) => this.#ports[node] === port) ?? null
  }

  isRunning(name: PartName): boolean {
    return this.#running.has(name)
  }

  /** Throws when the part is not ready in time or ends before. */
  async whenReady(name: PartName, milliseconds = READY_MILLISECONDS): Promise<void> {
    const deadline = Date.now() + milliseconds
    while (!(await this.#isReady(name))) {
      if (!this.#running.has(name)) throw new Error(`${name} ended before it was ready:\n${this.#lastWords(name)}`)
      if (Date.now() > deadline) throw new Error(`${name} was not ready after ${milliseconds} ms:\n${this.#lastWords(name)}`)
      await sleep(50)
    }
  }

  async isLive(name: (typeof services)[number]): Promise<boolean> {
    return (await this.#statusOf(name, '/health/live')) === 200
  }

  async health(name: (typeof services)[number]): Promise<unknown> {
    const response = await fetch(`http://${host}:${this.#ports[name]}/health/ready`, { signal: AbortSignal.timeout(10_000) })
    return response.json()
  }

  /** As `kill -9` does. With Postgres the server itself is killed, too. */
  async kill(name: PartName): Promise<void> {
    const running = this.#running.get(name)
    if (!running) return
    running.isEnding = true
    if (name === 'postgres') await this.#killPostgresServer()
    running.child.kill('SIGKILL')
    await running.ended
  }

  freeze(name: PartName): void {
    this.#running.get(name)?.child.kill('SIGSTOP')
  }

  thaw(name: PartName): void {
    this.#running.get(name)?.child.kill('SIGCONT')
  }

  async stop({ keepFolder = false }: { keepFolder?: boolean } = {}): Promise<void> {
    await this.#end(['edge', ...services])
    await this.#end([...stores, ...nodes.slice(1)])
    if (!keepFolder) await rm(this.folder, { recursive: true, force: true })
  }

  async #end(names: readonly PartName[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const running = this.#running.get(name)
        if (!running) return
        running.isEnding = true
        running.child.kill('SIGTERM')
        running.child.kill('SIGCONT')
        const patience = setTimeout(() => running.child.kill('SIGKILL'), END_MILLISECONDS)
        await running.ended
        clearTimeout(patience)
      }),
    )
  }

  async #killPostgresServer(): Promise<void> {
    const file = join(this.folder, 'postgres', 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (!runningProcess(pid)?.command.includes(this.folder)) return
    signal(pid, 'SIGKILL')
    await gone(pid, END_MILLISECONDS)
  }

  async #isReady(name: PartName): Promise<boolean> {
    if (isNode(name)) return isNodeReady(this.#ports[name])
    switch (name) {
      case 'postgres':
        return takesQueries(this.environment.POSTGRES_URL).then(
          () => true,
          () => false,
        )
      case 'stripe':
        return (await this.#statusOf(name, '/health')) === 200
      case 'inbox':
        return (await accepts(host, this.#ports.mail)) && accepts(host, this.#ports.inbox)
      default:
        return (await this.#statusOf(name, '/health/ready')) === 200
    }
  }

  async #statusOf(name: PartName, path: string): Promise<number | null> {
    try {
      const port = this.#ports[name === 'edge' ? 'edge-health' : name]
      const response = await fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(10_000) })
      await response.arrayBuffer()
      return response.status
    } catch {
      return null
    }
  }

  #logFile(name: PartName | 'setup'): string {
    return join(this.folder, `${name}.log`)
  }

  #openLog(name: PartName | 'setup'): number {
    return openSync(this.#logFile(name), 'a')
  }

  #lastWords(name: PartName | 'setup'): string {
    return existsSync(this.#logFile(name)) ? readFileSync(this.#logFile(name), 'utf8').slice(-LOG_TAIL) : ''
  }
}

/** Below the range that common systems use for outgoing connections. */
const LOWEST = 15_000
const HIGHEST = 32_000
const given = new Set<number>()

/** Stays free while its server is down. One from the range of outgoing connections could be taken in the meantime. */
async function steadyPort(purpose: string): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (given.has(port)) continue
    const faults = await portFaults([{ host: '127.0.0.1', port, purpose, setting: '' }])
    if (faults.length > 0) continue
    given.add(port)
    return port
  }
}
