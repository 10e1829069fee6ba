import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { Query } from '@medicready/platform/postgres/connection'
import type { FigureFactRow } from '../admin/figure-queries.ts'
import { BEFORE_ALL_DAYS } from '../admin/learning.ts'
import type { RowOf } from '../definition.ts'
import { defineQuery, type Joined, type PageAfter } from '../query.ts'
import { type ShownRow, shownColumns } from './question-queries.ts'
import { questionStatistics } from './question-statistics.ts'
import { questions } from './questions.ts'
import { reviewRequests } from './review-requests.ts'
import { withdrawalStops } from './withdrawal-stops.ts'

const LONGEST_LIST = 500

type Question = RowOf<typeof questions.tables.questions>
type Version = RowOf<typeof questions.tables.question_versions>
type Standing = RowOf<typeof reviewRequests.tables.review_standings>
type Request = RowOf<typeof reviewRequests.tables.review_requests>
type Decision = RowOf<typeof reviewRequests.tables.review_decisions>
type Statistics = RowOf<typeof questionStatistics.tables.question_statistics>

export type End = string | null
interface QuestionAt {
  readonly questionId: string
  readonly end: End
}

const before = defineQuery([], (sql, moment: Query, end: End) => (end === null ? sql`true` : sql`${moment} < ${end}`))

const held = defineQuery([], (sql, end: End) =>
  end === null ? sql`w.until IS NULL` : sql`w.since < ${end} AND (w.until IS NULL OR w.until >= ${end})`,
)

const withAnswers = defineQuery([questionStatistics], (sql, end: End) =>
  end === null
    ? sql`LEFT JOIN read.question_statistics s ON s.question_id = w.question_id AND s.version = w.version`
    : sql`
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS answers, count(*) FILTER (WHERE a.is_correct)::int AS correct_answers
          FROM read.version_answers a WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end}) s`,
)

const withStatistics = defineQuery([withAnswers], (sql, end: End) =>
  end === null
    ? withAnswers(sql, end)
    : sql`
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS answers, count(*) FILTER (WHERE a.is_correct)::int AS correct_answers,
            coalesce(sum(a.time_seconds), 0)::int AS total_time_seconds, count(a.rest_score)::int AS rest_scores,
            count(a.rest_score) FILTER (WHERE a.is_correct)::int AS rest_scores_correct, coalesce(sum(a.rest_score), 0)::float8 AS rest_sum,
            coalesce(sum(a.rest_score) FILTER (WHERE a.is_correct), 0)::float8 AS rest_sum_correct,
            coalesce(sum(a.rest_score::float8 ^ 2), 0)::float8 AS rest_sum_of_squares
          FROM read.version_answers a WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end}) s
        CROSS JOIN LATERAL (
          SELECT coalesce(jsonb_object_agg(o.choice, o.answers), '{}') AS options FROM (
            SELECT c.choice, count(*)::int AS answers FROM read.version_answers a, jsonb_array_elements_text(a.chosen) c (choice)
            WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end} GROUP BY c.choice) o) chosen`,
)

const withDecision = defineQuery(
  [reviewRequests],
  (sql) => sql`LEFT JOIN read.review_decisions d ON d.question_id = r.question_id AND d.round = r.round`,
)

export type ReviewRequestRow = Pick<Request, 'id' | 'question_id' | 'version' | 'reason' | 'requested_at'> &
  Pick<Version, 'stem'> &
  Joined<Pick<Decision, 'decision' | 'note' | 'decided_at'>>

export const reviewRequestsOf = defineQuery(
  [withDecision, questions],
  (sql, { userId, after, limit }: PageAfter & { readonly userId: string }) => sql<ReviewRequestRow[]>`
    SELECT r.id, r.question_id, r.version, v.stem, r.reason, r.requested_at, d.decision, d.note, d.decided_at
    FROM read.review_requests r ${withDecision(sql)}
    JOIN read.question_versions v ON v.question_id = r.question_id AND v.version = r.version
    WHERE r.user_id = ${userId} ${after ? sql`AND (r.requested_at < ${after[0]} OR r.requested_at = ${after[0]} AND r.id > ${after[1]})` : sql``}
    ORDER BY r.requested_at DESC, r.id LIMIT ${limit}`,
)

export type WaitingRow = Omit<Standing, 'change' | 'since' | 'until' | 'waits'> &
  Pick<Version, 'module' | 'stem'> &
  Joined<Pick<Statistics, 'answers' | 'correct_answers'>>

const standing = defineQuery(
  [reviewRequests],
  (sql) =>
    sql`w.question_id, w.version, w.situation, w.is_pilot, w.withdrawn_for, w.open_requests, w.oldest_request_at, w.has_offer, w.is_outdated`,
)
const order = defineQuery(
  [reviewRequests],
  (sql) => sql`(w.situation <> 'withdrawn')::int, -w.open_requests, coalesce(w.oldest_request_at, 'infinity'), w.question_id`,
)

export const questionsToReview = defineQuery(
  [standing, held, order, withAnswers, questions],
  (sql, { end, after, limit }: PageAfter<readonly [number, number, string | null, string]> & { readonly end: End }) => sql<WaitingRow[]>`
    SELECT ${standing(sql)}, v.module, v.stem, s.answers, s.correct_answers
    FROM (
      SELECT * FROM read.review_standings w
      WHERE w.waits AND ${held(sql, end)}
        ${after ? sql`AND (${order(sql)}) > (${after[0]}, ${after[1]}, coalesce(${after[2]}::timestamptz, 'infinity'), ${after[3]}::uuid)` : sql``}
      ORDER BY ${order(sql)} LIMIT ${limit}
    ) w
    JOIN read.question_versions v ON v.question_id = w.question_id AND v.version = w.version ${withAnswers(sql, end)}
    ORDER BY ${order(sql)}`,
)

export const reviewedQuestion = defineQuery(
  [standing, held, withAnswers, shownColumns, questions],
  (sql, { questionId, end }: QuestionAt) => sql<(WaitingRow & Pick<Question, 'source' | 'guideline' | 'tags'> & ShownRow)[]>`
    SELECT ${standing(sql)}, s.answers, s.correct_answers, q.source, ${shownColumns(sql)}, v.guideline, v.tags
    FROM read.review_standings w JOIN read.questions q ON q.id = w.question_id
    JOIN read.question_versions v ON v.question_id = w.question_id AND v.version = w.version ${withAnswers(sql, end)}
    WHERE w.question_id = ${questionId} AND ${held(sql, end)}`,
)

export const requestsAbout = defineQuery(
  [withDecision, before],
  (sql, { questionId, end }: QuestionAt) => sql<
    (Pick<Request, 'id' | 'version' | 'reason' | 'requested_at'> & Joined<Pick<Decision, 'decision'>> & { readonly made: number })[]
  >`
    SELECT r.id, r.version, r.reason, r.requested_at, d.decision, count(*) OVER ()::integer AS made
    FROM read.review_requests r ${withDecision(sql)} AND ${before(sql, sql`d.decided_at`, end)}
    WHERE r.question_id = ${questionId} AND ${before(sql, sql`r.requested_at`, end)} ORDER BY r.requested_at DESC, r.id LIMIT ${LONGEST_LIST}`,
)

type Figures = Omit<Statistics, 'question_id' | 'version' | 'discrimination'>
export type VersionStatisticsRow = Pick<Version, 'version' | 'item'> & (Figures | { readonly [Name in keyof Figures]: null })

export const statisticsOfVersions = defineQuery(
  [withStatistics, before, questions],
  (sql, { questionId, end }: QuestionAt) => sql<VersionStatisticsRow[]>`
    SELECT s.*, w.version, w.item${end === null ? sql`` : sql`, chosen.options`}
    FROM read.question_versions w ${withStatistics(sql, end)}
    WHERE w.question_id = ${questionId} AND ${before(sql, sql`w.created_at`, end)} ORDER BY w.version DESC`,
)

export const historyOf = defineQuery(
  [reviewRequests, before],
  (sql, { questionId, end }: QuestionAt) => sql<Omit<RowOf<typeof reviewRequests.tables.question_history>, 'question_id'>[]>`
    SELECT revision, at, what, version, cause, note FROM read.question_history
    WHERE question_id = ${questionId} AND ${before(sql, sql`at`, end)} ORDER BY revision DESC LIMIT ${LONGEST_LIST}`,
)

export const bankOfferFor = defineQuery(
  [reviewRequests, before],
  (sql, { questionId, end }: QuestionAt) => sql<Omit<RowOf<typeof reviewRequests.tables.bank_offers>, 'question_id'>[]>`
    SELECT offer, bank_id, content, offered_at FROM read.bank_offers
    WHERE question_id = ${questionId} AND ${before(sql, sql`offered_at`, end)}`,
)

export const proposedRevision = defineQuery(
  [reviewRequests],
  (sql, { questionId, version }: { readonly questionId: string; readonly version: number }) => sql<
    Pick<RowOf<typeof reviewRequests.tables.revision_proposals>, 'content'>[]
  >`
    SELECT content FROM read.revision_proposals WHERE question_id = ${questionId} AND version = ${version}`,
)

export const stoppedModules = defineQuery(
  [withdrawalStops],
  (sql, end: End) => sql<RowOf<typeof withdrawalStops.tables.withdrawal_stops>[]>`
    SELECT module, stopped_at, withdrawn, questions FROM ${end === null ? sql`read.withdrawal_stops` : sql`read.withdrawal_stop_versions`}
    WHERE ${end === null ? sql`true` : sql`stopped_at < ${end} AND (until IS NULL OR until >= ${end})`} ORDER BY stopped_at, module`,
)

interface VersionAnswers {
  readonly questionId: string
  readonly version: number
  readonly from?: CalendarDay | undefined
  readonly end: string
  readonly isCorrectOnly: boolean
}

const answersToVersion = defineQuery(
  [questionStatistics],
  (sql, { questionId, version, from = BEFORE_ALL_DAYS, end, isCorrectOnly }: VersionAnswers) => sql`
    read.version_answers
    WHERE question_id = ${questionId} AND version = ${version} AND at >= ${`${from}T00:00:00.000Z`} AND at < ${end}
      ${isCorrectOnly ? sql`AND is_correct` : sql``}`,
)

export const countOfAnswers = defineQuery(
  [answersToVersion],
  (sql, of: VersionAnswers) => sql<{ readonly sum: number }[]>`SELECT count(*)::int AS sum FROM ${answersToVersion(sql, of)}`,
)

/** Only the kind of the stream, since its name identifies a person. */
export const answersBehindFigure = defineQuery(
  [answersToVersion],
  (sql, { after, limit, ...of }: VersionAnswers & PageAfter<readonly [string, string, number]>) => sql<FigureFactRow[]>`
    SELECT id, 0 AS place, at, CASE WHEN is_of_exam THEN 'ExamCompleted' ELSE 'AnswerSubmitted' END AS type,
      CASE WHEN is_of_exam THEN 'exam' ELSE 'studyDay' END AS stream, 1 AS amount, '' AS grouped_by, NULL AS user_id
    FROM ${answersToVersion(sql, of)} ${after ? sql`AND (at, id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY at DESC, id DESC LIMIT ${limit}`,
)
