import { Readable } from 'node:stream'
import type { packageCalls } from '@medicready/domain/contract/questions/packages'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../../request-context.ts'
import type { AskedBefore } from '../asked-before.ts'
import { exportPackage } from './export-package.ts'
import { importPackage } from './import-package.ts'

export const packageRoutes = (parts: RouteParts & { readonly askedBefore: AskedBefore }): Handlers<typeof packageCalls, 'command-api'> => ({
  'GET /api/admin/questions/package': async ({ query }) => ({
    answer: { name: 'medicready-questions.zip', bytes: Readable.from(await exportPackage(parts, query)) },
    position: null,
  }),

  'POST /api/admin/questions/package': ({ body, http }) => importPackage(parts, body, requestContext(http, parts.clock)),
})
