import type { adminPriceCommandCalls } from '@medicready/domain/contract/billing/admin-prices'
import type { paymentProblemCommandCalls } from '@medicready/domain/contract/billing/payment-problems'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { mendRefund } from '../tutoring/failed-refunds.ts'
import { announcePrice } from './change-prices.ts'

export const priceRoutes = (
  parts: RouteParts,
): Handlers<typeof adminPriceCommandCalls & typeof paymentProblemCommandCalls, 'command-api'> => ({
  'POST /api/admin/prices/{tier}': ({ params, body, identity, http }) =>
    announcePrice(parts, { ...params, ...body, by: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend': ({ params: { id: requestId, refundId }, body, identity, http }) =>
    mendRefund(parts, { requestId, refundId, ...body, by: identity.userId }, requestContext(http, parts.clock)),
})
