import type { RecentActivity } from '@medicready/domain/contract/analytics'
import type { BlueprintName } from '@medicready/domain/exams/blueprints'
import { isPassing } from '@medicready/domain/exams/score'
import { achievementOf } from '@medicready/domain/study/achievements/catalogue'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type StudyMode, studyModes } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'
import { SharedQuery } from '../shared-query.ts'
import type { Disclosures } from './disclosures.ts'

const SHOWN = 10
/** Those that tell after each answer whether it was right. */
const tellingModes = studyModes.filter((mode) => studyModeRules[mode].showsAnswers)

interface Happened {
  readonly user_id: string
  /** When it was: a session when it ended, or went on last; an exam when it ended. */
  readonly at: string
  /** Of the question, the session or the exam; null for an achievement. */
  readonly id: string | null
  /** Null unless it is an answer. */
  readonly module: ModuleName | null
  readonly mode: StudyMode | null
  /** Null where it is withheld. */
  readonly is_correct: boolean | null
  /** Null unless it is a session. */
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly total_questions: number
  readonly answered: number
  readonly correct_answers: number
  /** Null unless it is an achievement. */
  readonly achievement_id: string | null
  readonly points: number
  /** Null unless it is an exam. */
  readonly blueprint: BlueprintName | null
  readonly score: number | null
}

/** What a learner did last, newest first; an exam stands for its answers. In calm mode there are no achievements. */
export class RecentActivities {
  readonly #happened: SharedQuery<Happened>
  readonly #disclosures: Disclosures

  constructor(sql: Sql, disclosures: Disclosures) {
    this.#disclosures = disclosures
    // What a session withholds is told only once the read model of sessions has seen it end: where that is behind the
    // one of answers, and does not know the session yet, nothing is told.
    this.#happened = new SharedQuery(
      (userIds) => sql<Happened[]>`
        SELECT u.id AS user_id, h.* FROM unnest(${userIds}::uuid[]) AS u(id) CROSS JOIN LATERAL (
          (SELECT r.answered_at AS at, r.question_id AS id, r.module, r.mode,
            CASE WHEN r.study_session_id IS NULL OR s.completed_at IS NOT NULL OR s.mode = ANY(${tellingModes}::text[])
              THEN r.is_correct END AS is_correct,
            NULL::timestamptz AS started_at, NULL::timestamptz AS completed_at,
            0 AS total_questions, 0 AS answered, 0 AS correct_answers, NULL AS achievement_id, 0 AS points,
            NULL AS blueprint, NULL::int AS score
          FROM read.user_responses r LEFT JOIN read.study_sessions s ON s.id = r.study_session_id
          WHERE r.user_id = u.id AND r.exam_id IS NULL ORDER BY r.answered_at DESC LIMIT 10)
          UNION ALL
          (SELECT coalesce(s.completed_at, s.answered_at, s.started_at), s.id, NULL, s.mode, NULL, s.started_at, s.completed_at,
            s.total_questions, s.answered, s.correct_answers, NULL, 0, NULL, NULL
          FROM read.study_sessions s WHERE s.user_id = u.id ORDER BY s.started_at DESC LIMIT 10)
          UNION ALL
          (SELECT e.completed_at, e.id, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, NULL, 0, e.blueprint, e.score
          FROM read.practice_exams e WHERE e.user_id = u.id AND e.is_completed ORDER BY e.started_at DESC LIMIT 10)
          UNION ALL
          (SELECT a.earned_at, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, a.achievement_id, a.points, NULL, NULL
          FROM read.user_achievements a WHERE a.user_id = u.id
            AND NOT EXISTS (SELECT FROM read.users c WHERE c.id = u.id AND c.calm_mode) ORDER BY a.earned_at DESC LIMIT 10)
        ) h`,
      ({ user_id }) => user_id,
    )
  }

  async of(userId: string): Promise<RecentActivity[]> {
    const [rows, { withheld }] = await Promise.all([this.#happened.of(userId), this.#disclosures.to(userId)])
    return rows
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
      .slice(0, SHOWN)
      .flatMap((row) => activityOf(row, withheld))
  }
}

function activityOf(row: Happened, withheld: ReadonlySet<string>): RecentActivity[] {
  const { at, id, module, mode, started_at: startedAt, completed_at: completedAt, achievement_id, points, blueprint, score } = row
  if (achievement_id !== null)
    return [{ kind: 'achievement', at, id: achievement_id, title: achievementOf(achievement_id)?.name ?? achievement_id, points }]
  if (id === null) return []
  if (blueprint !== null && score !== null) return [{ kind: 'exam', at, id, blueprint, score, passed: isPassing(score) }]
  if (module !== null) return [{ kind: 'answer', at, questionId: id, module, mode, isCorrect: withheld.has(id) ? null : row.is_correct }]
  if (mode === null || startedAt === null) return []
  // What other sessions came to may follow from questions that an open one withholds.
  const isTold = withheld.size === 0 && (completedAt !== null || studyModeRules[mode].showsAnswers)
  const { total_questions: totalQuestions, answered, correct_answers } = row
  const correct = isTold ? correct_answers : null
  return [{ kind: 'session', at, session: { id, mode, startedAt, completedAt, totalQuestions, answered, correct } }]
}
