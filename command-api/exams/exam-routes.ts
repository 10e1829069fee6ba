import type { examCommandCalls } from '@medicready/domain/contract/exams/exams'
import { examQuestion } from '@medicready/domain/exams/exam-question'
import { askedQuestion } from '@medicready/domain/questions/answer-result'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { answerItem } from './answer-item.ts'
import { completeExam } from './complete-exam.ts'
import { giveUpExam } from './give-up-exam.ts'
import { startExam } from './start-exam.ts'

export const examRoutes = (parts: RouteParts): Handlers<typeof examCommandCalls, 'command-api'> => ({
  'POST /api/practice-exams/start': async ({ body, identity, http }) =>
    startExam(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/practice-exams/{examId}/answer': async ({ params, body, identity, http }) => {
    const given = { ...body, ...params, userId: identity.userId }
    const { answer, position } = await answerItem(parts, given, requestContext(http, parts.clock))
    const { isLast, next, ...standing } = answer
    const nextQuestion = next && examQuestion(askedQuestion(next.question, parts.pictureAddressOf), next)
    return { answer: { examCompleted: isLast, nextQuestion, ...standing }, position }
  },

  'POST /api/practice-exams/{examId}/complete': async ({ params, identity, http }) => {
    const { answer, position } = await completeExam(parts, { ...params, userId: identity.userId }, requestContext(http, parts.clock))
    if (!answer.isCompleted) throw new Rejection('examEnded')
    return { answer: { completed: true }, position }
  },

  'POST /api/practice-exams/{examId}/give-up': async ({ params, identity, http }) =>
    giveUpExam(parts, { ...params, userId: identity.userId }, requestContext(http, parts.clock)),
})
