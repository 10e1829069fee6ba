import type { pushCommandCalls } from '@medicready/domain/contract/reminders/push'
import { Rejection } from '@medicready/domain/rejection'
import { deviceOf } from '@medicready/platform/http/device'
import { vapidKeysOf } from '@medicready/platform/push/vapid-keys'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { subscribeToPush, unsubscribeFromPush } from './subscribe-to-push.ts'

export const pushRoutes = (parts: RouteParts): CommandHandlers<typeof pushCommandCalls> => ({
  'GET /api/push/key': async () => ({ publicKey: (await vapidKeysOf(parts.vault)).publicKey }),

  'POST /api/push/subscribe': ({ body: { endpoint, keys, replaces }, identity: { userId }, http, context }) => {
    const subscribing = { userId, endpoint, keys, replaces, name: deviceOf(http.headers['user-agent']) }
    return subscribeToPush(parts, subscribing, context)
  },

  'POST /api/push/unsubscribe': ({ body: { id, endpoint }, identity: { userId }, context }) => {
    if (id !== undefined) return unsubscribeFromPush(parts, { userId, deviceId: id }, context)
    if (endpoint !== undefined) return unsubscribeFromPush(parts, { userId, endpoint }, context)
    throw new Rejection('invalidRequest')
  },
})
