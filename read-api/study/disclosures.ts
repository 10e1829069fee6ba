import { type TierShows, tierShows } from '@medicready/domain/billing/tiers'
import type { Sql } from '@medicready/platform/postgres/connection'
import { disclosuresOf } from '@medicready/projector/read-models/study/day-queries'
import type { Clock } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

/** What tells a learner which answers, and how much of them. A call that shows answers reads these too. */
export const disclosing = [disclosuresOf] as const

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
 * What learners are shown, on every call that is made as a learner. Editors and reviewers of questions see all of them
 * on the calls of that work, those of an exam of their own too: knowing the keys is their work, and to withhold a
 * question would keep them from mending it.
 */
export class Disclosures {
  readonly #rows: SharedQuery<Awaited<ReturnType<typeof disclosuresOf>>[number]>

  constructor(sql: Sql, clock: Clock) {
    this.#rows = new SharedQuery(
      (userIds) => disclosuresOf(sql, { userIds, now: clock() }),
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
