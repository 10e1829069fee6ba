import type { pictureCalls } from '@medicready/domain/contract/questions/pictures'
import type { CommandHandlers, RouteParts } from '../../request-context.ts'
import { storePicture } from './store-picture.ts'

export const pictureRoutes = (parts: RouteParts): CommandHandlers<typeof pictureCalls> => ({
  'POST /api/admin/pictures': ({ body }) => storePicture(parts, body),
})
