import type { questionCalls } from '@medicready/domain/contract/questions'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { reviewRequests } from '@medicready/projector/read-models/questions/review-requests'
import { withdrawalStops } from '@medicready/projector/read-models/questions/withdrawal-stops'
import { z } from 'zod'
import type { Joined, Reading } from '../reading.ts'
import { type Disclosures, disclosing } from '../study/disclosures.ts'
import { toContent } from './question-content.ts'
import { averageTimeSeconds, choicePercents, correctRate } from './question-figures.ts'

/** More than a person reads, and a bound all the same. */
const LONGEST_LIST = 500

type ReviewCall =
  | 'GET /api/user/review-requests'
  | 'GET /api/admin/review-requests'
  | 'GET /api/admin/review-requests/{id}'
  | 'GET /api/admin/withdrawal-stops'

type Question = RowOf<typeof questions.tables.questions>
type Version = RowOf<typeof questions.tables.question_versions>
type Doubted = RowOf<typeof reviewRequests.tables.doubted_questions>
type Request = RowOf<typeof reviewRequests.tables.review_requests>
type Offer = RowOf<typeof reviewRequests.tables.bank_offers>
type Decision = RowOf<typeof reviewRequests.tables.review_decisions>
type Statistics = RowOf<typeof questionStatistics.tables.question_statistics>

type RequestRow = Pick<Request, 'id' | 'question_id' | 'version' | 'reason' | 'requested_at'> &
  Pick<Version, 'stem'> &
  Joined<Pick<Decision, 'decision' | 'note' | 'decided_at'>>
type QueueRow = Pick<Question, 'id' | 'module' | 'stem' | 'version' | 'situation' | 'is_pilot'> &
  Joined<Pick<Doubted, 'withdrawn_for' | 'open_requests' | 'oldest_request_at'>> & { readonly has_offer: boolean } & Joined<
    Pick<Statistics, 'answers' | 'correct_answers'>
  >
type QuestionRow = QueueRow &
  Pick<
    Question,
    | 'source'
    | 'picture'
    | 'scenario'
    | 'explanation_picture'
    | 'item'
    | 'explanation'
    | 'clinical_pearl'
    | 'references'
    | 'difficulty'
    | 'blooms_level'
    | 'guideline'
    | 'tags'
  >
type OpenOrDecidedRow = Pick<Request, 'id' | 'version' | 'reason' | 'requested_at'> &
  Joined<Pick<Decision, 'decision'>> & { readonly made: number }
type VersionRow = Pick<Version, 'version' | 'item'> &
  Joined<Pick<Statistics, 'answers' | 'correct_answers' | 'total_time_seconds' | 'discrimination' | 'options'>>
type StopRow = RowOf<typeof withdrawalStops.tables.withdrawal_stops>
type TurnRow = Omit<RowOf<typeof reviewRequests.tables.question_history>, 'question_id'>

/** Newest first, then by id. */
const RequestKey = z.tuple([z.iso.datetime(), z.uuid()])
const requestKey = (row: RequestRow): z.infer<typeof RequestKey> => [row.requested_at, row.id]

/** Withdrawn ones first, then by open requests, most first, and by the oldest of them. */
const QueueKey = z.tuple([z.int(), z.int(), z.iso.datetime().nullable(), z.uuid()])
const queueKey = (row: QueueRow): z.infer<typeof QueueKey> => [
  row.situation === 'withdrawn' ? 0 : 1,
  -(row.open_requests ?? 0),
  row.oldest_request_at,
  row.id,
]

const toEntry = (row: QueueRow) => ({
  questionId: row.id,
  module: row.module,
  stem: row.stem,
  version: row.version,
  situation: row.situation,
  withdrawnFor: row.withdrawn_for,
  isPilot: row.is_pilot,
  openRequests: row.open_requests ?? 0,
  oldestRequestAt: row.oldest_request_at,
  hasBankOffer: row.has_offer,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
})

const toRequest = (row: RequestRow) => ({
  id: row.id,
  questionId: row.question_id,
  version: row.version,
  stem: row.stem,
  reason: row.reason,
  requestedAt: row.requested_at,
  outcome: row.decision ?? ('open' as const),
  note: row.note,
  decidedAt: row.decided_at,
})

const toStatistics = (row: VersionRow) => ({
  version: row.version,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
  averageTimeSeconds: averageTimeSeconds(row),
  discrimination: row.discrimination,
  choices: choicePercents(row.item, row),
})

export const reviewRequestRoutes = ({
  sql,
  reading,
  disclosures,
}: {
  sql: Sql
  reading: Reading
  disclosures: Disclosures
}): Pick<Handlers<typeof questionCalls, 'read-api'>, ReviewCall> => {
  const readModels = [questions, reviewRequests, questionStatistics]
  const queueColumns = sql`
    q.id, q.module, q.stem, q.version, q.situation, q.is_pilot, r.withdrawn_for, r.open_requests, r.oldest_request_at, s.answers, s.correct_answers,
    EXISTS (SELECT FROM read.bank_offers o WHERE o.question_id = q.id) AS has_offer`
  const withStatistics = sql`LEFT JOIN read.question_statistics s ON s.question_id = q.id AND s.version = q.version`
  const decision = sql`LEFT JOIN read.review_decisions d ON d.question_id = r.question_id AND d.round = r.round`

  return {
    'GET /api/user/review-requests': reading([questions, reviewRequests, ...disclosing], async ({ identity, query }) => {
      const { withheld } = await disclosures.to(identity.userId)
      const after = sortKeyOf(query, RequestKey)
      const rows = await sql<RequestRow[]>`
        SELECT r.id, r.question_id, r.version, v.stem, r.reason, r.requested_at, d.decision, d.note, d.decided_at
        FROM read.review_requests r ${decision}
        JOIN read.question_versions v ON v.question_id = r.question_id AND v.version = r.version
        WHERE r.user_id = ${identity.userId} ${after ? sql`AND (r.requested_at < ${after[0]} OR r.requested_at = ${after[0]} AND r.id > ${after[1]})` : sql``}
        ORDER BY r.requested_at DESC, r.id LIMIT ${query.limit + 1}`
      // What educators say of a question may tell what is right.
      const item = (row: RequestRow) => ({ ...toRequest(row), ...(withheld.has(row.question_id) && { note: null }) })
      return pageOf(rows, query, { item, sortKey: requestKey })
    }),

    'GET /api/admin/review-requests': reading(readModels, async ({ query }) => {
      const after = sortKeyOf(query, QueueKey)
      const order = sql`(q.situation <> 'withdrawn')::int, -coalesce(r.open_requests, 0), coalesce(r.oldest_request_at, 'infinity'), q.id`
      const rows = await sql<QueueRow[]>`
        SELECT ${queueColumns}
        FROM (
          SELECT d.question_id FROM read.doubted_questions d JOIN read.questions asked ON asked.id = d.question_id
          WHERE (d.open_requests > 0 OR d.withdrawn_for IS NOT NULL) AND asked.situation <> 'retired'
          UNION SELECT question_id FROM read.bank_offers
        ) waiting
        JOIN read.questions q ON q.id = waiting.question_id LEFT JOIN read.doubted_questions r ON r.question_id = q.id ${withStatistics}
        WHERE true
          ${after ? sql`AND (${order}) > (${after[0]}, ${after[1]}, coalesce(${after[2]}::timestamptz, 'infinity'), ${after[3]}::uuid)` : sql``}
        ORDER BY ${order} LIMIT ${query.limit + 1}`
      return pageOf(rows, query, { item: toEntry, sortKey: queueKey })
    }),

    'GET /api/admin/withdrawal-stops': reading([withdrawalStops], async () => {
      const rows = await sql<
        StopRow[]
      >`SELECT module, stopped_at, withdrawn, questions FROM read.withdrawal_stops ORDER BY stopped_at, module`
      return rows.map(({ stopped_at, ...stop }) => ({ ...stop, stoppedAt: stopped_at }))
    }),

    'GET /api/admin/review-requests/{id}': reading(readModels, async ({ params: { id } }) => {
      const [[question], requests, versions, history, [offer]] = await Promise.all([
        sql<QuestionRow[]>`
          SELECT ${queueColumns}, q.source, q.picture, q.scenario, q.item, q.explanation, q.explanation_picture, q.clinical_pearl, q."references",
            q.difficulty, q.blooms_level, q.guideline, q.tags
          FROM read.questions q LEFT JOIN read.doubted_questions r ON r.question_id = q.id ${withStatistics} WHERE q.id = ${id}`,
        sql<OpenOrDecidedRow[]>`
          SELECT r.id, r.version, r.reason, r.requested_at, d.decision, count(*) OVER ()::integer AS made FROM read.review_requests r ${decision}
          WHERE r.question_id = ${id} ORDER BY r.requested_at DESC, r.id LIMIT ${LONGEST_LIST}`,
        sql<VersionRow[]>`
          SELECT v.version, v.item, s.answers, s.correct_answers, s.total_time_seconds, s.discrimination, s.options
          FROM read.question_versions v LEFT JOIN read.question_statistics s ON s.question_id = v.question_id AND s.version = v.version
          WHERE v.question_id = ${id} ORDER BY v.version DESC`,
        sql<TurnRow[]>`
          SELECT revision, at, what, version, cause, note FROM read.question_history WHERE question_id = ${id} ORDER BY revision DESC LIMIT ${LONGEST_LIST}`,
        sql<Offer[]>`SELECT question_id, offer, bank_id, content, offered_at FROM read.bank_offers WHERE question_id = ${id}`,
      ])
      if (!question) throw new Rejection('questionNotFound')
      const entry = toEntry(question)
      return {
        ...entry,
        content: toContent(question),
        source: question.source,
        bankOffer: offer ? { offer: offer.offer, bankId: offer.bank_id, content: offer.content, offeredAt: offer.offered_at } : null,
        isOpen: question.situation !== 'retired' && (entry.openRequests > 0 || question.situation === 'withdrawn'),
        requestsMade: requests[0]?.made ?? 0,
        requests: requests.map(({ id, version, reason, requested_at, decision }) => ({
          id,
          version,
          reason,
          requestedAt: requested_at,
          isOpen: decision === null,
        })),
        statistics: versions.map(toStatistics),
        history,
      }
    }),
  }
}
