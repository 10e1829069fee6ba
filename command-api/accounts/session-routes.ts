import type { sessionCalls } from '@medicready/domain/contract/accounts/sessions'
import type { Handlers } from '@medicready/platform/http/calls'
import { endSessionOf, endSessions } from '@medicready/platform/http/sessions'
import type { RouteParts } from '../request-context.ts'

export const sessionRoutes = ({ sql }: Pick<RouteParts, 'sql'>): Handlers<typeof sessionCalls, 'command-api'> => ({
  'DELETE /api/user/sessions/{id}': async ({ params, identity }) => ({
    answer: { ended: await endSessionOf(sql, identity.userId, params.id) },
    position: null,
  }),

  'DELETE /api/user/sessions': async ({ identity }) => ({
    answer: { ended: await endSessions(sql, identity.userId, { except: identity.sessionId }) },
    position: null,
  }),
})
