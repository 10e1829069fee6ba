import { Readable } from 'node:stream'
import type { packageCalls } from '@medicready/domain/contract/questions/packages'
import type { CommandHandlers, RouteParts } from '../../request-context.ts'
import type { AskedBefore } from '../asked-before.ts'
import { exportPackage } from './export-package.ts'
import { importPackage } from './import-package.ts'

export const packageRoutes = (parts: RouteParts & { readonly askedBefore: AskedBefore }): CommandHandlers<typeof packageCalls> => ({
  'GET /api/admin/questions/package': async ({ query }) => ({
    name: 'medicready-questions.zip',
    bytes: Readable.from(await exportPackage(parts, query)),
  }),

  'POST /api/admin/questions/package': ({ body, context }) => importPackage(parts, body, context),
})
