import type { reminderCommandCalls } from '@medicready/domain/contract/reminders/reminders'
import type { Handlers } from '@medicready/platform/http/calls'
import type { FastifyInstance } from 'fastify'
import { type RouteParts, requestContext } from '../request-context.ts'
import { changeReminders } from './change-reminders.ts'
import { unsubscribe } from './unsubscribe.ts'

export const reminderRoutes = (parts: RouteParts): Handlers<typeof reminderCommandCalls, 'command-api'> => ({
  'PATCH /api/user/reminders': ({ body, identity, http }) =>
    changeReminders(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/unsubscribe': ({ query: { token }, http }) => unsubscribe(parts, token, requestContext(http, parts.clock)),
})

/**
 * Mail programs that know no unsubscribing by one click open the address in a browser: that changes nothing, and leads
 * to the page that asks.
 */
export function redirectToUnsubscribePage(app: FastifyInstance): void {
  app.get<{ Querystring: { token?: unknown } }>('/api/unsubscribe', async ({ query: { token } }, reply) =>
    reply.redirect(`/unsubscribe?token=${encodeURIComponent(typeof token === 'string' ? token : '')}`),
  )
}
