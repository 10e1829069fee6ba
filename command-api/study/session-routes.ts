import type { studySessionCalls } from '@medicready/domain/contract/study/study-sessions'
import { askedQuestion } from '@medicready/domain/questions/answer-result'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { beginSession } from './begin-session.ts'
import { completeSession } from './complete-session.ts'

export const studySessionRoutes = (parts: RouteParts): Handlers<typeof studySessionCalls, 'command-api'> => ({
  'POST /api/study-session/generate': async ({ body, identity, http }) => {
    const wish = { ...body, userId: identity.userId }
    const { answer, position } = await beginSession(parts, wish, requestContext(http, parts.clock))
    const questions = answer.questions.map((question) => question && askedQuestion(question, parts.pictureAddressOf))
    return { answer: { ok: true, sessionId: answer.studySessionId, mode: body.mode, questions }, position }
  },

  'POST /api/study-sessions/{id}/complete': async ({ params, identity, http }) => {
    const completion = { userId: identity.userId, studySessionId: params.id, endedBy: 'learner' } as const
    const { position } = await completeSession(parts, completion, requestContext(http, parts.clock))
    return { answer: { completed: true }, position }
  },
})
