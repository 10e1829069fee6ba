import type { allQuestionCalls } from '@medicready/domain/contract/questions/all'
import { answerResult } from '@medicready/domain/contract/questions/answer-result'
import type { ItemAnswer } from '@medicready/domain/questions/content/item'
import { ANSWERS_TO_SHOW_CHOICES } from '@medicready/domain/questions/shown/review-rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Identity } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  answersTo,
  choicesMade,
  noteOn,
  questionStanding,
  type StandingRow,
} from '@medicready/projector/read-models/questions/question-queries'
import type { FastifyRequest } from 'fastify'
import type { Routes } from '../read-dependencies.ts'
import { disclosing } from '../study/disclosures.ts'
import { latestWhy } from '../study/shown-why.ts'
import { authoringRoutes, generationRoute } from './authoring-routes.ts'
import { guidelineNoticeRoutes } from './guideline-notice-routes.ts'
import { choicePercents } from './question-content.ts'
import { reviewFigureRoutes } from './review-figure-routes.ts'
import { reviewRequestRoutes } from './review-request-routes.ts'

export const questionRoutes: Routes<typeof allQuestionCalls> = (deps) => {
  const { sql, reading, versions, pictureAddressOf: addressOf, isReviewer, disclosures } = deps
  const readerOf = ({ userId }: Identity, http: FastifyRequest) => ({ userId, isReviewer: () => isReviewer(http) })
  const versionOf = async (questionId: string, version: number) => {
    const found = (await versions.find([{ questionId, version }]))({ questionId, version })
    if (!found) throw new Rejection('questionNotFound')
    return found
  }

  const ofQuestion = [versions, questionStanding, answersTo, latestWhy, ...disclosing]
  return {
    ...generationRoute(deps),
    ...reviewRequestRoutes(deps),
    ...reviewFigureRoutes(deps),
    ...authoringRoutes(deps),
    ...guidelineNoticeRoutes(deps),

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

    'GET /api/questions/{id}/note': reading([noteOn], async ({ params: { id }, identity: { userId } }) => {
      const [row] = await noteOn(sql, { userId, questionId: id })
      if (!row) throw new Rejection('questionNotFound')
      if (row.is_closed) throw new Rejection('partClosed')
      return { text: row.text, version: row.version ?? 0 }
    }),
  }
}

export interface Standing {
  readonly version: number
  readonly shuffle: number | null
  /** Null without an answer to the latest delivery, and while withheld. */
  readonly answer: { readonly answer: ItemAnswer | null; readonly isCorrect: boolean } | null
  readonly flaggedForReview: boolean
  readonly earlierParts: readonly string[]
}

/**
 * Throws `questionNotFound` if it was never given, because delivery counts toward the limit; questions out of use stay
 * open to those who had them. Throws `partClosed` for a closed part. Reviewers see every question.
 */
export async function standingOf(
  sql: Sql,
  questionId: string,
  { userId, isReviewer }: { readonly userId: string; readonly isReviewer: () => Promise<boolean> },
): Promise<Standing> {
  const [row] = await questionStanding(sql, { userId, questionId })
  if (!row || (row.question_version === null && !(await isReviewer()))) throw new Rejection('questionNotFound')
  if (row.is_closed && !(await isReviewer())) throw new Rejection('partClosed')
  return {
    ...(latestAnswer(row) ?? { version: row.question_version ?? row.version, answer: null }),
    shuffle: row.shuffle,
    flaggedForReview: row.flagged_for_review ?? false,
    earlierParts: row.set_parts?.slice(0, row.set_parts.indexOf(questionId)) ?? [],
  }
}

/** A question given again is asked anew, so its old answer is hidden. */
function latestAnswer({ answered_on, last_delivered_on, answered_version, answer, is_correct }: StandingRow) {
  if (answered_on === null || answered_version === null || is_correct === null) return null
  if (last_delivered_on !== null && last_delivered_on > answered_on) return null
  return { version: answered_version, answer: { answer, isCorrect: is_correct } }
}
