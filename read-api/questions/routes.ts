import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import type { noteCalls } from '@medicready/domain/contract/questions/notes'
import type { questionCalls } from '@medicready/domain/contract/questions/questions'
import type { reviewFigureCalls } from '@medicready/domain/contract/questions/review-figures'
import { answerResult } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import { ANSWERS_TO_SHOW_CHOICES } from '@medicready/domain/questions/statistics'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Identity } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'
import { answersTo, choicesMade, questionStanding } from '@medicready/projector/read-models/questions/question-queries'
import type { FastifyRequest } from 'fastify'
import type { Clock, Reading } from '../reading.ts'
import { type Disclosures, disclosing } from '../study/disclosures.ts'
import { latestWhy } from '../study/shown-why.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { generationRoute } from './generation-route.ts'
import { noteRoute } from './note-route.ts'
import { choicePercents } from './question-figures.ts'
import type { QuestionVersions } from './question-versions.ts'
import { reviewFigureRoutes } from './review-figure-routes.ts'
import { reviewRequestRoutes } from './review-request-routes.ts'
import { standingOf } from './standing.ts'

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  versions: QuestionVersions
  pictureAddressOf: PictureAddressOf
  workerUrl: string
  disclosures: Disclosures
  /** Whether somebody reviews questions, and so may see those that they were not given. */
  isReviewer: (request: FastifyRequest) => Promise<boolean>
}

type Calls = typeof questionCalls & typeof reviewFigureCalls & typeof noteCalls & typeof authoringCalls

export const questionRoutes = (parts: Parts): Handlers<Calls, 'read-api'> => {
  const { sql, reading, versions, pictureAddressOf: addressOf, isReviewer, disclosures } = parts
  const readerOf = ({ userId }: Identity, http: FastifyRequest) => ({ userId, isReviewer: () => isReviewer(http) })
  const versionOf = async (questionId: string, version: number) => {
    const found = (await versions.find([{ questionId, version }]))({ questionId, version })
    if (!found) throw new Rejection('questionNotFound')
    return found
  }

  const ofQuestion = [versions, questionStanding, answersTo, latestWhy, ...disclosing]
  return {
    ...generationRoute(parts),
    ...reviewRequestRoutes(parts),
    ...reviewFigureRoutes(parts),
    ...authoringRoutes(parts),
    ...noteRoute(parts),

    'GET /api/questions/{id}': reading(ofQuestion, async ({ params, identity, http }) => {
      const { id } = params
      const { userId } = identity
      const [standing, { shows, withheld }, why] = await Promise.all([
        standingOf(sql, id, readerOf(identity, http)),
        disclosures.to(userId),
        latestWhy(sql, { userId, questionId: id }),
      ])
      const { version, answer, shuffle, flaggedForReview } = standing
      const earlierParts = standing.earlierParts.filter((part) => !withheld.has(part))
      const earlier = earlierParts.length === 0 ? [] : await answersTo(sql, { userId, questionIds: earlierParts })
      const isWithheld = withheld.has(id)
      const find = await versions.find([{ questionId: id, version }, ...earlier])
      const known = find({ questionId: id, version })
      if (!known) throw new Rejection('questionNotFound')
      const found = versions.inOrder(known, shuffle)
      return {
        ...found.asked,
        answer: answer && !isWithheld ? answerResult(found, answer, { shows, addressOf }) : null,
        isWithheld,
        flaggedForReview,
        why,
        earlierParts: earlier.flatMap((given) => {
          const part = find(given)
          return part ? [answerResult(versions.inOrder(part, given.shuffle), given, { shows, addressOf })] : []
        }),
      }
    }),

    'GET /api/questions/{id}/statistics': reading(
      [versions, questionStanding, choicesMade, ...disclosing],
      async ({ params: { id }, identity, http }) => {
        const [{ version, answer }, { shows, withheld }] = await Promise.all([
          standingOf(sql, id, readerOf(identity, http)),
          disclosures.to(identity.userId),
        ])
        const [row] = await choicesMade(sql, { questionId: id, version })
        const answers = row?.answers ?? 0
        const isShown = shows.statistics && !withheld.has(id) && answer !== null && answers >= ANSWERS_TO_SHOW_CHOICES
        if (!row || !isShown) return { answers, choices: null }
        const { content } = await versionOf(id, version)
        return { answers, choices: choicePercents(content.item, row) }
      },
    ),
  }
}
