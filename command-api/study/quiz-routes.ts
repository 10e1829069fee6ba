import type { quizCalls } from '@medicready/domain/contract/study/quizzes'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { deleteQuizPreset, saveQuizPreset } from './quiz-presets.ts'

export const quizRoutes = (parts: RouteParts): Handlers<typeof quizCalls, 'command-api'> => ({
  'POST /api/quizzes/presets': ({ body, identity, http }) =>
    saveQuizPreset(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'DELETE /api/quizzes/presets/{id}': async ({ params, identity, http }) => {
    const command = { userId: identity.userId, presetId: params.id }
    const { position } = await deleteQuizPreset(parts, command, requestContext(http, parts.clock))
    return { answer: { deleted: true }, position }
  },
})
