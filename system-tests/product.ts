import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { createOutput } from '@medicready/local/output'
import { addressesOf, answers, eventStorePart, partsOf } from '@medicready/local/parts'
import { portFaults } from '@medicready/local/ports'
import { killServerOn } from '@medicready/local/postgres'
import { serviceDatabases } from '@medicready/local/service-databases'
import { createSupervisor, type Part } from '@medicready/local/supervisor'
import { isNodeReady, leaderSeenFrom } from '@medicready/platform/event-store/server-process'
import type { RolePasswords } from '@medicready/platform/postgres/roles'
import { testMasterKey } from '@medicready/platform/testing/master-key'

export const stores = ['postgres', 'event-store', 'inbox', 'stripe'] as const
export const services = ['command-api', 'worker', 'projector', 'read-api'] as const
/** Without a cluster, the first of them is the event store. */
const nodePorts = { 'event-store': 'EVENTSTORE_PORT', 'event-store-2': 'EVENTSTORE_2_PORT', 'event-store-3': 'EVENTSTORE_3_PORT' } as const
type NodeName = keyof typeof nodePorts
const nodes = Object.keys(nodePorts) as NodeName[]
export type ServicePart = (typeof services)[number]
/** The first instance of a service is named like it. */
export type InstanceName = ServicePart | `${ServicePart}-${number}`
export type PartName = (typeof stores)[number] | InstanceName | NodeName | 'edge'

export const isNode = (name: PartName): name is NodeName => name in nodePorts
const isInstance = (name: PartName): name is InstanceName => services.some((service) => name.startsWith(service))

/** Instances of a service share its port, each on an address of its own, as containers do. */
interface Instance {
  readonly name: InstanceName
  readonly service: ServicePart
  readonly host: string
}

const instancesOf = (service: ServicePart, count: number): readonly Instance[] =>
  Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? service : `${service}-${index + 1}`,
    service,
    host: `127.0.0.${index + 1}`,
  }))

const instanceLookup = new URL('instance-lookup.ts', import.meta.url)
const servicePorts = {
  'command-api': 'COMMAND_API_PORT',
  worker: 'WORKER_PORT',
  projector: 'PROJECTOR_PORT',
  'read-api': 'READ_API_PORT',
} as const

const root = fileURLToPath(new URL('..', import.meta.url))
const host = '127.0.0.1'
const READY_MILLISECONDS = 60_000
const LOG_TAIL = 3_000
const POSTGRES_PASSWORD = 'system-tests'
const portNames = [
  ...(['EDGE_PORT', 'EDGE_HEALTH_PORT', 'COMMAND_API_PORT', 'READ_API_PORT', 'PROJECTOR_PORT', 'WORKER_PORT'] as const),
  ...(['POSTGRES_PORT', 'SMTP_PORT', 'INBOX_PORT', 'STRIPE_PORT', ...Object.values(nodePorts)] as const),
]
type Ports = Readonly<Record<(typeof portNames)[number], number>>

interface Size {
  /** Of the event store. */
  readonly nodes?: 1 | 3
  /** Of each service, with the edge in front when there are several. */
  readonly instances?: number
  /** Holds the services, if not this tree. */
  readonly programs?: string
}

const environmentFor = (folder: string, nodes: readonly NodeName[], instances: number, ports: Ports) => ({
  ...addressesOf(ports, { host: instances === 1 ? host : 'instances.test', postgresPassword: POSTGRES_PASSWORD }),
  ...(instances > 1 && { NODE_OPTIONS: `--import ${instanceLookup}`, INSTANCES: String(instances) }),
  EDGE_HEALTH_URL: `http://${host}:${ports.EDGE_HEALTH_PORT}`,
  ...(Object.fromEntries(portNames.map((name) => [name, String(ports[name])])) as Record<keyof Ports, string>),
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  HOST: host,
  SERVICE_HOST: host,
  DATA_DIR: folder,
  EVENTSTORE_URL: `esdb://${nodes.map((node) => `${host}:${ports[nodePorts[node]]}`).join(',')}?tls=false`,
  STRIPE_SECRET_KEY: 'sk_test_system_tests_system_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_system_tests_system_tests',
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
  readonly #instances: readonly Instance[]
  readonly environment: ReturnType<typeof environmentFor> & Readonly<Record<string, string>>
  readonly #ports: Ports
  readonly #partsIn: (programs?: string) => ReturnType<typeof partsOf>
  /** Of instances that were moved to another version. */
  readonly #programs = new Map<PartName, string>()
  readonly #databases: ReturnType<typeof serviceDatabases>
  readonly #supervisor = createSupervisor({ output: createOutput([], false, () => {}) })
  #isSetUp = false
  /** Parts that ended without being killed, each with its last output. */
  readonly unexpectedEnds: string[] = []

  private constructor(folder: string, ports: Ports, environment: Record<string, string>, size: Size) {
    const { nodes: nodeCount = 1, instances = 1, programs: ownPrograms = root } = size
    this.folder = folder
    this.nodes = nodes.slice(0, nodeCount)
    this.#instances = services.flatMap((service) => instancesOf(service, instances))
    this.#ports = ports
    this.environment = { ...environmentFor(folder, this.nodes, instances, ports), ...environment }
    this.#databases = serviceDatabases(this.environment.POSTGRES_URL)
    this.#partsIn = (programs = ownPrograms) =>
      partsOf({
        ...{ root, programs, environment: this.environment, ports, postgresPassword: POSTGRES_PASSWORD, databases: this.#databases },
        webhookUrl: `${this.addresses.COMMAND_API_URL}/api/stripe/webhook`,
      })
  }

  /** Several instances have one address: the edge. */
  get addresses(): Pick<Product['environment'], 'COMMAND_API_URL' | 'READ_API_URL'> {
    if (!this.#hasEdge) return this.environment
    const edge = `http://${host}:${this.#ports.EDGE_PORT}`
    return { COMMAND_API_URL: edge, READ_API_URL: edge }
  }

  get #hasEdge(): boolean {
    return this.#instances.length > services.length
  }

  instancesOf(...of: readonly PartName[]): InstanceName[] {
    return this.#instances.filter(({ service }) => of.includes(service)).map(({ name }) => name)
  }

  get rolePasswords(): RolePasswords {
    return this.#databases.passwords
  }

  environmentOf(service: ServicePart): Product['environment'] {
    return { ...this.environment, POSTGRES_URL: this.#databases.urlOf(service) }
  }

  static async prepare(environment: Record<string, string> = {}, size: Size = {}): Promise<Product> {
    const folder = await mkdtemp(join(tmpdir(), 'medicready-system-'))
    // Postgres may run as another user, who must reach it.
    await chmod(folder, 0o755)
    const ports = Object.fromEntries(await Promise.all(portNames.map(async (name) => [name, await steadyPort(name)]))) as Ports
    return new Product(folder, ports, environment, size)
  }

  async startAll(): Promise<void> {
    await this.start(...new Set([...stores, ...this.nodes]))
    await this.runSetup()
    await this.startServices()
  }

  startServices(): Promise<void> {
    return this.start(...this.instancesOf(...services), ...(this.#hasEdge ? (['edge'] as const) : []))
  }

  /** Runs once for each version. Throws with its last output when it fails. */
  async runSetup(programs?: string): Promise<void> {
    if (this.#isSetUp && programs === undefined) return
    const { setup } = this.#partsIn(programs)
    await this.#supervisor.start(this.#logged(setup)).catch((error: Error) => this.#throwWithOutput('setup', error))
    this.#isSetUp = true
  }

  /** Ends an instance and starts it with the programs of another version, or with its own. */
  async move(name: InstanceName, programs?: string): Promise<void> {
    await this.end(name)
    if (programs === undefined) this.#programs.delete(name)
    else this.#programs.set(name, programs)
    await this.start(name)
  }

  async start(...names: readonly PartName[]): Promise<void> {
    for (const name of names) this.launch(name)
    await Promise.all(names.map((name) => this.whenReady(name)))
  }

  /** Does not wait. Leaves a running part alone. */
  launch(name: PartName): void {
    this.#supervisor.launch(this.#logged(this.#partOf(name)), (reason) =>
      this.unexpectedEnds.push(`${name} ended by itself (${reason}):\n${this.#lastWords(name)}`),
    )
  }

  #partOf(name: PartName): Part {
    if (isNode(name)) return this.#node(name)
    const parts = this.#partsIn(this.#programs.get(name))
    if (!isInstance(name)) return parts[name]
    const { service, host } = this.#instance(name)
    const part = parts[service]
    const environment = { ...part.environment, SERVICE_HOST: host }
    return { ...part, name, environment, ready: () => answers(`${this.#urlOf(name)}/health/ready`) }
  }

  #instance(name: InstanceName): Instance {
    const instance = this.#instances.find((one) => one.name === name)
    if (!instance) throw new Error(`${name} is not an instance of this product.`)
    return instance
  }

  #node(name: NodeName): Part {
    const others = this.nodes.filter((other) => other !== name).map((other) => this.#ports[nodePorts[other]])
    const { command } = eventStoreProgram()
    return eventStorePart({ name, data: join(this.folder, name), port: this.#ports[nodePorts[name]], others, folder: root, command })
  }

  async leaderOfAll(): Promise<NodeName | null> {
    const places = await Promise.all(this.nodes.map((node) => isNodeReady(this.#ports[nodePorts[node]])))
    if (!places.every(Boolean)) return null
    const port = await leaderSeenFrom(this.#ports[nodePorts[this.nodes[0] ?? 'event-store']])
    return this.nodes.find((node) => this.#ports[nodePorts[node]] === port) ?? null
  }

  isRunning(name: PartName): boolean {
    return this.#supervisor.isRunning(name)
  }

  /** Throws when the part is not ready in time or ends before. */
  whenReady(name: PartName): Promise<void> {
    return this.#supervisor.whenReady(name, READY_MILLISECONDS).catch((error: Error) => this.#throwWithOutput(name, error))
  }

  isLive(name: InstanceName): Promise<boolean> {
    return answers(`${this.#urlOf(name)}/health/live`).then(
      () => true,
      () => false,
    )
  }

  async health(name: InstanceName): Promise<unknown> {
    return (await fetch(`${this.#urlOf(name)}/health/ready`, { signal: AbortSignal.timeout(10_000) })).json()
  }

  /** As `kill -9` does. With Postgres the server itself is killed, too. */
  async kill(name: PartName): Promise<void> {
    await this.#supervisor.kill(name)
    if (name === 'postgres') await killServerOn(join(this.folder, 'postgres'))
  }

  /** Lets a part finish what it does, as SIGTERM does. */
  end(name: PartName): Promise<void> {
    return this.#supervisor.stop([name])
  }

  /** With their data, as when a machine burns down. What is outside stays. */
  async loseStores(): Promise<void> {
    const lost = ['postgres', 'event-store'] as const
    for (const name of [...this.instancesOf(...services), ...lost]) await this.kill(name)
    for (const name of lost) await rm(join(this.folder, name), { recursive: true })
    this.#isSetUp = false
  }

  /** Of the event store. */
  get logDirectory(): string {
    return join(this.folder, 'event-store')
  }

  freeze(name: PartName): void {
    this.#supervisor.signal(name, 'SIGSTOP')
  }

  thaw(name: PartName): void {
    this.#supervisor.signal(name, 'SIGCONT')
  }

  async stop({ keepFolder = false }: { keepFolder?: boolean } = {}): Promise<void> {
    for (const name of [...this.instancesOf(...services), ...nodes]) this.thaw(name)
    await this.#supervisor.stop(['edge', ...this.instancesOf(...services)])
    await this.#supervisor.stop([...stores, ...nodes.slice(1)])
    if (!keepFolder) await rm(this.folder, { recursive: true, force: true })
  }

  #urlOf(name: InstanceName): string {
    const { service, host } = this.#instance(name)
    return `http://${host}:${this.#ports[servicePorts[service]]}`
  }

  #logFile(name: string): string {
    return join(this.folder, `${name}.log`)
  }

  #logged(part: Part): Part {
    return { ...part, log: this.#logFile(part.name) }
  }

  #throwWithOutput(name: string, { message }: Error): never {
    throw new Error(`${message}\n${this.#lastWords(name)}`)
  }

  #lastWords(name: string): string {
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
