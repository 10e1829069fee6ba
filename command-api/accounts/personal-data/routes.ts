import type { personalDataCalls } from '@medicready/domain/contract/accounts/personal-data'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../../request-context.ts'
import { passwordGuessBy } from '../attempts.ts'
import { downloadExport } from './download-export.ts'
import { cancelDeletion, requestDeletion } from './request-deletion.ts'
import { requestExport } from './request-export.ts'

export const personalDataRoutes = (parts: RouteParts): Handlers<typeof personalDataCalls, 'command-api'> => ({
  'POST /api/user/exports': async ({ identity, http }) => {
    const { answer, position } = await requestExport(parts, identity, requestContext(http, parts.clock))
    const { exportId: id, requestedAt } = answer
    return { answer: { id, requestedAt, situation: 'beingMade', expiresAt: null, bytes: null }, position }
  },

  'GET /api/user/exports/{id}': async ({ identity, params }) => {
    const bytes = await downloadExport(parts, { userId: identity.userId, exportId: params.id, now: parts.clock() })
    return { answer: { name: `${PRODUCT_NAME.toLowerCase()}-data.zip`, bytes }, position: null }
  },

  'POST /api/user/deletion': async ({ identity, body, http }) => {
    const { userId } = identity
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    return requestDeletion(parts, { userId, password: body.password }, guess, requestContext(http, parts.clock))
  },

  'DELETE /api/user/deletion': ({ identity, http }) => cancelDeletion(parts, identity, requestContext(http, parts.clock)),
})
