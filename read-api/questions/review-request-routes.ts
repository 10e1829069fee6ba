import type { CalendarDay } from '@medicready/domain/calendar'
import type { questionCalls } from '@medicready/domain/contract/questions'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { discriminationOf, questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { reviewRequests } from '@medicready/projector/read-models/questions/review-requests'
import { withdrawalStops } from '@medicready/projector/read-models/questions/withdrawal-stops'
import { z } from 'zod'
import { shownDay } from '../admin/as-of.ts'
import type { Clock, Reading } from '../reading.ts'
import { type Disclosures, disclosing } from '../study/disclosures.ts'
import { toContent } from './question-content.ts'
import { averageTimeSeconds, choicePercents, correctRate } from './question-figures.ts'
import { before, endOf, held, withAnswers, withStatistics } from './reviews-as-of.ts'

/** More than a person reads, and a bound all the same. */
const LONGEST_LIST = 500

type ReviewCall =
  | 'GET /api/user/review-requests'
  | 'GET /api/admin/review-requests'
  | 'GET /api/admin/review-requests/{id}'
  | 'GET /api/admin/withdrawal-stops'

type Question = RowOf<typeof questions.tables.questions>
type Version = RowOf<typeof questions.tables.question_versions>
type Standing = RowOf<typeof reviewRequests.tables.review_standings>
type Request = RowOf<typeof reviewRequests.tables.review_requests>
type Offer = RowOf<typeof reviewRequests.tables.bank_offers>
type Decision = RowOf<typeof reviewRequests.tables.review_decisions>
type Statistics = RowOf<typeof questionStatistics.tables.question_statistics>

type RequestRow = Pick<Request, 'id' | 'question_id' | 'version' | 'reason' | 'requested_at'> &
  Pick<Version, 'stem'> &
  Joined<Pick<Decision, 'decision' | 'note' | 'decided_at'>>
type QueueRow = Pick<Version, 'module' | 'stem'> &
  Pick<
    Standing,
    'question_id' | 'version' | 'situation' | 'is_pilot' | 'withdrawn_for' | 'open_requests' | 'oldest_request_at' | 'has_offer'
  > &
  Joined<Pick<Statistics, 'answers' | 'correct_answers'>>
type QuestionRow = QueueRow &
  Pick<Question, 'source'> &
  Pick<
    Version,
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
type Figures = Omit<Statistics, 'question_id' | 'version' | 'discrimination'>
type VersionRow = Pick<Version, 'version' | 'item'> & (Figures | { readonly [Name in keyof Figures]: null })
type StopRow = RowOf<typeof withdrawalStops.tables.withdrawal_stops>
type TurnRow = Omit<RowOf<typeof reviewRequests.tables.question_history>, 'question_id'>

/** Newest first, then by id. */
const RequestKey = z.tuple([z.iso.datetime(), z.uuid()])
const requestKey = (row: RequestRow): z.infer<typeof RequestKey> => [row.requested_at, row.id]

/** Withdrawn ones first, then by open requests, most first, and by the oldest of them. */
const QueueKey = z.tuple([z.int(), z.int(), z.iso.datetime().nullable(), z.uuid()])
const queueKey = (row: QueueRow): z.infer<typeof QueueKey> => [
  row.situation === 'withdrawn' ? 0 : 1,
  -row.open_requests,
  row.oldest_request_at,
  row.question_id,
]

const toEntry = (row: QueueRow) => ({
  questionId: row.question_id,
  module: row.module,
  stem: row.stem,
  version: row.version,
  situation: row.situation,
  withdrawnFor: row.withdrawn_for,
  isPilot: row.is_pilot,
  openRequests: row.open_requests,
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
  discrimination: row.rest_scores === null ? null : discriminationOf(row),
  choices: choicePercents(row.item, row),
})

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
  readonly disclosures: Disclosures
}

export const reviewRequestRoutes = ({
  sql,
  clock,
  reading,
  disclosures,
}: Parts): Pick<Handlers<typeof questionCalls, 'read-api'>, ReviewCall> => {
  const readModels = [questions, reviewRequests, questionStatistics]
  const standing = sql`
    w.question_id, w.version, w.situation, w.is_pilot, w.withdrawn_for, w.open_requests, w.oldest_request_at, w.has_offer`
  const endShown = ({ asOf }: { readonly asOf?: CalendarDay | undefined }) => endOf(shownDay(asOf, clock()))
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
      const end = endShown(query)
      const order = sql`(w.situation <> 'withdrawn')::int, -w.open_requests, coalesce(w.oldest_request_at, 'infinity'), w.question_id`
      const rows = await sql<QueueRow[]>`
        SELECT ${standing}, v.module, v.stem, s.answers, s.correct_answers
        FROM (
          SELECT * FROM read.review_standings w
          WHERE w.waits AND ${held(sql, end)}
            ${after ? sql`AND (${order}) > (${after[0]}, ${after[1]}, coalesce(${after[2]}::timestamptz, 'infinity'), ${after[3]}::uuid)` : sql``}
          ORDER BY ${order} LIMIT ${query.limit + 1}
        ) w
        JOIN read.question_versions v ON v.question_id = w.question_id AND v.version = w.version ${withAnswers(sql, end)}
        ORDER BY ${order}`
      return pageOf(rows, query, { item: toEntry, sortKey: queueKey })
    }),

    'GET /api/admin/withdrawal-stops': reading([withdrawalStops], async ({ query }) => {
      const end = endShown(query)
      const from = end === null ? sql`read.withdrawal_stops` : sql`read.withdrawal_stop_versions w`
      const rows = await sql<StopRow[]>`
        SELECT module, stopped_at, withdrawn, questions FROM ${from}
        WHERE ${end === null ? sql`true` : sql`stopped_at < ${end} AND (until IS NULL OR until >= ${end})`} ORDER BY stopped_at, module`
      return rows.map(({ stopped_at, ...stop }) => ({ ...stop, stoppedAt: stopped_at }))
    }),

    'GET /api/admin/review-requests/{id}': reading(readModels, async ({ params: { id }, query }) => {
      const end = endShown(query)
      const decided = sql`${decision} AND ${before(sql, sql`d.decided_at`, end)}`
      const [[question], requests, versions, history, [offer]] = await Promise.all([
        sql<QuestionRow[]>`
          SELECT ${standing}, v.module, v.stem, s.answers, s.correct_answers, q.source, v.picture, v.scenario, v.item, v.explanation,
            v.explanation_picture, v.clinical_pearl, v."references", v.difficulty, v.blooms_level, v.guideline, v.tags
          FROM read.review_standings w JOIN read.questions q ON q.id = w.question_id
          JOIN read.question_versions v ON v.question_id = w.question_id AND v.version = w.version ${withAnswers(sql, end)}
          WHERE w.question_id = ${id} AND ${held(sql, end)}`,
        sql<OpenOrDecidedRow[]>`
          SELECT r.id, r.version, r.reason, r.requested_at, d.decision, count(*) OVER ()::integer AS made FROM read.review_requests r ${decided}
          WHERE r.question_id = ${id} AND ${before(sql, sql`r.requested_at`, end)} ORDER BY r.requested_at DESC, r.id LIMIT ${LONGEST_LIST}`,
        sql<VersionRow[]>`
          SELECT s.*, w.version, w.item${end === null ? sql`` : sql`, chosen.options`}
          FROM read.question_versions w ${withStatistics(sql, end)}
          WHERE w.question_id = ${id} AND ${before(sql, sql`w.created_at`, end)} ORDER BY w.version DESC`,
        sql<TurnRow[]>`
          SELECT revision, at, what, version, cause, note FROM read.question_history
          WHERE question_id = ${id} AND ${before(sql, sql`at`, end)} ORDER BY revision DESC LIMIT ${LONGEST_LIST}`,
        sql<Offer[]>`
          SELECT question_id, offer, bank_id, content, offered_at FROM read.bank_offers
          WHERE question_id = ${id} AND ${before(sql, sql`offered_at`, end)}`,
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
