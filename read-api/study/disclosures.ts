import { type Tier, type TierShows, tierShows } from '@medicready/domain/billing/tiers'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import { practiceExams } from '@medicready/projector/read-models/exams/practice-exams'
import { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import type { Clock } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

/** What tells a learner which answers, and how much of them. A call that shows answers reads these too. */
export const disclosing = [users, studySessions, practiceExams] as const

interface DisclosureRow {
  readonly user_id: string
  readonly subscription_tier: Tier
  /** The ids of the questions of open timed exams, and of a practice exam that goes on; null where there are none. */
  readonly in_timed_exams: readonly string[] | null
  readonly in_practice_exams: readonly string[] | null
}

/** What may be shown to a learner of what they were given. */
export interface Disclosure {
  readonly shows: TierShows
  /**
   * The questions of their open timed exams, and of their practice exam while it goes on: nothing that says what is
   * right about them may be shown.
   */
  readonly withheld: ReadonlySet<string>
}

/**
 * What learners are shown, on every call that is made as a learner. Whoever edits or reviews questions sees all of them
 * on the calls of that work, those of an exam of their own too: knowing the keys is their work, and to withhold a
 * question would keep them from mending it.
 */
export class Disclosures {
  readonly #rows: SharedQuery<DisclosureRow>

  constructor(sql: Sql, clock: Clock) {
    this.#rows = new SharedQuery(
      (userIds) => sql<DisclosureRow[]>`
        SELECT u.id AS user_id, u.subscription_tier, (
          SELECT json_agg(question->>'questionId') FROM read.study_sessions s, jsonb_array_elements(s.questions) AS question
          WHERE s.user_id = u.id AND s.mode = 'timed_exam' AND s.completed_at IS NULL) AS in_timed_exams, (
          SELECT json_agg(q.question_id) FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
          WHERE e.user_id = u.id AND NOT e.is_completed AND e.given_up_at IS NULL AND e.deadline > ${clock()}) AS in_practice_exams
        FROM read.users u WHERE u.id = ANY(${userIds}::uuid[])`,
      ({ user_id }) => user_id,
    )
  }

  async to(userId: string): Promise<Disclosure> {
    const [row] = await this.#rows.of(userId)
    return {
      shows: tierShows[row?.subscription_tier ?? 'free'],
      withheld: new Set([...(row?.in_timed_exams ?? []), ...(row?.in_practice_exams ?? [])]),
    }
  }
}
