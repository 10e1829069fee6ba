import { type CallKeyOf, type Handlers, registerCalls } from '@medicready/platform/http/calls'
import { Identities } from '@medicready/platform/http/identity'
import { createServer } from '@medicready/platform/http/server'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { Checkpoints } from './checkpoints.ts'
import { generationRoute } from './questions/generation-route.ts'
import { QuestionVersions } from './questions/question-versions.ts'
import { reviewRoutes } from './questions/review-routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { type Clock, readingBehind } from './reading.ts'
import { Leaderboard } from './study/leaderboard.ts'
import { studyRoutes } from './study/routes.ts'

export interface ReadApiParts {
  readonly sql: Sql
  readonly logger: Logger
  readonly clock: Clock
  readonly sessionSecret: string
}

/** The read API, ready to listen. Everything that it reaches is handed in. */
export async function buildReadApi({ sql, logger, clock, sessionSecret }: ReadApiParts): Promise<FastifyInstance> {
  const app = await createServer({
    name: 'read-api',
    logger,
    readiness: async () => {
      // Until the projector has started for the first time there is nothing to read.
      const [row] = await sql<{ live: number }[]>`SELECT count(*)::int AS live FROM projector.checkpoints WHERE state = 'live'`
      return { ready: row !== undefined && row.live > 0 }
    },
  })
  const identities = new Identities(sql, sessionSecret)
  identities.start()
  const checkpoints = new Checkpoints(sql, logger)
  checkpoints.start()
  app.addHook('onClose', async () => {
    checkpoints.stop()
    await identities.stop()
  })

  const parts = {
    sql,
    clock,
    reading: readingBehind(checkpoints),
    versions: new QuestionVersions(sql),
    leaderboard: new Leaderboard(sql, checkpoints),
  }
  const handlers: Handlers<'read-api'> = {
    ...accountRoutes(parts),
    ...generationRoute(parts),
    ...questionRoutes(parts),
    ...reviewRoutes(parts),
    ...studyRoutes(parts),
  } satisfies Record<CallKeyOf<'read-api'>, unknown>
  registerCalls<'read-api'>(app, identities, handlers)
  return app
}
