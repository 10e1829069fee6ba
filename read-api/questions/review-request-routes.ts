import type { questionCalls } from '@medicready/domain/contract/questions/questions'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { changesToDecide } from '@medicready/projector/read-models/questions/guideline-queries'
import { discriminationOf } from '@medicready/projector/read-models/questions/question-statistics'
import {
  bankOfferFor,
  type End,
  historyOf,
  proposedRevision,
  questionsToReview,
  type ReviewRequestRow,
  requestsAbout,
  reviewedQuestion,
  reviewRequestsOf,
  statisticsOfVersions,
  stoppedModules,
  type VersionStatisticsRow,
  type WaitingRow,
} from '@medicready/projector/read-models/questions/review-queries'
import { z } from 'zod'
import { shownDay } from '../admin/shown.ts'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { disclosing } from '../study/disclosures.ts'
import { averageTimeSeconds, choicePercents, correctRate, toContent } from './question-content.ts'

type ReviewCall =
  | 'GET /api/user/review-requests'
  | 'GET /api/admin/review-requests'
  | 'GET /api/admin/review-requests/{id}'
  | 'GET /api/admin/withdrawal-stops'

const QueueKey = z.tuple([z.int(), z.int(), z.iso.datetime().nullable(), z.uuid()])
const queueKey = (row: WaitingRow): z.infer<typeof QueueKey> => [
  row.situation === 'withdrawn' ? 0 : 1,
  -row.open_requests,
  row.oldest_request_at,
  row.question_id,
]

const toEntry = (row: WaitingRow) => ({
  ...camelled(row),
  hasBankOffer: row.has_offer,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
})

const toRequest = (row: ReviewRequestRow) => ({ ...camelled(row), outcome: row.decision ?? ('open' as const) })

const toStatistics = (row: VersionStatisticsRow) => ({
  version: row.version,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
  averageTimeSeconds: averageTimeSeconds(row),
  discrimination: row.rest_scores === null ? null : discriminationOf(row),
  choices: choicePercents(row.item, row),
})

const ofQuestion = [reviewedQuestion, requestsAbout, statisticsOfVersions, historyOf, bankOfferFor, changesToDecide, proposedRevision]

export const reviewRequestRoutes: Routes<Pick<typeof questionCalls, ReviewCall>> = ({ sql, clock, reading, disclosures }) => {
  const endShown = ({ asOf }: { readonly asOf?: CalendarDay | undefined }): End => {
    const { isToday, end } = shownDay(asOf, clock())
    return isToday ? null : end
  }

  return {
    'GET /api/user/review-requests': reading([reviewRequestsOf, ...disclosing], async ({ identity: { userId }, query }) => {
      const { withheld } = await disclosures.to(userId)
      const rows = await reviewRequestsOf(sql, { userId, ...pageAfter(query, TimeKey) })
      // An educator's reply may tell what is right.
      const item = (row: ReviewRequestRow) => ({ ...toRequest(row), ...(withheld.has(row.question_id) && { note: null }) })
      return pageOf(rows, query, { item, sortKey: ({ requested_at, id }) => [requested_at, id] })
    }),

    'GET /api/admin/review-requests': reading([questionsToReview], async ({ query }) => {
      const rows = await questionsToReview(sql, { end: endShown(query), ...pageAfter(query, QueueKey) })
      return pageOf(rows, query, { item: toEntry, sortKey: queueKey })
    }),

    'GET /api/admin/withdrawal-stops': reading([stoppedModules], async ({ query }) => {
      const rows = await stoppedModules(sql, endShown(query))
      return rows.map(camelled)
    }),

    'GET /api/admin/review-requests/{id}': reading(ofQuestion, async ({ params: { id: questionId }, query }) => {
      const at = { questionId, end: endShown(query) }
      const [[question], requests, versions, history, [offer], changes] = await Promise.all([
        reviewedQuestion(sql, at),
        requestsAbout(sql, at),
        statisticsOfVersions(sql, at),
        historyOf(sql, at),
        bankOfferFor(sql, at),
        // Past days can be viewed but not decided on; the history has their changes.
        at.end === null ? changesToDecide(sql, questionId) : [],
      ])
      if (!question) throw new Rejection('questionNotFound')
      const entry = toEntry(question)
      const [proposed] = changes.length > 0 ? await proposedRevision(sql, { questionId, version: entry.version }) : []
      return {
        ...entry,
        content: toContent(question),
        source: question.source,
        bankOffer: offer ? camelled(offer) : null,
        changes,
        proposal: proposed?.content ?? null,
        isOpen: question.situation !== 'retired' && (entry.openRequests > 0 || entry.isOutdated || question.situation === 'withdrawn'),
        requestsMade: (requests[0]?.made ?? 0) + history.filter(({ what }) => what === 'outdated').length,
        requests: requests.map((row) => ({ ...camelled(row), isOpen: row.decision === null })),
        statistics: versions.map(toStatistics),
        history,
      }
    }),
  }
}
