import type { profileCalls } from '@medicready/domain/contract/accounts/profile'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { changeProfile } from './change-profile.ts'
import { changeSettings } from './change-settings.ts'

export const profileRoutes = (parts: RouteParts): CommandHandlers<typeof profileCalls> => ({
  'PATCH /api/user/profile': ({ body, identity, context }) => changeProfile(parts, { ...body, userId: identity.userId }, context),

  'PATCH /api/user/settings': ({ body, identity, context }) => changeSettings(parts, { ...body, userId: identity.userId }, context),
})
