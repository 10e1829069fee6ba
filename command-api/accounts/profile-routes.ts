import type { profileCalls } from '@medicready/domain/contract/accounts/profile'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { changeProfile } from './change-profile.ts'
import { changeSettings } from './change-settings.ts'

export const profileRoutes = (parts: RouteParts): Handlers<typeof profileCalls, 'command-api'> => ({
  'PATCH /api/user/profile': ({ body, identity, http }) =>
    changeProfile(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'PATCH /api/user/settings': ({ body, identity, http }) =>
    changeSettings(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),
})
