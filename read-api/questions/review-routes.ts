import type { questionCalls } from '@medicready/domain/contract/questions'
import type { QuestionReview, ReviewDecision } from '@medicready/domain/contract/reviews'
import { choicesOf, type QuestionContent } from '@medicready/domain/questions/content'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Reading } from '../reading.ts'
import { averageTimeSeconds, choicePercents, correctRate, type StatisticsRow } from './question-figures.ts'

/** More than a person reads, and a bound all the same. */
const LONGEST_LIST = 500

type ReviewCall = 'GET /api/user/review-requests' | 'GET /api/admin/reviews' | 'GET /api/admin/reviews/{id}'

interface RequestRow {
  id: string
  question_id: string
  version: number
  stem: string
  reason: string | null
  requested_at: Date
  decision: ReviewDecision | null
  note: string | null
  decided_at: Date | null
}

interface QueueRow {
  id: string
  module: QuestionContent['module']
  stem: string
  version: number
  situation: QuestionReview['situation']
  is_pilot: boolean
  withdrawn_for: QuestionReview['withdrawnFor']
  open_requests: number | null
  oldest_request_at: Date | null
  answers: number | null
  correct_answers: number | null
}

interface QuestionRow extends QueueRow {
  source: QuestionReview['source']
  question_type: QuestionContent['questionType']
  correct_answer: string
  distractors: QuestionContent['distractors']
  explanation: string
  clinical_pearl: string
  references: string[]
  difficulty: QuestionContent['difficulty']
  blooms_level: QuestionContent['bloomsLevel']
  guideline: QuestionContent['guideline']
  tags: QuestionContent['tags']
}

type VersionRow = { version: number; correct_answer: string; distractors: QuestionContent['distractors'] } & {
  [Name in keyof StatisticsRow]: StatisticsRow[Name] | null
}

interface TurnRow {
  revision: number
  at: Date
  what: QuestionReview['history'][number]['what']
  version: number | null
  cause: string | null
  note: string | null
}

const toEntry = (row: QueueRow) => ({
  questionId: row.id,
  module: row.module,
  stem: row.stem,
  version: row.version,
  situation: row.situation,
  withdrawnFor: row.withdrawn_for,
  isPilot: row.is_pilot,
  openRequests: row.open_requests ?? 0,
  oldestRequestAt: row.oldest_request_at?.toISOString() ?? null,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
})

const toContent = (row: QuestionRow): QuestionContent => ({
  module: row.module,
  questionType: row.question_type,
  stem: row.stem,
  correctAnswer: row.correct_answer,
  distractors: row.distractors,
  explanation: row.explanation,
  clinicalPearl: row.clinical_pearl,
  references: row.references,
  difficulty: row.difficulty,
  bloomsLevel: row.blooms_level,
  guideline: row.guideline,
  tags: row.tags,
})

const toStatistics = (row: VersionRow) => ({
  version: row.version,
  answers: row.answers ?? 0,
  correctRate: correctRate(row),
  averageTimeSeconds: averageTimeSeconds(row),
  discrimination: row.discrimination,
  choices: choicePercents(choicesOf({ correctAnswer: row.correct_answer, distractors: row.distractors }), row),
})

export const reviewRoutes = ({
  sql,
  reading,
}: {
  sql: Sql
  reading: Reading
}): Pick<Handlers<typeof questionCalls, 'read-api'>, ReviewCall> => {
  const readModels = ['questions/questions', 'questions/question-reviews', 'questions/question-statistics']
  const queueColumns = sql`
    q.id, q.module, q.stem, q.version, q.situation, q.is_pilot, r.withdrawn_for, r.open_requests, r.oldest_request_at, s.answers, s.correct_answers`
  const withStatistics = sql`LEFT JOIN read.question_statistics s ON s.question_id = q.id AND s.version = q.version`
  const decision = sql`LEFT JOIN read.review_decisions d ON d.question_id = r.question_id AND d.round = r.round`

  return {
    'GET /api/user/review-requests': reading(['questions/questions', 'questions/question-reviews'], async ({ identity }) => {
      const rows = await sql<RequestRow[]>`
        SELECT r.id, r.question_id, r.version, v.stem, r.reason, r.requested_at, d.decision, d.note, d.decided_at
        FROM read.review_requests r ${decision}
        JOIN read.question_versions v ON v.question_id = r.question_id AND v.version = r.version
        WHERE r.user_id = ${identity.userId} ORDER BY r.requested_at DESC, r.id LIMIT ${LONGEST_LIST}`
      const items = rows.map((row) => ({
        id: row.id,
        questionId: row.question_id,
        version: row.version,
        stem: row.stem,
        reason: row.reason,
        requestedAt: row.requested_at.toISOString(),
        outcome: row.decision ?? ('open' as const),
        note: row.note,
        decidedAt: row.decided_at?.toISOString() ?? null,
      }))
      return { items, next: null }
    }),

    'GET /api/admin/reviews': reading(readModels, async () => {
      const rows = await sql<QueueRow[]>`
        SELECT ${queueColumns}
        FROM read.question_reviews r JOIN read.questions q ON q.id = r.question_id ${withStatistics}
        WHERE (r.open_requests > 0 OR r.withdrawn_for IS NOT NULL) AND q.situation <> 'retired'
        ORDER BY q.situation = 'withdrawn' DESC, r.open_requests DESC, r.oldest_request_at NULLS LAST, q.id LIMIT ${LONGEST_LIST}`
      return { items: rows.map(toEntry), next: null }
    }),

    'GET /api/admin/reviews/{id}': reading(readModels, async ({ params: { id } }) => {
      const [[question], requests, versions, history] = await Promise.all([
        sql<QuestionRow[]>`
          SELECT ${queueColumns}, q.source, q.question_type, q.correct_answer, q.distractors, q.explanation, q.clinical_pearl, q."references",
            q.difficulty, q.blooms_level, q.guideline, q.tags
          FROM read.questions q LEFT JOIN read.question_reviews r ON r.question_id = q.id ${withStatistics} WHERE q.id = ${id}`,
        sql<(Pick<RequestRow, 'id' | 'version' | 'reason' | 'requested_at' | 'decision'> & { made: number })[]>`
          SELECT r.id, r.version, r.reason, r.requested_at, d.decision, count(*) OVER ()::integer AS made FROM read.review_requests r ${decision}
          WHERE r.question_id = ${id} ORDER BY r.requested_at DESC, r.id LIMIT ${LONGEST_LIST}`,
        sql<VersionRow[]>`
          SELECT v.version, v.correct_answer, v.distractors, s.answers, s.correct_answers, s.total_time_seconds, s.discrimination, s.choices
          FROM read.question_versions v LEFT JOIN read.question_statistics s ON s.question_id = v.question_id AND s.version = v.version
          WHERE v.question_id = ${id} ORDER BY v.version DESC`,
        sql<TurnRow[]>`
          SELECT revision, at, what, version, cause, note FROM read.question_history WHERE question_id = ${id} ORDER BY revision DESC LIMIT ${LONGEST_LIST}`,
      ])
      if (!question) throw new Rejection('questionNotFound')
      const entry = toEntry(question)
      return {
        ...entry,
        content: toContent(question),
        source: question.source,
        isOpen: question.situation !== 'retired' && (entry.openRequests > 0 || question.situation === 'withdrawn'),
        requestsMade: requests[0]?.made ?? 0,
        requests: requests.map(({ id, version, reason, requested_at, decision }) => ({
          id,
          version,
          reason,
          requestedAt: requested_at.toISOString(),
          isOpen: decision === null,
        })),
        statistics: versions.map(toStatistics),
        history: history.map(({ at, ...turn }) => ({ at: at.toISOString(), ...turn })),
      }
    }),
  }
}
