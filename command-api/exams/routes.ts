import { examQuestion } from '@medicready/domain/contract/exams/exam-question'
import type { examCalls } from '@medicready/domain/contract/exams/exams'
import { askedQuestion } from '@medicready/domain/contract/questions/answer-result'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { answerItem } from './answer-item.ts'
import { completeExam, giveUpExam } from './end-exam.ts'
import { startExam } from './start-exam.ts'

export const examRoutes = (deps: RouteDeps): CommandHandlers<typeof examCalls> => ({
  'POST /api/practice-exams/start': async ({ body, identity, context }) => startExam(deps, { ...body, userId: identity.userId }, context),

  'POST /api/practice-exams/{examId}/answer': async ({ params, body, identity, context }) => {
    const given = { ...body, ...params, userId: identity.userId }
    const { isLast, next, ...standing } = await answerItem(deps, given, context)
    const nextQuestion = next && examQuestion(askedQuestion(next.question, deps.pictureAddressOf), next)
    return { examCompleted: isLast, nextQuestion, ...standing }
  },

  'POST /api/practice-exams/{examId}/complete': async ({ params, identity, context }) => {
    const answer = await completeExam(deps, { ...params, userId: identity.userId }, context)
    if (!answer.isCompleted) throw new Rejection('examEnded')
    return { completed: true }
  },

  'POST /api/practice-exams/{examId}/give-up': async ({ params, identity, context }) =>
    giveUpExam(deps, { ...params, userId: identity.userId }, context),
})
