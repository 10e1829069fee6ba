import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventStoreProgram } from './event-store-program.ts'
import { launch } from './launch.ts'
import { localEnvironment } from './local-environment.ts'
import { answers, eventStorePart, partsOf } from './parts.ts'
import { reachableAt, type WantedPort } from './ports.ts'
import { stopOrphan } from './postgres.ts'
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

const parts = partsOf({
  ...{ root, environment: shared, ports: environment, databases, postgresPassword: secrets.POSTGRES_PASSWORD },
  webhookUrl: `http://${reachableAt(HOST)}:${EDGE_PORT}/api/stripe/webhook`,
})
const { command, isStandIn } = eventStoreProgram(environment.EVENTSTORE_SERVER)
const eventStore = eventStorePart({
  name: 'event-store',
  // A given server and the stand-in keep separate logs.
  data: join(directory, isStandIn ? 'eventstoredb' : 'event-store'),
  port: EVENTSTORE_PORT,
  folder: root,
  command,
})

const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

const standIns: { replacedBy: string | undefined; ports: WantedPort[]; part: Part }[] = [
  {
    replacedBy: POSTGRES_URL,
    ports: [{ host: loopback, port: POSTGRES_PORT, purpose: 'PostgreSQL', setting: 'POSTGRES_PORT' }],
    part: parts.postgres,
  },
  {
    replacedBy: EVENTSTORE_URL,
    ports: [{ host: loopback, port: EVENTSTORE_PORT, purpose: 'the event store', setting: 'EVENTSTORE_PORT' }],
    part: eventStore,
  },
  {
    replacedBy: SMTP_URL,
    ports: [
      { host: loopback, port: SMTP_PORT, purpose: 'mail', setting: 'SMTP_PORT' },
      { host: loopback, port: INBOX_PORT, purpose: 'the inbox page', setting: 'INBOX_PORT' },
    ],
    part: parts.inbox,
  },
  {
    replacedBy: STRIPE_SECRET_KEY,
    ports: [{ host: loopback, port: STRIPE_PORT, purpose: 'the stand-in for Stripe', setting: 'STRIPE_PORT' }],
    part: parts.stripe,
  },
  // Browsers have push services of their own: this one starts only on request.
  ...(PUSH_PORT
    ? [
        {
          replacedBy: PUSH_SERVICE_URL,
          ports: [{ host: loopback, port: PUSH_PORT, purpose: 'the push service', setting: 'PUSH_PORT' }],
          part: parts.standIn('push', 'local/push/server.ts', { ready: () => answers(`http://${loopback}:${PUSH_PORT}/health`) }),
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
          [parts.step('demo', 'system-tests/demo/seed.ts')],
          wantedStandIns.map(({ part }) => part).filter(({ name }) => name === 'stripe'),
        ]
      : [wantedStandIns.map(({ part }) => part)]),
    [parts.setup],
    [parts['command-api'], parts.worker, parts.projector, parts['read-api']],
    [parts.edge],
  ],
  ...(webIsOutdated(root) && {
    beside: { name: 'build', command: [...npm, 'run', '--silent', 'build', '--workspace', 'web'], folder: root, once: true, quiet: true },
  }),
  recover: (say) => (POSTGRES_URL ? Promise.resolve() : stopOrphan(join(directory, 'postgres'), say)),
  welcome: () =>
    [
      `MedicReady is ready at ${shared.PUBLIC_URL}`,
      `Administrators see how it runs at ${shared.PUBLIC_URL}/admin/system`,
      ...(SMTP_URL ? [] : [`Its emails arrive at http://localhost:${INBOX_PORT}`]),
      ...(PUSH_PORT && !PUSH_SERVICE_URL ? [`Its push service is at http://localhost:${PUSH_PORT}`] : []),
      ...(STRIPE_SECRET_KEY ? [] : [`Payments go to the stand-in at http://localhost:${STRIPE_PORT}: no real money moves`]),
      // Written once the demo year is in the log.
      ...(isDemo ? [readFileSync(join(directory, 'demo.txt'), 'utf8')] : []),
    ].join('\n'),
})
process.exit()
