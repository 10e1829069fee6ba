import { join } from 'node:path'
import { hiddenVariables, isNodeReady } from '@medicready/platform/event-store/server-process'
import type { ServiceWithRole } from '@medicready/platform/postgres/roles'
import { accepts, reachableAt } from './ports.ts'
import { takesQueries } from './postgres.ts'
import type { serviceDatabases } from './service-databases.ts'
import type { Part } from './supervisor.ts'

const loopback = '127.0.0.1'
/** Of what holds the data. */
const PATIENCE_MILLISECONDS = 15_000

type Named = 'EDGE' | 'EDGE_HEALTH' | 'COMMAND_API' | 'READ_API' | 'PROJECTOR' | 'WORKER' | 'EVENTSTORE' | 'POSTGRES' | 'SMTP' | 'INBOX'
type Ports = Readonly<Record<`${Named | 'STRIPE'}_PORT`, number>>

/** Where the parts of a copy on this machine find each other. */
export function addressesOf(ports: Ports, { host, postgresPassword }: { readonly host: string; readonly postgresPassword: string }) {
  const address = reachableAt(host)
  return {
    PUBLIC_URL: `http://localhost:${ports.EDGE_PORT}`,
    EVENTSTORE_URL: `esdb://${loopback}:${ports.EVENTSTORE_PORT}?tls=false`,
    POSTGRES_URL: `postgres://postgres:${postgresPassword}@${loopback}:${ports.POSTGRES_PORT}/medicready`,
    SMTP_URL: `smtp://${loopback}:${ports.SMTP_PORT}`,
    STRIPE_API_BASE: `http://${loopback}:${ports.STRIPE_PORT}`,
    COMMAND_API_URL: `http://${address}:${ports.COMMAND_API_PORT}`,
    READ_API_URL: `http://${address}:${ports.READ_API_PORT}`,
    WORKER_URL: `http://${address}:${ports.WORKER_PORT}`,
    PROJECTOR_URL: `http://${address}:${ports.PROJECTOR_PORT}`,
    EDGE_HEALTH_URL: `http://${address}:${ports.EDGE_HEALTH_PORT}`,
  }
}

export async function answers(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
}

async function listens(port: number): Promise<void> {
  if (!(await accepts(loopback, port))) throw new Error(`nothing listens on port ${port}`)
}

async function leads(port: number): Promise<void> {
  if (!(await isNodeReady(port))) throw new Error(`no event store leads on port ${port}`)
}

interface Node {
  readonly name: string
  readonly data: string
  readonly port: number
  readonly others?: readonly number[]
  readonly folder: string
  readonly command: readonly string[]
}

export const eventStorePart = ({ name, data, port, others = [], folder, command }: Node): Part => ({
  name,
  command: [...command, data, String(port), ...others.map(String)],
  folder,
  quiet: true,
  ready: () => leads(port),
  patience: PATIENCE_MILLISECONDS,
  environment: hiddenVariables(process.env),
})

interface Copy {
  /** Of the stand-ins, and of the services unless `programs` has these. */
  readonly root: string
  readonly programs?: string
  readonly environment: Readonly<Record<string, string | undefined>> & Omit<ReturnType<typeof addressesOf>, 'STRIPE_API_BASE'>
  readonly ports: Ports
  readonly postgresPassword: string
  readonly webhookUrl: string
  readonly databases: ReturnType<typeof serviceDatabases>
}

/** What a copy of the product consists of, beside its event store. */
export function partsOf({ root, programs = root, environment, ports, postgresPassword, webhookUrl, databases }: Copy) {
  const part = (name: string, folder: string, entry: string, more: Omit<Part, 'name' | 'command'>): Part => ({
    ...{ name, command: [process.execPath, join(folder, entry)], folder },
    ...{ ...more, environment: { ...environment, ...more.environment } },
  })
  const standIn = (name: string, entry: string, more: Omit<Part, 'name' | 'command'>) => part(name, root, entry, { quiet: true, ...more })
  const step = (name: string, entry: string) => part(name, programs, entry, { once: true, environment: databases.passwordEnvironment })
  const service = (name: ServiceWithRole | 'edge', entry: string, url: string) =>
    part(name, programs, entry, {
      ready: () => answers(`${url}/health/ready`),
      environment: { POSTGRES_URL: name === 'edge' ? undefined : databases.urlOf(name) },
    })
  return {
    standIn,
    step,
    postgres: standIn('postgres', 'local/postgres-server.ts', {
      ready: () => takesQueries(environment.POSTGRES_URL),
      patience: PATIENCE_MILLISECONDS,
      environment: { POSTGRES_PORT: String(ports.POSTGRES_PORT), POSTGRES_PASSWORD: postgresPassword },
    }),
    inbox: standIn('inbox', 'local/inbox.ts', {
      ready: () => Promise.all([listens(ports.SMTP_PORT), answers(`http://${loopback}:${ports.INBOX_PORT}/healthz`)]),
      // It shows every verification link, so it listens on the loopback address only.
      environment: { HOST: loopback, SMTP_PORT: String(ports.SMTP_PORT), INBOX_PORT: String(ports.INBOX_PORT) },
    }),
    stripe: standIn('stripe', 'local/stripe/server.ts', {
      ready: () => answers(`http://${loopback}:${ports.STRIPE_PORT}/health`),
      environment: { STRIPE_PORT: String(ports.STRIPE_PORT), STRIPE_WEBHOOK_URL: webhookUrl },
    }),
    setup: step('setup', 'command-api/setup.ts'),
    'command-api': service('command-api', 'command-api/server.ts', environment.COMMAND_API_URL),
    worker: service('worker', 'command-api/worker.ts', environment.WORKER_URL),
    projector: service('projector', 'projector/server.ts', environment.PROJECTOR_URL),
    'read-api': service('read-api', 'read-api/server.ts', environment.READ_API_URL),
    edge: service('edge', 'web/edge.ts', environment.EDGE_HEALTH_URL),
  }
}
