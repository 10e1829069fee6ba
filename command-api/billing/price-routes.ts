import type { adminPriceCommandCalls } from '@medicready/domain/contract/billing/admin-prices'
import type { paymentProblemCommandCalls } from '@medicready/domain/contract/billing/payment-problems'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { mendRefund } from '../tutoring/failed-refunds.ts'
import { announcePrice } from './change-prices.ts'

export const priceRoutes = (parts: RouteParts): CommandHandlers<typeof adminPriceCommandCalls & typeof paymentProblemCommandCalls> => ({
  'POST /api/admin/prices/{tier}': ({ params, body, identity, context }) =>
    announcePrice(parts, { ...params, ...body, by: identity.userId }, context),

  'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend': ({ params: { id: requestId, refundId }, body, identity, context }) =>
    mendRefund(parts, { requestId, refundId, ...body, by: identity.userId }, context),
})
