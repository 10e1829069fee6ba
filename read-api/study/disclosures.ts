import { type TierShows, tierShows } from '@medicready/domain/billing/shown/tiers'
import type { Clock } from '@medicready/platform/clock'
import type { Sql } from '@medicready/platform/postgres/connection'
import { disclosuresOf } from '@medicready/projector/read-models/study/day-queries'
import { owner, SharedQuery } from '../shared-query.ts'

/** A call that shows answers reads these too. */
export const disclosing = [disclosuresOf] as const

export interface Disclosure {
  readonly shows: TierShows
  /** Questions in open timed or practice exams: nothing may reveal their answers. */
  readonly withheld: ReadonlySet<string>
}

/** For learners. Educators see all questions in their own tools: knowing the keys is their work. */
export class Disclosures {
  readonly #rows: SharedQuery<Awaited<ReturnType<typeof disclosuresOf>>[number]>

  constructor(sql: Sql, clock: Clock) {
    this.#rows = new SharedQuery((userIds) => disclosuresOf(sql, { userIds, now: clock() }), owner)
  }

  async to(userId: string): Promise<Disclosure> {
    const [row] = await this.#rows.of(userId)
    return {
      shows: tierShows[row?.subscription_tier ?? 'free'],
      withheld: new Set([...(row?.in_timed_exams ?? []), ...(row?.in_practice_exams ?? [])]),
    }
  }
}
