import type { contactCommandCalls } from '@medicready/domain/contract/legal/contact'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { answerContact } from './answer-contact.ts'
import { requestContact } from './request-contact.ts'

export const contactRoutes = (parts: RouteParts): Handlers<typeof contactCommandCalls, 'command-api'> => ({
  'POST /api/contact': async ({ body: { kind, name, email, message }, identity, http }) => {
    const userId = identity?.userId ?? null
    await parts.checkAttempts(http, userId === null ? { purpose: 'visitorContact' } : { purpose: 'contact', userId })
    return requestContact(parts, { userId, kind, name, email, message }, requestContext(http, parts.clock))
  },

  'POST /api/admin/contact-requests/{id}/answer': ({ params, body, identity, http }) =>
    answerContact(parts, { requestId: params.id, ...body, by: identity.userId }, requestContext(http, parts.clock)),
})
