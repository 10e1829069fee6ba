import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { addQuestion } from './add-question.ts'
import { type CheckParts, checkContent } from './check-content.ts'
import { reviseQuestion } from './revise-question.ts'
import { settleBankRevision } from './settle-bank-revision.ts'

export const authoringRoutes = (parts: RouteParts & CheckParts): Handlers<typeof authoringCalls, 'command-api'> => ({
  'POST /api/admin/questions/check': async ({ body }) => ({
    answer: { findings: await checkContent(parts, body) },
    position: null,
  }),

  'POST /api/admin/questions': ({ body, http }) => addQuestion(parts, body, requestContext(http, parts.clock)),

  'POST /api/admin/questions/{id}/revise': ({ params, body, http }) =>
    reviseQuestion(parts, { ...body, questionId: params.id }, requestContext(http, parts.clock)),

  'POST /api/admin/questions/{id}/settle-bank-revision': ({ params, body, identity, http }) =>
    settleBankRevision(parts, { ...body, questionId: params.id, settledBy: identity.userId }, requestContext(http, parts.clock)),
})
