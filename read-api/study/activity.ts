import type { RecentActivity } from '@medicready/domain/contract/analytics'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type StudyMode, studyModes } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'
import { SharedQuery } from '../shared-query.ts'

const SHOWN = 10
/** Those that tell after each answer whether it was right. */
const openModes = studyModes.filter((mode) => studyModeRules[mode].showsAnswers)

interface Happened {
  readonly user_id: string
  /** When it was: an answer when it was given, a session when it ended or went on last. */
  readonly at: string
  readonly id: string
  readonly mode: StudyMode | null
  /** Null unless it is an answer. */
  readonly module: ModuleName | null
  /** Null where it is withheld. */
  readonly is_correct: boolean | null
  readonly started_at: string
  readonly completed_at: string | null
  readonly total_questions: number
  readonly answered: number
  readonly correct_answers: number
}

/** What a learner did last, newest first. */
export class RecentActivities {
  readonly #happened: SharedQuery<Happened>

  constructor(sql: Sql) {
    // What a session withholds is told only once the read model of sessions has seen it end: where that is behind the
    // one of answers, and does not know the session yet, nothing is told.
    this.#happened = new SharedQuery(
      (userIds) => sql<Happened[]>`
        SELECT u.id AS user_id, h.* FROM unnest(${userIds}::uuid[]) AS u(id) CROSS JOIN LATERAL (
          (SELECT r.answered_at AS at, r.question_id AS id, r.mode, r.module, r.answered_at AS started_at, NULL::timestamptz AS completed_at,
            CASE WHEN r.study_session_id IS NULL OR s.completed_at IS NOT NULL OR s.mode = ANY(${openModes}::text[]) THEN r.is_correct END
              AS is_correct, 0 AS total_questions, 0 AS answered, 0 AS correct_answers
          FROM read.user_responses r LEFT JOIN read.study_sessions s ON s.id = r.study_session_id
          WHERE r.user_id = u.id ORDER BY r.answered_at DESC LIMIT 10)
          UNION ALL
          (SELECT coalesce(s.completed_at, s.answered_at, s.started_at), s.id, s.mode, NULL, s.started_at, s.completed_at,
            NULL, s.total_questions, s.answered, s.correct_answers
          FROM read.study_sessions s WHERE s.user_id = u.id ORDER BY s.started_at DESC LIMIT 10)
        ) h`,
      ({ user_id }) => user_id,
    )
  }

  async of(userId: string): Promise<RecentActivity[]> {
    const rows = await this.#happened.of(userId)
    return rows
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, SHOWN)
      .flatMap(activityOf)
  }
}

function activityOf(row: Happened): RecentActivity[] {
  const { at, id, mode, module } = row
  if (module !== null) return [{ kind: 'answer', at, questionId: id, module, mode, isCorrect: row.is_correct }]
  if (mode === null) return []
  const isTold = row.completed_at !== null || studyModeRules[mode].showsAnswers
  const session = {
    id,
    mode,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    totalQuestions: row.total_questions,
    answered: row.answered,
    correct: isTold ? row.correct_answers : null,
  }
  return [{ kind: 'session', at, session }]
}
