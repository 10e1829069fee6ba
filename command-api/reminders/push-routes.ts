import type { pushCommandCalls } from '@medicready/domain/contract/reminders/push'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { deviceOf } from '@medicready/platform/http/device'
import { vapidKeysOf } from '@medicready/platform/push/vapid-keys'
import { type RouteParts, requestContext } from '../request-context.ts'
import { subscribeToPush, unsubscribeFromPush } from './subscribe-to-push.ts'

export const pushRoutes = (parts: RouteParts): Handlers<typeof pushCommandCalls, 'command-api'> => ({
  'GET /api/push/key': async () => ({ answer: { publicKey: (await vapidKeysOf(parts.vault)).publicKey }, position: null }),

  'POST /api/push/subscribe': ({ body: { endpoint, keys, replaces }, identity: { userId }, http }) => {
    const subscribing = { userId, endpoint, keys, replaces, name: deviceOf(http.headers['user-agent']) }
    return subscribeToPush(parts, subscribing, requestContext(http, parts.clock))
  },

  'POST /api/push/unsubscribe': ({ body: { id, endpoint }, identity: { userId }, http }) => {
    const context = requestContext(http, parts.clock)
    if (id !== undefined) return unsubscribeFromPush(parts, { userId, deviceId: id }, context)
    if (endpoint !== undefined) return unsubscribeFromPush(parts, { userId, endpoint }, context)
    throw new Rejection('invalidRequest')
  },
})
