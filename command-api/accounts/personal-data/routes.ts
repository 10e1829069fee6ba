import type { personalDataCalls } from '@medicready/domain/contract/accounts/personal-data'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { CommandHandlers, RouteParts } from '../../request-context.ts'
import { passwordGuessBy } from '../attempts.ts'
import { downloadExport } from './download-export.ts'
import { cancelDeletion, requestDeletion } from './request-deletion.ts'
import { requestExport } from './request-export.ts'

export const personalDataRoutes = (parts: RouteParts): CommandHandlers<typeof personalDataCalls> => ({
  'POST /api/user/exports': async ({ identity, context }) => {
    const answer = await requestExport(parts, identity, context)
    const { exportId: id, requestedAt } = answer
    return { id, requestedAt, situation: 'beingMade', expiresAt: null, bytes: null }
  },

  'GET /api/user/exports/{id}': async ({ identity, params, context }) => {
    const bytes = await downloadExport(parts, { userId: identity.userId, exportId: params.id, now: context.now })
    return { name: `${PRODUCT_NAME.toLowerCase()}-data.zip`, bytes }
  },

  'POST /api/user/deletion': async ({ identity, body, http, context }) => {
    const { userId } = identity
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    return requestDeletion(parts, { userId, password: body.password }, guess, context)
  },

  'DELETE /api/user/deletion': ({ identity, context }) => cancelDeletion(parts, identity, context),
})
