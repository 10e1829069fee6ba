import type { readinessCalls } from '@medicready/domain/contract/readiness/readiness'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { chooseProfile, reportOutcome, reportOutcomeByLink } from './outcomes.ts'

export const readinessRoutes = (parts: RouteParts): CommandHandlers<typeof readinessCalls> => ({
  'POST /api/readiness/profile': ({ body, identity, context }) => chooseProfile(parts, { ...body, userId: identity.userId }, context),

  'POST /api/readiness/outcome': ({ body, identity, context }) =>
    reportOutcome(parts, { ...body, userId: identity.userId, through: 'app' }, context),

  'POST /api/readiness/outcome-link': async ({ body, http, context }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    return reportOutcomeByLink(parts, body, context)
  },
})
