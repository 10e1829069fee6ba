import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hiddenVariables, isNodeReady } from '@medicready/platform/event-store/server-process'
import type { ServiceWithRole } from '@medicready/platform/postgres/roles'
import { eventStoreProgram } from './event-store-program.ts'
import { launch } from './launch.ts'
import { localEnvironment } from './local-environment.ts'
import { accepts, reachableAt, type WantedPort } from './ports.ts'
import { stopOrphan, takesQueries } from './postgres.ts'
import type { Part } from './supervisor.ts'
import { webIsOutdated } from './web-build.ts'

/** Several copies run side by side with their own DATA_DIR and ports; given URLs replace stand-ins. */
const isDemo = process.argv.includes('--demo')
if (isDemo) {
  process.env.DATA_DIR ??= '.demo'
  // Only the stand-in knows the payments of that year.
  process.env.STRIPE_SECRET_KEY = ''
}
const { root, directory, settings: environment, secrets, shared, databases } = localEnvironment()
const { HOST, SERVICE_HOST, EDGE_PORT, EDGE_HEALTH_PORT, COMMAND_API_PORT, READ_API_PORT, PROJECTOR_PORT, WORKER_PORT } = environment
const { EVENTSTORE_PORT, POSTGRES_PORT, SMTP_PORT, INBOX_PORT, STRIPE_PORT, PUSH_PORT } = environment
const { EVENTSTORE_URL, POSTGRES_URL, SMTP_URL, STRIPE_SECRET_KEY, PUSH_SERVICE_URL } = process.env
const loopback = '127.0.0.1'
const local = reachableAt(SERVICE_HOST)

async function answers(port: number, path: string, host = local): Promise<void> {
  const response = await fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(2_000) })
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`)
}

async function listens(host: string, port: number): Promise<void> {
  if (!(await accepts(host, port))) throw new Error(`nothing listens on port ${port}`)
}

async function leads(port: number): Promise<void> {
  if (!(await isNodeReady(port))) throw new Error(`no event store leads on port ${port}`)
}

function part(name: string, entry: string, more: Omit<Part, 'name' | 'command'> = {}): Part {
  return { name, command: [process.execPath, join(root, entry)], folder: root, ...more, environment: { ...shared, ...more.environment } }
}

/** A given server and the stand-in keep separate logs. */
function eventStore(): Part {
  const { command, isStandIn } = eventStoreProgram(environment.EVENTSTORE_SERVER)
  const data = join(directory, isStandIn ? 'eventstoredb' : 'event-store')
  return {
    name: 'event-store',
    command: [...command, data, String(EVENTSTORE_PORT)],
    folder: root,
    quiet: true,
    ready: () => leads(EVENTSTORE_PORT),
    patience: 15_000,
    environment: hiddenVariables(process.env),
  }
}

function service(name: ServiceWithRole | 'edge', entry: string, port: number): Part {
  const database = name === 'edge' ? undefined : databases.urlOf(name)
  return part(name, entry, { ready: () => answers(port, '/health/ready'), environment: { POSTGRES_URL: database } })
}

const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

const standIns: { replacedBy: string | undefined; ports: WantedPort[]; part: Part }[] = [
  {
    replacedBy: POSTGRES_URL,
    ports: [{ host: loopback, port: POSTGRES_PORT, purpose: 'PostgreSQL', setting: 'POSTGRES_PORT' }],
    part: part('postgres', 'local/postgres-server.ts', {
      quiet: true,
      patience: 15_000,
      ready: () => takesQueries(shared.POSTGRES_URL),
      environment: { POSTGRES_PORT: String(POSTGRES_PORT), POSTGRES_PASSWORD: secrets.POSTGRES_PASSWORD },
    }),
  },
  {
    replacedBy: EVENTSTORE_URL,
    ports: [{ host: loopback, port: EVENTSTORE_PORT, purpose: 'the event store', setting: 'EVENTSTORE_PORT' }],
    part: eventStore(),
  },
  {
    replacedBy: SMTP_URL,
    ports: [
      { host: loopback, port: SMTP_PORT, purpose: 'mail', setting: 'SMTP_PORT' },
      { host: loopback, port: INBOX_PORT, purpose: 'the inbox page', setting: 'INBOX_PORT' },
    ],
    part: part('inbox', 'local/inbox.ts', {
      quiet: true,
      ready: () => Promise.all([listens(loopback, SMTP_PORT), answers(INBOX_PORT, '/healthz', loopback)]),
      // It shows every verification link, so it listens on the loopback address only.
      environment: { HOST: loopback, SMTP_PORT: String(SMTP_PORT), INBOX_PORT: String(INBOX_PORT) },
    }),
  },
  {
    replacedBy: STRIPE_SECRET_KEY,
    ports: [{ host: loopback, port: STRIPE_PORT, purpose: 'the stand-in for Stripe', setting: 'STRIPE_PORT' }],
    part: part('stripe', 'local/stripe/server.ts', {
      quiet: true,
      ready: () => answers(STRIPE_PORT, '/health', loopback),
      environment: {
        STRIPE_PORT: String(STRIPE_PORT),
        STRIPE_WEBHOOK_URL: `http://${reachableAt(HOST)}:${EDGE_PORT}/api/stripe/webhook`,
      },
    }),
  },
  // Browsers have push services of their own: this one starts only on request.
  ...(PUSH_PORT
    ? [
        {
          replacedBy: PUSH_SERVICE_URL,
          ports: [{ host: loopback, port: PUSH_PORT, purpose: 'the push service', setting: 'PUSH_PORT' }],
          part: part('push', 'local/push/server.ts', { quiet: true, ready: () => answers(PUSH_PORT, '/health', loopback) }),
        },
      ]
    : []),
]
const wantedStandIns = standIns.filter(({ replacedBy }) => !replacedBy)

process.exitCode = await launch({
  directory,
  verbose: process.argv.includes('--verbose') || ['debug', 'trace'].includes(environment.LOG_LEVEL),
  ports: [
    { host: HOST, port: EDGE_PORT, purpose: 'the web page', setting: 'EDGE_PORT' },
    { host: SERVICE_HOST, port: EDGE_HEALTH_PORT, purpose: "the edge's health", setting: 'EDGE_HEALTH_PORT' },
    { host: SERVICE_HOST, port: COMMAND_API_PORT, purpose: 'the command API', setting: 'COMMAND_API_PORT' },
    { host: SERVICE_HOST, port: READ_API_PORT, purpose: 'the read API', setting: 'READ_API_PORT' },
    { host: SERVICE_HOST, port: PROJECTOR_PORT, purpose: 'the projector', setting: 'PROJECTOR_PORT' },
    { host: SERVICE_HOST, port: WORKER_PORT, purpose: 'the worker', setting: 'WORKER_PORT' },
    ...wantedStandIns.flatMap(({ ports }) => ports),
  ],
  stages: [
    ...(isDemo
      ? [
          // The demo year moves the clock of the Stripe stand-in before that starts.
          wantedStandIns.map(({ part }) => part).filter(({ name }) => name !== 'stripe'),
          [part('demo', 'system-tests/demo/seed.ts', { once: true, environment: databases.passwordEnvironment })],
          wantedStandIns.map(({ part }) => part).filter(({ name }) => name === 'stripe'),
        ]
      : [wantedStandIns.map(({ part }) => part)]),
    [part('setup', 'command-api/setup.ts', { once: true, environment: databases.passwordEnvironment })],
    [
      service('command-api', 'command-api/server.ts', COMMAND_API_PORT),
      service('worker', 'command-api/worker.ts', WORKER_PORT),
      service('projector', 'projector/server.ts', PROJECTOR_PORT),
      service('read-api', 'read-api/server.ts', READ_API_PORT),
    ],
    [service('edge', 'web/edge.ts', EDGE_HEALTH_PORT)],
  ],
  ...(webIsOutdated(root) && {
    beside: { name: 'build', command: [...npm, 'run', '--silent', 'build', '--workspace', 'web'], folder: root, once: true, quiet: true },
  }),
  recover: (say) => (POSTGRES_URL ? Promise.resolve() : stopOrphan(join(directory, 'postgres'), say)),
  welcome: () =>
    [
      `MedicReady is ready at ${shared.PUBLIC_URL}`,
      ...(SMTP_URL ? [] : [`Its emails arrive at http://localhost:${INBOX_PORT}`]),
      ...(PUSH_PORT && !PUSH_SERVICE_URL ? [`Its push service is at http://localhost:${PUSH_PORT}`] : []),
      ...(STRIPE_SECRET_KEY ? [] : [`Payments go to the stand-in at http://localhost:${STRIPE_PORT}: no real money moves`]),
      // Written once the demo year is in the log.
      ...(isDemo ? [readFileSync(join(directory, 'demo.txt'), 'utf8')] : []),
    ].join('\n'),
})
process.exit()
