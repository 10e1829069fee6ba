import { z } from 'zod'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
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
  'POST /api/user/exports': signedIn.command({
    summary: "Request an export of the caller's data, once a day. An email says when it is ready.",
    status: 202,
    response: DataExport,
    errors: ['exportUnderWay', 'exportTooSoon', 'conflict'],
  }),
  'GET /api/user/exports': signedIn.read({
    summary: "The caller's exports, latest first.",
    response: z.array(DataExport),
  }),
  'GET /api/user/exports/{id}': signedIn.command({
    summary: "Download one of the caller's exports, within a day: facts as JSON and the read models as CSV in a ZIP.",
    // It is sealed with the person's key, which the read API does not have.
    params: z.object({ id: z.uuid() }),
    file: 'application/zip',
    responseHeaders: ['content-disposition'],
    errors: ['exportNotFound'],
    example: { params: { id: existing.exportId } },
  }),
  'POST /api/user/deletion': signedIn.command({
    summary: 'Schedule the deletion of the account in seven days. Asking again keeps the first date.',
    body: PasswordOnly,
    response: deletion,
    errors: ['passwordWrong', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { password: existing.password } },
  }),
  'DELETE /api/user/deletion': signedIn.command({
    summary: 'Cancel the deletion of the account.',
    response: deletion,
    errors: ['conflict'],
  }),
} as const
