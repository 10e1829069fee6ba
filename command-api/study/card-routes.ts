import type { cardCalls } from '@medicready/domain/contract/study/cards'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { decideCard } from './decide-card.ts'

export const cardRoutes = (parts: RouteParts): Handlers<typeof cardCalls, 'command-api'> => ({
  'POST /api/review/cards/{questionId}/suspend': async ({ params, identity, http }) => {
    const decision = { ...params, userId: identity.userId, kind: 'suspend' } as const
    const { position } = await decideCard(parts, decision, requestContext(http, parts.clock))
    return { answer: { isSuspended: true }, position }
  },

  'POST /api/review/cards/{questionId}/bring-back': async ({ params, identity, http }) => {
    const decision = { ...params, userId: identity.userId, kind: 'bringBack' } as const
    const { position } = await decideCard(parts, decision, requestContext(http, parts.clock))
    return { answer: { isSuspended: false }, position }
  },

  'POST /api/review/cards/{questionId}/undo': async ({ params, body, identity, http }) => {
    const decision = { ...params, ...body, userId: identity.userId, kind: 'undo' } as const
    const { position } = await decideCard(parts, decision, requestContext(http, parts.clock))
    return { answer: { undone: true }, position }
  },
})
