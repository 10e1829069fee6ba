import type { RecentActivity } from '@medicready/domain/contract/study/analytics'
import { isPassing } from '@medicready/domain/exams/score'
import { achievementOf } from '@medicready/domain/study/achievements/catalogue'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type ActivityRow, recentlyHappened } from '@medicready/projector/read-models/study/progress-queries'
import { SharedQuery } from '../shared-query.ts'
import type { Disclosures } from './disclosures.ts'

const SHOWN = 10

/** Newest first; an exam stands for its answers. Calm mode hides achievements. */
export class RecentActivities {
  readonly #happened: SharedQuery<ActivityRow>
  readonly #disclosures: Disclosures

  constructor(sql: Sql, disclosures: Disclosures) {
    this.#disclosures = disclosures
    this.#happened = new SharedQuery(
      (userIds) => recentlyHappened(sql, userIds),
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

function activityOf(row: ActivityRow, withheld: ReadonlySet<string>): RecentActivity[] {
  const { at, id, module, mode, started_at: startedAt, completed_at: completedAt, achievement_id, points, blueprint, score } = row
  if (achievement_id !== null)
    return [{ kind: 'achievement', at, id: achievement_id, title: achievementOf(achievement_id)?.name ?? achievement_id, points }]
  if (id === null) return []
  if (blueprint !== null && score !== null) return [{ kind: 'exam', at, id, blueprint, score, passed: isPassing(score) }]
  if (module !== null) return [{ kind: 'answer', at, questionId: id, module, mode, isCorrect: withheld.has(id) ? null : row.is_correct }]
  if (mode === null || startedAt === null) return []
  // Results of other sessions could be derived from questions that an open one withholds.
  const isTold = withheld.size === 0 && (completedAt !== null || studyModeRules[mode].showsAnswers)
  const { total_questions: totalQuestions, answered, correct_answers } = row
  const correct = isTold ? correct_answers : null
  return [{ kind: 'session', at, session: { id, mode, startedAt, completedAt, totalQuestions, answered, correct } }]
}
