import type { pictureCalls } from '@medicready/domain/contract/questions/pictures'
import type { Handlers } from '@medicready/platform/http/calls'
import type { RouteParts } from '../../request-context.ts'
import { storePicture } from './store-picture.ts'

export const pictureRoutes = (parts: RouteParts): Handlers<typeof pictureCalls, 'command-api'> => ({
  'POST /api/admin/pictures': ({ body }) => storePicture(parts, body),
})
