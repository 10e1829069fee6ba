import type { readinessCommandCalls } from '@medicready/domain/contract/readiness/readiness'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { chooseProfile } from './choose-profile.ts'
import { reportOutcome, reportOutcomeByLink } from './report-outcome.ts'

export const readinessRoutes = (parts: RouteParts): Handlers<typeof readinessCommandCalls, 'command-api'> => ({
  'POST /api/readiness/profile': ({ body, identity, http }) =>
    chooseProfile(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/readiness/outcome': ({ body, identity, http }) =>
    reportOutcome(parts, { ...body, userId: identity.userId, through: 'app' }, requestContext(http, parts.clock)),

  'POST /api/readiness/outcome-link': async ({ body, http }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    return reportOutcomeByLink(parts, body, requestContext(http, parts.clock))
  },
})
