import type { contactCommandCalls } from '@medicready/domain/contract/legal/contact'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { answerContact } from './answer-contact.ts'
import { requestContact } from './request-contact.ts'

export const contactRoutes = (parts: RouteParts): CommandHandlers<typeof contactCommandCalls> => ({
  'POST /api/contact': async ({ body: { kind, name, email, message }, identity, http, context }) => {
    const userId = identity?.userId ?? null
    await parts.checkAttempts(http, userId === null ? { purpose: 'visitorContact' } : { purpose: 'contact', userId })
    return requestContact(parts, { userId, kind, name, email, message }, context)
  },

  'POST /api/admin/contact-requests/{id}/answer': ({ params, body, identity, context }) =>
    answerContact(parts, { requestId: params.id, ...body, by: identity.userId }, context),
})
