import type { quizCalls } from '@medicready/domain/contract/study/quizzes'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { deleteQuizPreset, saveQuizPreset } from './quiz-presets.ts'

export const quizRoutes = (parts: RouteParts): CommandHandlers<typeof quizCalls> => ({
  'POST /api/quizzes/presets': ({ body, identity, context }) => saveQuizPreset(parts, { ...body, userId: identity.userId }, context),

  'DELETE /api/quizzes/presets/{id}': async ({ params, identity, context }) => {
    const command = { userId: identity.userId, presetId: params.id }
    await deleteQuizPreset(parts, command, context)
    return { deleted: true }
  },
})
