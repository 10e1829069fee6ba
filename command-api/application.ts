import { contract } from '@medicready/domain/contract/contract'
import type { Clock } from '@medicready/platform/clock'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import { registerCalls } from '@medicready/platform/http/calls'
import { Identities } from '@medicready/platform/http/identity'
import { PictureAddresses } from '@medicready/platform/http/picture-addresses'
import { createServer, refuseOtherOrigins } from '@medicready/platform/http/server'
import { registerSessions, SessionRotation } from '@medicready/platform/http/sessions'
import type { Logger } from '@medicready/platform/logger'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import { measureStores } from '@medicready/platform/monitoring/gauge'
import type { Payments } from '@medicready/platform/payments/payments'
import type { Sql } from '@medicready/platform/postgres/connection'
import { isPushAddress } from '@medicready/platform/push/push-addresses'
import type { Vault } from '@medicready/platform/vault/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type AttemptLimits, Attempts } from './accounts/attempts.ts'
import { roleOf } from './accounts/find-account.ts'
import { showHashing } from './accounts/hashing-queue.ts'
import { accountRoutes, redirectToLogin, refuseFloods, refuseOtherProviders } from './accounts/routes.ts'
import { Passkeys, relyingPartyAt } from './accounts/second-factor/passkeys.ts'
import { adminRoutes } from './admin/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { tierOf } from './billing/tier.ts'
import { dependenciesOver } from './dependencies.ts'
import { Devices, RegistrationsOfBrowser } from './devices.ts'
import { examRoutes } from './exams/routes.ts'
import { ExportQueries } from './lab/export-queries.ts'
import { labRoutes } from './lab/routes.ts'
import { legalRoutes } from './legal/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { readinessRoutes } from './readiness/routes.ts'
import { redirectToUnsubscribePage, reminderRoutes } from './reminders/routes.ts'
import { requestContext } from './request-context.ts'
import { studyRoutes } from './study/routes.ts'
import { tutoringRoutes } from './tutoring/routes.ts'

interface CommandApiOptions {
  readonly sql: Sql
  readonly sessionPool: pg.Pool
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  /** The edge's word for who is calling is trusted from here. */
  readonly edgeAddresses: readonly string[]
  readonly callsPerMinute: number
  readonly clock: Clock
  readonly publicUrl: string
  readonly sessionSecret: string
  readonly attemptLimits: AttemptLimits
  readonly passwordMemoryKib?: number | undefined
  readonly payments: Payments
  readonly mailEventSources: MailEventSources
  readonly pushServiceUrl?: string | undefined
  readonly exportDirectory?: string | undefined
}

export async function buildCommandApi(options: CommandApiOptions): Promise<FastifyInstance> {
  const { sql, eventStore, clock, logger, publicUrl } = options
  const app = await createServer({
    name: 'command-api',
    logger,
    believed: options.edgeAddresses,
    readiness: async () => {
      await Promise.all([sql`SELECT 1`, eventStore.readStream('readiness')])
      return { ready: true }
    },
  })
  // A stream that does not exist: this service may read streams, but not the whole log.
  measureStores(app.metrics, { 'event store': () => eventStore.readStream('readiness'), postgres: () => sql`SELECT 1` })
  refuseOtherOrigins(app, publicUrl)
  refuseOtherProviders(app, options.mailEventSources)

  const useCaseDeps = dependenciesOver(options)
  refuseFloods(app, useCaseDeps.passwords.queue)
  showHashing(app.metrics, useCaseDeps.passwords.queue)

  const identities = new Identities(options)
  identities.start()
  app.addHook('onClose', () => identities.stop())

  const exportQueries = new ExportQueries(options.exportDirectory)
  app.addHook('onClose', async () => exportQueries.close())

  const attempts = new Attempts({ ...useCaseDeps, clock }, options.attemptLimits)
  const routeDeps = {
    ...useCaseDeps,
    clock,
    payments: options.payments,
    mailEventSources: options.mailEventSources,
    isPushAddress: (endpoint: string) => isPushAddress(endpoint, options.pushServiceUrl),
    publicUrl,
    exportQueries,
    checkAttempts: attempts.check,
    devices: new Devices(options.vault, publicUrl),
    passkeys: new Passkeys(sql, relyingPartyAt(publicUrl)),
    pictureAddressOf: new PictureAddresses(options.sessionSecret).of,
    registrationsOfBrowser: new RegistrationsOfBrowser(options.vault, publicUrl),
    sessionRotation: new SessionRotation({ sql, secret: options.sessionSecret, publicUrl }),
  }
  registerCalls(app, {
    calls: contract,
    service: 'command-api',
    contextOf: (request: FastifyRequest) => requestContext(request, clock),
    identities,
    publicUrl,
    roleOf: (userId) => roleOf(routeDeps, userId),
    callsPerMinute: options.callsPerMinute,
    tierOf: (userId) => tierOf(routeDeps, userId),
    handlers: {
      ...accountRoutes(routeDeps),
      ...questionRoutes(routeDeps),
      ...studyRoutes(routeDeps),
      ...examRoutes(routeDeps),
      ...readinessRoutes(routeDeps),
      ...reminderRoutes(routeDeps),
      ...billingRoutes(routeDeps),
      ...adminRoutes(routeDeps),
      ...tutoringRoutes(routeDeps),
      ...legalRoutes(routeDeps),
      ...labRoutes(routeDeps),
    },
    prepareVisitorScope: (scope) => registerSessions(scope, { pool: options.sessionPool, secret: options.sessionSecret, publicUrl }),
  })
  redirectToLogin(app)
  redirectToUnsubscribePage(app)
  return app
}
