import type { reminderCommandCalls } from '@medicready/domain/contract/reminders'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { changeReminders } from './change-reminders.ts'

export const reminderRoutes = (parts: RouteParts): Handlers<typeof reminderCommandCalls, 'command-api'> => ({
  'PATCH /api/user/reminders': ({ body, identity, http }) =>
    changeReminders(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),
})
