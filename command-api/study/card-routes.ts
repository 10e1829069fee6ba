import type { cardCalls } from '@medicready/domain/contract/study/cards'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { decideCard } from './decide-card.ts'

export const cardRoutes = (parts: RouteParts): CommandHandlers<typeof cardCalls> => ({
  'POST /api/review/cards/{questionId}/suspend': async ({ params, identity, context }) => {
    const decision = { ...params, userId: identity.userId, kind: 'suspend' } as const
    await decideCard(parts, decision, context)
    return { isSuspended: true }
  },

  'POST /api/review/cards/{questionId}/bring-back': async ({ params, identity, context }) => {
    const decision = { ...params, userId: identity.userId, kind: 'bringBack' } as const
    await decideCard(parts, decision, context)
    return { isSuspended: false }
  },

  'POST /api/review/cards/{questionId}/undo': async ({ params, body, identity, context }) => {
    const decision = { ...params, ...body, userId: identity.userId, kind: 'undo' } as const
    await decideCard(parts, decision, context)
    return { undone: true }
  },
})
