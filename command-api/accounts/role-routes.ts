import type { roleCalls } from '@medicready/domain/contract/accounts/roles'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { changeRoleOf } from './change-role-of.ts'

export const roleRoutes = (parts: RouteParts): Handlers<typeof roleCalls, 'command-api'> => ({
  'PUT /api/admin/roles': ({ body, identity, http }) =>
    changeRoleOf(parts, { ...body, changedBy: identity.userId }, requestContext(http, parts.clock)),
})
