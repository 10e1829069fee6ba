import type { roleCalls } from '@medicready/domain/contract/accounts/roles'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { changeRoleOf } from './change-role-of.ts'

export const roleRoutes = (parts: RouteParts): CommandHandlers<typeof roleCalls> => ({
  'PUT /api/admin/roles': ({ body, identity, context }) => changeRoleOf(parts, { ...body, changedBy: identity.userId }, context),
})
