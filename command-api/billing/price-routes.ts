import type { adminPriceCommandCalls } from '@medicready/domain/contract/admin-prices'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { announcePrice } from './change-prices.ts'

export const priceRoutes = (parts: RouteParts): Handlers<typeof adminPriceCommandCalls, 'command-api'> => ({
  'POST /api/admin/prices/{tier}': ({ params, body, identity, http }) =>
    announcePrice(parts, { ...params, ...body, by: identity.userId }, requestContext(http, parts.clock)),
})
