import type { questionCalls } from '@medicready/domain/contract/questions'
import { ANSWERS_TO_SHOW_CHOICES } from '@medicready/domain/questions/statistics'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Clock, Reading } from '../reading.ts'
import { generationRoute } from './generation-route.ts'
import { choicePercents, type StatisticsRow } from './question-figures.ts'
import { answerResult, type QuestionVersions } from './question-versions.ts'
import { reviewRoutes } from './review-routes.ts'
import { standingOf } from './standing.ts'

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  versions: QuestionVersions
  workerUrl: string
}

export const questionRoutes = (parts: Parts): Handlers<typeof questionCalls, 'read-api'> => {
  const { sql, reading, versions } = parts
  const versionOf = async (questionId: string, version: number) => {
    const found = (await versions.find([{ questionId, version }]))({ questionId, version })
    if (!found) throw new Rejection('questionNotFound')
    return found
  }

  return {
    ...generationRoute(parts),
    ...reviewRoutes(parts),

    'GET /api/questions/{id}': reading(['questions/questions', 'study/study-days'], async ({ params: { id }, identity }) => {
      const { version, answer, flaggedForReview } = await standingOf(sql, id, identity.userId)
      const found = await versionOf(id, version)
      return { ...found.asked, answer: answer && answerResult(found, answer), flaggedForReview }
    }),

    'GET /api/questions/{id}/statistics': reading(
      ['questions/questions', 'questions/question-statistics', 'study/study-days'],
      async ({ params: { id }, identity }) => {
        const { version, answer } = await standingOf(sql, id, identity.userId)
        const [row] = await sql<Pick<StatisticsRow, 'answers' | 'choices'>[]>`
          SELECT answers, choices FROM read.question_statistics WHERE question_id = ${id} AND version = ${version}`
        const answers = row?.answers ?? 0
        if (!row || answer === null || answers < ANSWERS_TO_SHOW_CHOICES) return { answers, choices: null }
        const { asked } = await versionOf(id, version)
        return { answers, choices: choicePercents(asked.choices, row) }
      },
    ),
  }
}
