import type { sessionCalls } from '@medicready/domain/contract/accounts/sessions'
import { endSessionOf, endSessions } from '@medicready/platform/http/sessions'
import type { CommandHandlers, RouteParts } from '../request-context.ts'

export const sessionRoutes = ({ sql }: Pick<RouteParts, 'sql'>): CommandHandlers<typeof sessionCalls> => ({
  'DELETE /api/user/sessions/{id}': async ({ params, identity }) => ({ ended: await endSessionOf(sql, identity.userId, params.id) }),

  'DELETE /api/user/sessions': async ({ identity }) => ({ ended: await endSessions(sql, identity.userId, { except: identity.sessionId }) }),
})
