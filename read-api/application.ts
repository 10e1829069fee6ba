import { type Handlers, registerCalls } from '@medicready/platform/http/calls'
import { Identities } from '@medicready/platform/http/identity'
import { createServer } from '@medicready/platform/http/server'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { Checkpoints } from './checkpoints.ts'
import { QuestionVersions } from './questions/question-versions.ts'
import { questionRoutes } from './questions/routes.ts'
import type { ReadParts } from './read-parts.ts'
import { studyRoutes } from './study/routes.ts'

export interface ReadApiParts {
  readonly sql: Sql
  readonly logger: Logger
  readonly clock: () => string
  readonly sessionSecret: string
}

/** The read API, ready to listen. Everything that it reaches is handed in. */
export async function buildReadApi({ sql, logger, clock, sessionSecret }: ReadApiParts): Promise<FastifyInstance> {
  const app = await createServer({
    name: 'read-api',
    logger,
    readiness: async () => {
      // The views are there once the projector has started for the first time.
      const [view] = await sql<{ exists: boolean }[]>`SELECT to_regclass('read.users') IS NOT NULL AS exists`
      return { ready: view?.exists === true }
    },
  })
  const identities = new Identities(sql, sessionSecret)
  const checkpoints = new Checkpoints(sql, logger)
  identities.start()
  checkpoints.start()
  app.addHook('onClose', async () => {
    await Promise.all([identities.stop(), checkpoints.stop()])
  })

  const parts: ReadParts = { sql, checkpoints, versions: new QuestionVersions(sql), clock }
  const handlers: Handlers<'read-api'> = { ...accountRoutes(parts), ...questionRoutes(parts), ...studyRoutes(parts) }
  registerCalls<'read-api'>(app, identities, handlers)
  return app
}
