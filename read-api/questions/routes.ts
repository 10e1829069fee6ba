import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { ReadParts } from '../read-parts.ts'
import { toAnswerResult, toQuestion } from './question-versions.ts'

interface Delivery {
  question_version: number
  answered_version: number | null
  selected_answer: string | null
  is_correct: boolean | null
  /** Whether the answer is younger than the last delivery; an answer of an earlier day does not spoil a new delivery. */
  is_answered: boolean
}

export const questionRoutes = ({ sql, checkpoints, versions }: ReadParts): Pick<Handlers<'read-api'>, 'GET /api/questions/{id}'> => ({
  'GET /api/questions/{id}': async ({ params, identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['study/study-days', 'questions/questions'])
    const [delivery] = await sql<Delivery[]>`
      SELECT question_version, answered_version, selected_answer, is_correct, coalesce(answered_on >= last_delivered_on, false) AS is_answered
      FROM read.question_deliveries WHERE user_id = ${identity.userId} AND question_id = ${params.id}`
    const isAnswered = delivery?.is_answered === true && delivery.answered_version !== null
    const version = (isAnswered ? delivery.answered_version : delivery?.question_version) ?? (await currentVersion(params.id))
    const id = { questionId: params.id, version }
    const content = await versions.find(id)
    if (!content) throw new Rejection('questionNotFound')
    const answer =
      isAnswered && delivery.selected_answer !== null
        ? toAnswerResult(id, content, { selectedAnswer: delivery.selected_answer, isCorrect: delivery.is_correct === true })
        : null
    return { ...toQuestion(id, content), answer }

    async function currentVersion(questionId: string): Promise<number> {
      const [question] = await sql<{ version: number }[]>`SELECT version FROM read.questions WHERE id = ${questionId} AND is_active`
      if (!question) throw new Rejection('questionNotFound')
      return question.version
    }
  },
})
