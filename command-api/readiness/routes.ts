import type { readinessCalls } from '@medicready/domain/contract/readiness/readiness'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { chooseProfile, reportOutcome, reportOutcomeByLink } from './outcomes.ts'

export const readinessRoutes = (deps: RouteDeps): CommandHandlers<typeof readinessCalls> => ({
  'POST /api/readiness/profile': ({ body, identity, context }) => chooseProfile(deps, { ...body, userId: identity.userId }, context),

  'POST /api/readiness/outcome': ({ body, identity, context }) =>
    reportOutcome(deps, { ...body, userId: identity.userId, through: 'app' }, context),

  'POST /api/readiness/outcome-link': async ({ body, http, context }) => {
    await deps.checkAttempts(http, { purpose: 'link' })
    return reportOutcomeByLink(deps, body, context)
  },
})
