import type { pushCalls, reminderCalls } from '@medicready/domain/contract/reminders/reminders'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { deviceOf } from '@medicready/platform/http/device'
import { vapidKeysOf } from '@medicready/platform/push/push-sender'
import type { FastifyInstance } from 'fastify'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { subscribeToPush, unsubscribeFromPush } from './push.ts'
import { changeReminders, unsubscribe } from './unsubscribe.ts'

export const reminderRoutes = (deps: RouteDeps): CommandHandlers<typeof reminderCalls & typeof pushCalls> => ({
  'PATCH /api/user/reminders': ({ body, identity, context }) => changeReminders(deps, { ...body, userId: identity.userId }, context),

  'POST /api/unsubscribe': ({ query: { token }, context }) => unsubscribe(deps, token, context),

  'GET /api/push/key': async () => ({ publicKey: (await vapidKeysOf(deps.vault)).publicKey }),

  'POST /api/push/subscribe': ({ body: { endpoint, keys, replaces }, identity: { userId }, http, context }) => {
    const subscribing = { userId, endpoint, keys, replaces, name: deviceOf(http.headers['user-agent']) }
    return subscribeToPush(deps, subscribing, context)
  },

  'POST /api/push/unsubscribe': ({ body: { id, endpoint }, identity: { userId }, context }) => {
    if (id !== undefined) return unsubscribeFromPush(deps, { userId, deviceId: id }, context)
    if (endpoint !== undefined) return unsubscribeFromPush(deps, { userId, endpoint }, context)
    throw new Rejection('invalidRequest')
  },
})

/** Mail programs without one-click unsubscribing open this in a browser; it changes nothing but asks. */
export function redirectToUnsubscribePage(app: FastifyInstance): void {
  app.get<{ Querystring: { token?: unknown } }>('/api/unsubscribe', async ({ query: { token } }, reply) =>
    reply.redirect(`/unsubscribe?token=${encodeURIComponent(typeof token === 'string' ? token : '')}`),
  )
}
