import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import type { noteCalls } from '@medicready/domain/contract/questions/notes'
import type { packageCalls } from '@medicready/domain/contract/questions/packages'
import type { questionCalls } from '@medicready/domain/contract/questions/questions'
import type { sampleCalls } from '@medicready/domain/contract/samples'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { answerSample } from './answer-sample.ts'
import { AskedBefore } from './asked-before.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { packageRoutes } from './qti/routes.ts'
import { type ReviewRequestAnswer, requestReview } from './request-review.ts'
import { resolveReviewRequests } from './resolve-review-requests.ts'
import { writeNote } from './write-note.ts'

const requestWords: Record<ReviewRequestAnswer, string> = {
  requested: 'Thank you. Our educators will review this question.',
  superseded: 'Thank you. This question has been revised since; your next one will be the new version.',
  decided: 'You have asked about this version before, and our educators have decided.',
}

type QuestionCalls = typeof questionCalls & typeof noteCalls & typeof authoringCalls & typeof packageCalls & typeof sampleCalls

export const questionRoutes = (routeParts: RouteParts): Handlers<QuestionCalls, 'command-api'> => {
  const parts = { ...routeParts, askedBefore: new AskedBefore(routeParts.sql) }
  return {
    ...authoringRoutes(parts),
    ...packageRoutes(parts),

    'POST /api/questions/{id}/request-review': async ({ params, body, identity, http }) => {
      const request = { ...body, questionId: params.id, userId: identity.userId }
      const { answer, position } = await requestReview(parts, request, requestContext(http, parts.clock))
      return { answer: { message: requestWords[answer] }, position }
    },

    'POST /api/samples/{id}/answer': async ({ params, body, http }) => {
      await parts.checkAttempts(http, { purpose: 'sample' })
      return answerSample(parts, { ...body, questionId: params.id })
    },

    'PUT /api/questions/{id}/note': ({ params, body, identity, http }) =>
      writeNote(parts, { ...body, questionId: params.id, userId: identity.userId }, requestContext(http, parts.clock)),

    'DELETE /api/questions/{id}/note': ({ params, query, identity, http }) =>
      writeNote(parts, { ...query, text: null, questionId: params.id, userId: identity.userId }, requestContext(http, parts.clock)),

    'POST /api/admin/review-requests/{id}/resolve': ({ params, body, identity, http }) =>
      resolveReviewRequests(parts, { ...body, questionId: params.id, resolvedBy: identity.userId }, requestContext(http, parts.clock)),
  }
}
