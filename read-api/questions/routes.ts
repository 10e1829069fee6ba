import type { noteCalls } from '@medicready/domain/contract/notes'
import type { authoringCalls } from '@medicready/domain/contract/question-authoring'
import type { questionCalls } from '@medicready/domain/contract/questions'
import { answerResult } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import { ANSWERS_TO_SHOW_CHOICES } from '@medicready/domain/questions/statistics'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Identity } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import type { Clock, Reading } from '../reading.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { generationRoute } from './generation-route.ts'
import { noteRoute } from './note-route.ts'
import { choicePercents } from './question-figures.ts'
import type { QuestionVersions } from './question-versions.ts'
import { reviewRequestRoutes } from './review-request-routes.ts'
import { answersTo, standingOf } from './standing.ts'

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  versions: QuestionVersions
  pictureAddressOf: PictureAddressOf
  workerUrl: string
  /** Whether somebody reviews questions, and so may see those that they were not given. */
  isReviewer: (identity: Identity) => Promise<boolean>
}

type StatisticsRow = Pick<RowOf<typeof questionStatistics.tables.question_statistics>, 'answers' | 'options'>

export const questionRoutes = (parts: Parts): Handlers<typeof questionCalls & typeof noteCalls & typeof authoringCalls, 'read-api'> => {
  const { sql, reading, versions, pictureAddressOf, isReviewer } = parts
  const readerOf = (identity: Identity) => ({ userId: identity.userId, isReviewer: () => isReviewer(identity) })
  const versionOf = async (questionId: string, version: number) => {
    const found = (await versions.find([{ questionId, version }]))({ questionId, version })
    if (!found) throw new Rejection('questionNotFound')
    return found
  }

  return {
    ...generationRoute(parts),
    ...reviewRequestRoutes(parts),
    ...authoringRoutes(parts),
    ...noteRoute(parts),

    'GET /api/questions/{id}': reading([questions, studyDays], async ({ params: { id }, identity }) => {
      const { version, answer, flaggedForReview, earlierParts } = await standingOf(sql, id, readerOf(identity))
      const earlier = await answersTo(sql, earlierParts, identity.userId)
      const find = await versions.find([{ questionId: id, version }, ...earlier])
      const found = find({ questionId: id, version })
      if (!found) throw new Rejection('questionNotFound')
      return {
        ...found.asked,
        answer: answer && answerResult(found, answer, pictureAddressOf),
        flaggedForReview,
        earlierParts: earlier.flatMap((given) => {
          const part = find(given)
          return part ? [answerResult(part, given, pictureAddressOf)] : []
        }),
      }
    }),

    'GET /api/questions/{id}/statistics': reading([questions, questionStatistics, studyDays], async ({ params: { id }, identity }) => {
      const { version, answer } = await standingOf(sql, id, readerOf(identity))
      const [row] = await sql<StatisticsRow[]>`
        SELECT answers, options FROM read.question_statistics WHERE question_id = ${id} AND version = ${version}`
      const answers = row?.answers ?? 0
      if (!row || answer === null || answers < ANSWERS_TO_SHOW_CHOICES) return { answers, choices: null }
      const { content } = await versionOf(id, version)
      return { answers, choices: choicePercents(content.item, row) }
    }),
  }
}
