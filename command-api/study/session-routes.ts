import type { studySessionCalls } from '@medicready/domain/contract/study/study-sessions'
import { askedQuestion } from '@medicready/domain/questions/answer-result'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { beginSession } from './begin-session.ts'
import { completeSession } from './complete-session.ts'

export const studySessionRoutes = (parts: RouteParts): CommandHandlers<typeof studySessionCalls> => ({
  'POST /api/study-session/generate': async ({ body, identity, context }) => {
    const wish = { ...body, userId: identity.userId }
    const answer = await beginSession(parts, wish, context)
    const questions = answer.questions.map((question) => question && askedQuestion(question, parts.pictureAddressOf))
    return { ok: true, sessionId: answer.studySessionId, mode: body.mode, questions }
  },

  'POST /api/study-sessions/{id}/complete': async ({ params, identity, context }) => {
    const completion = { userId: identity.userId, studySessionId: params.id, endedBy: 'learner' } as const
    await completeSession(parts, completion, context)
    return { completed: true }
  },
})
