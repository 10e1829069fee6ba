import type { reminderCommandCalls } from '@medicready/domain/contract/reminders/reminders'
import type { FastifyInstance } from 'fastify'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { changeReminders } from './change-reminders.ts'
import { unsubscribe } from './unsubscribe.ts'

export const reminderRoutes = (parts: RouteParts): CommandHandlers<typeof reminderCommandCalls> => ({
  'PATCH /api/user/reminders': ({ body, identity, context }) => changeReminders(parts, { ...body, userId: identity.userId }, context),

  'POST /api/unsubscribe': ({ query: { token }, context }) => unsubscribe(parts, token, context),
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
