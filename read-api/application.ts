import { contract } from '@medicready/domain/contract/contract'
import type { Clock } from '@medicready/platform/clock'
import { refusalFor, registerCalls } from '@medicready/platform/http/calls'
import { Identities } from '@medicready/platform/http/identity'
import { PictureAddresses } from '@medicready/platform/http/picture-addresses'
import { createServer } from '@medicready/platform/http/server'
import type { Logger } from '@medicready/platform/logger'
import { measureStores } from '@medicready/platform/monitoring/gauge'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountRoutes, personalDataRoutes, roleRoutes, rolesOf, secondFactorRoutes, sessionRoutes } from './accounts/routes.ts'
import { adminAuditRoutes } from './admin/audit-routes.ts'
import { adminBusinessRoutes } from './admin/business-routes.ts'
import { adminPerformanceRoutes } from './admin/performance-routes.ts'
import { askWhetherReady, type ServiceUrls } from './admin/service-states.ts'
import { adminStudentRoutes } from './admin/student-routes.ts'
import { adminSystemRoutes } from './admin/system-routes.ts'
import {
  adminPriceRoutes,
  billingRoutes,
  discountCodeRoutes,
  paymentProblemRoutes,
  priceRoutes,
  subscriptionRoutes,
  tiersOf,
} from './billing/routes.ts'
import { Checkpoints } from './checkpoints.ts'
import { examRoutes } from './exams/routes.ts'
import { labRoutes } from './lab/routes.ts'
import { LegalFiles } from './legal/legal-files.ts'
import { PublishedPolicies } from './legal/published-policies.ts'
import { contactRoutes, legalRoutes, policyNoticeRoutes } from './legal/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { QuestionVersions } from './questions/question-versions.ts'
import { questionRoutes } from './questions/routes.ts'
import type { ReadDependencies } from './read-dependencies.ts'
import { readinessRoutes } from './readiness/routes.ts'
import { readingBehind } from './reading.ts'
import { pushRoutes, reminderRoutes } from './reminders/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { analyticsRoutes } from './study/analytics-routes.ts'
import { cardRoutes } from './study/card-routes.ts'
import { Disclosures } from './study/disclosures.ts'
import { Leaderboard } from './study/leaderboard.ts'
import { quizRoutes } from './study/quiz-routes.ts'
import { achievementRoutes, studyPlanRoutes, studyRoutes } from './study/routes.ts'
import { studySessionRoutes } from './study/session-routes.ts'
import { adminTutoringRoutes } from './tutoring/admin-routes.ts'
import { tutoringRoutes } from './tutoring/routes.ts'

export interface ReadApiOptions {
  readonly sql: Sql
  /** A replica of the same database, for reading the read models. */
  readonly replica?: Sql | null
  readonly logger: Logger
  /** The edge's word for who is calling is trusted from here. */
  readonly edgeAddresses: readonly string[]
  readonly callsPerMinute: number
  readonly clock: Clock
  readonly sessionSecret: string
  readonly publicUrl: string
  readonly serviceUrls: ServiceUrls
}

export async function buildReadApi(given: ReadApiOptions): Promise<FastifyInstance> {
  const { sql: primary, replica = null, logger, edgeAddresses, callsPerMinute, clock, sessionSecret, publicUrl, serviceUrls } = given
  const sql = replica ?? primary
  const app = await createServer({
    name: 'read-api',
    logger,
    believed: edgeAddresses,
    readiness: async () => {
      // Before the projector's first start there is nothing to read.
      const [row] = await sql<{ live: number }[]>`SELECT count(*)::int AS live FROM projector.checkpoints WHERE state = 'live'`
      return { ready: row !== undefined && row.live > 0 }
    },
  })
  measureStores(app.metrics, { postgres: () => primary`SELECT 1`, ...(replica && { replica: () => replica`SELECT 1` }) })
  // For the worker, which cannot reach the other services.
  app.get('/health/services', async () => {
    const [edge, commandApi, projector] = await Promise.all(
      (['edge', 'command-api', 'projector'] as const).map((name) => askWhetherReady(serviceUrls[name])),
    )
    return { edge, 'command-api': commandApi, projector }
  })

  const identities = new Identities({ sql: primary, sessionSecret, logger })
  identities.start()
  const checkpoints = new Checkpoints(primary, logger, replica)
  checkpoints.start()
  const policies = new PublishedPolicies(sql, clock)
  const legalFiles = new LegalFiles((edition) => policies.text(edition), publicUrl)
  app.addHook('onClose', async () => {
    checkpoints.stop()
    await legalFiles.close()
    await identities.stop()
  })

  const accessRules = { publicUrl, roleOf: rolesOf(primary) }
  const pictureAddresses = new PictureAddresses(sessionSecret)
  const deps: ReadDependencies = {
    sql,
    primary,
    clock,
    serviceUrls,
    metrics: app.metrics,
    publicUrl,
    reading: readingBehind(checkpoints),
    policies,
    legalFiles,
    versions: new QuestionVersions(sql, pictureAddresses.of),
    pictureAddresses,
    pictureAddressOf: pictureAddresses.of,
    ranks: new Leaderboard(sql, checkpoints),
    disclosures: new Disclosures(sql, clock),
    isReviewer: async (request: FastifyRequest) => (await refusalFor('reviewQuestions', request, accessRules)) === null,
  }
  registerCalls(app, {
    calls: contract,
    service: 'read-api',
    contextOf: () => null,
    identities,
    ...accessRules,
    callsPerMinute,
    tierOf: tiersOf(sql, checkpoints),
    handlers: {
      ...accountRoutes(deps),
      ...personalDataRoutes(deps),
      ...sessionRoutes(deps),
      ...roleRoutes(deps),
      ...secondFactorRoutes(deps),
      ...billingRoutes(deps),
      ...priceRoutes(deps),
      ...subscriptionRoutes(deps),
      ...discountCodeRoutes(deps),
      ...questionRoutes(deps),
      ...pictureRoutes(deps),
      ...statusRoutes(deps),
      ...studyRoutes(deps),
      ...quizRoutes(deps),
      ...analyticsRoutes(deps),
      ...studySessionRoutes(deps),
      ...achievementRoutes(deps),
      ...studyPlanRoutes(deps),
      ...cardRoutes(deps),
      ...examRoutes(deps),
      ...readinessRoutes(deps),
      ...reminderRoutes(deps),
      ...pushRoutes(deps),
      ...adminStudentRoutes(deps),
      ...adminBusinessRoutes(deps),
      ...adminPriceRoutes(deps),
      ...paymentProblemRoutes(deps),
      ...adminPerformanceRoutes(deps),
      ...adminAuditRoutes(deps),
      ...adminSystemRoutes(deps),
      ...tutoringRoutes(deps),
      ...adminTutoringRoutes(deps),
      ...legalRoutes(deps),
      ...contactRoutes(deps),
      ...policyNoticeRoutes(deps),
      ...labRoutes(deps),
    },
  })
  return app
}
