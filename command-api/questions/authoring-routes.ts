import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { addQuestion } from './add-question.ts'
import { type CheckParts, checkContent } from './check-content.ts'
import { reviseQuestion } from './revise-question.ts'
import { settleBankRevision } from './settle-bank-revision.ts'

export const authoringRoutes = (parts: RouteParts & CheckParts): CommandHandlers<typeof authoringCalls> => ({
  'POST /api/admin/questions/check': async ({ body }) => ({ findings: await checkContent(parts, body) }),

  'POST /api/admin/questions': ({ body, context }) => addQuestion(parts, body, context),

  'POST /api/admin/questions/{id}/revise': ({ params, body, context }) =>
    reviseQuestion(parts, { ...body, questionId: params.id }, context),

  'POST /api/admin/questions/{id}/settle-bank-revision': ({ params, body, identity, context }) =>
    settleBankRevision(parts, { ...body, questionId: params.id, settledBy: identity.userId }, context),
})
