import { z } from 'zod'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { PasswordOnly } from './forms.ts'

export const DataExport = z.object({
  id: z.uuid(),
  requestedAt: z.iso.datetime(),
  situation: z.enum(['beingMade', 'ready', 'expired']),
  expiresAt: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
})
export type DataExport = z.infer<typeof DataExport>

const deletion = z.object({
  eraseAt: z.iso.datetime().nullable(),
})

export const personalDataCalls = {
  'POST /api/user/exports': call({
    summary: "Request an export of the caller's data, once a day. An email says when it is ready.",
    access: 'signedIn',
    service: 'command-api',
    status: 202,
    response: DataExport,
    errors: ['exportUnderWay', 'exportTooSoon', 'conflict'],
    example: {},
  }),
  'GET /api/user/exports': call({
    summary: "The caller's exports, latest first.",
    access: 'signedIn',
    service: 'read-api',
    response: z.array(DataExport),
    errors: [],
    example: {},
  }),
  'GET /api/user/exports/{id}': call({
    summary: "Download one of the caller's exports, within a day: facts as JSON and the read models as CSV in a ZIP.",
    access: 'signedIn',
    // It is sealed with the person's key, which the read API does not have.
    service: 'command-api',
    params: z.object({ id: z.uuid() }),
    file: 'application/zip',
    response: z.never(),
    responseHeaders: ['content-disposition'],
    errors: ['exportNotFound'],
    example: { params: { id: existing.exportId } },
  }),
  'POST /api/user/deletion': call({
    summary: 'Schedule the deletion of the account in seven days. Asking again keeps the first date.',
    access: 'signedIn',
    service: 'command-api',
    body: PasswordOnly,
    response: deletion,
    errors: ['passwordWrong', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { password: existing.password } },
  }),
  'DELETE /api/user/deletion': call({
    summary: 'Cancel the deletion of the account.',
    access: 'signedIn',
    service: 'command-api',
    response: deletion,
    errors: ['conflict'],
    example: {},
  }),
} as const
