import { Readable } from 'node:stream'
import type { allQuestionCalls } from '@medicready/domain/contract/questions/all'
import type { pictureCalls } from '@medicready/domain/contract/questions/pictures'
import type { sampleCalls } from '@medicready/domain/contract/samples'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { answerSample } from './answer-sample.ts'
import { AskedBefore } from './asked-before.ts'
import { changeNote } from './change-note.ts'
import { dismissNotice } from './dismiss-notice.ts'
import { addQuestion, checkContent, reviseQuestion, settleBankRevision } from './edit-question.ts'
import { storePicture } from './pictures/store-picture.ts'
import { exportPackage } from './qti/export-package.ts'
import { importPackage } from './qti/import-package.ts'
import { type ReviewRequestAnswer, requestReview, resolveReviewRequests } from './review-requests.ts'

const requestWords: Record<ReviewRequestAnswer, string> = {
  requested: 'Thank you. Our educators will review this question.',
  superseded: 'Thank you. This question has been revised since then. You will get the new version next time.',
  decided: 'You already asked about this version, and our educators have decided.',
}

type QuestionCalls = typeof allQuestionCalls & typeof sampleCalls & typeof pictureCalls

export const questionRoutes = (routeDeps: RouteDeps): CommandHandlers<QuestionCalls> => {
  const deps = { ...routeDeps, askedBefore: new AskedBefore(routeDeps.sql) }
  return {
    'POST /api/admin/questions/check': async ({ body }) => ({ findings: await checkContent(deps, body) }),

    'POST /api/admin/questions': ({ body, context }) => addQuestion(deps, body, context),

    'POST /api/admin/questions/{id}/revise': ({ params, body, context }) =>
      reviseQuestion(deps, { ...body, questionId: params.id }, context),

    'POST /api/admin/questions/{id}/settle-bank-revision': ({ params, body, identity, context }) =>
      settleBankRevision(deps, { ...body, questionId: params.id, settledBy: identity.userId }, context),

    'GET /api/admin/questions/package': async ({ query }) => ({
      name: 'medicready-questions.zip',
      bytes: Readable.from(await exportPackage(deps, query)),
    }),

    'POST /api/admin/questions/package': ({ body, context }) => importPackage(deps, body, context),

    'POST /api/admin/pictures': ({ body }) => storePicture(deps, body),

    'POST /api/questions/{id}/request-review': async ({ params, body, identity, context }) => {
      const request = { ...body, questionId: params.id, userId: identity.userId }
      const answer = await requestReview(deps, request, context)
      return { message: requestWords[answer] }
    },

    'POST /api/samples/{id}/answer': async ({ params, body, http }) => {
      await deps.checkAttempts(http, { purpose: 'sample' })
      return answerSample(deps, { ...body, questionId: params.id })
    },

    'PUT /api/questions/{id}/note': ({ params, body, identity, context }) =>
      changeNote(deps, { ...body, questionId: params.id, userId: identity.userId }, context),

    'DELETE /api/questions/{id}/note': ({ params, query, identity, context }) =>
      changeNote(deps, { ...query, text: null, questionId: params.id, userId: identity.userId }, context),

    'POST /api/user/guideline-notices/{id}/dismiss': ({ params, identity, context }) =>
      dismissNotice(deps, { userId: identity.userId, changeId: params.id }, context),

    'POST /api/admin/review-requests/{id}/resolve': ({ params, body, identity, context }) =>
      resolveReviewRequests(deps, { ...body, questionId: params.id, resolvedBy: identity.userId }, context),
  }
}
