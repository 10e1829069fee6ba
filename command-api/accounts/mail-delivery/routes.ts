import type { mailDeliveryCalls } from '@medicready/domain/contract/mail-delivery'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../../request-context.ts'
import { receiveMailEvents } from './receive-mail-events.ts'
import { tryAddressAgain } from './try-address-again.ts'

export const mailDeliveryRoutes = (parts: RouteParts): Handlers<typeof mailDeliveryCalls, 'command-api'> => ({
  'POST /api/mail-events/{provider}': ({ params: { provider }, body: raw, http }) =>
    receiveMailEvents(parts, { provider, raw, headers: http.headers }, requestContext(http, parts.clock)),

  'POST /api/user/mail-delivery/try-again': ({ identity, http }) => tryAddressAgain(parts, identity, requestContext(http, parts.clock)),
})
