import type { CalendarDay } from '@medicready/domain/calendar'
import type { LeaderboardEntry } from '@medicready/domain/contract/study'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { leaderboard } from '@medicready/projector/read-models/study/leaderboard'
import type { Checkpoints } from '../checkpoints.ts'

/**
 * A ranking is shown for no longer than this without looking again, should an announcement be lost. In milliseconds.
 */
const LONGEST_REUSE = 1_000
/** Whoever has answered and has no name was erased: the numbers stay, under nobody's. */
const NAMELESS = 'Former student'

type EntryRow = Omit<RowOf<typeof leaderboard.tables.leaderboard>, 'is_shown'>
type LeaderRow = EntryRow & Pick<RowOf<typeof leaderboard.tables.leaderboard_total>, 'students'>

const entryOf = (row: EntryRow, rank: number): LeaderboardEntry => ({
  userId: row.user_id,
  rank,
  name: row.name ?? NAMELESS,
  subscriptionTier: row.subscription_tier,
  totalAnswered: row.total_answered,
  correctAnswers: row.correct_answers,
  accuracy: row.scored_answers === 0 ? null : Math.round((100 * row.correct_answers) / row.scored_answers),
})

export interface Ranking {
  /** How many students have answered anything. */
  readonly students: number
  readonly leaders: LeaderboardEntry[]
}

/** What is ranked: the answers of all time, of a week (by its Monday), or to the questions of a module. */
export type Ranked =
  | { readonly view: 'all' }
  | { readonly view: 'week'; readonly week: CalendarDay }
  | { readonly view: 'module'; readonly module: ModuleName }

const nameOf = (ranked: Ranked): string => (ranked.view === 'all' ? 'all' : ranked.view === 'week' ? ranked.week : ranked.module)
/** All modules, the weeks that can be today's somewhere, and as many more. */
const MOST_RANKINGS = 24

interface Kept {
  readonly position: bigint | null
  readonly readAt: number
  readonly ranking: Promise<Ranking>
}

/** The same for everybody, so that each is read once for each position of its read model. */
export class Leaderboard {
  readonly #sql: Sql
  readonly #checkpoints: Checkpoints
  readonly #last = new Map<string, Kept>()

  constructor(sql: Sql, checkpoints: Checkpoints) {
    this.#sql = sql
    this.#checkpoints = checkpoints
  }

  read(ranked: Ranked): Promise<Ranking> {
    // Taken before the query: what it finds is at least as new.
    const position = this.#checkpoints.of(leaderboard)
    const now = performance.now()
    const name = nameOf(ranked)
    const last = this.#last.get(name)
    if (last && position !== null && last.position === position && now - last.readAt < LONGEST_REUSE) return last.ranking
    const ranking = this.#query(ranked)
    if (this.#last.size >= MOST_RANKINGS) this.#last.clear()
    this.#last.set(name, { position, readAt: now, ranking })
    ranking.catch(() => this.#last.delete(name))
    return ranking
  }

  /**
   * Where somebody stands; null for who has not answered anything of what is ranked, or is not shown. Those with as
   * many answers or more are counted in the index of the ranks.
   */
  async placeOf(userId: string, ranked: Ranked): Promise<LeaderboardEntry | null> {
    const sql = this.#sql
    const among = () => {
      switch (ranked.view) {
        case 'all':
          return sql`(SELECT * FROM read.leaderboard WHERE total_answered > 0 AND is_shown)`
        case 'week':
          return sql`(SELECT * FROM read.leaderboard_weeks WHERE week = ${ranked.week} AND is_shown)`
        case 'module':
          return sql`(SELECT * FROM read.leaderboard_modules WHERE module = ${ranked.module} AND is_shown)`
      }
    }
    const [row] = await sql<(EntryRow & { before: number })[]>`
      SELECT own.user_id, p.name, p.subscription_tier, own.total_answered, own.scored_answers, own.correct_answers, (
        SELECT count(*)::int FROM ${among()} other
        WHERE other.total_answered >= own.total_answered AND (other.total_answered > own.total_answered
          OR (coalesce(other.correct_answers::float8 / nullif(other.scored_answers, 0), -1), own.user_id)
            > (coalesce(own.correct_answers::float8 / nullif(own.scored_answers, 0), -1), other.user_id))) AS before
      FROM ${among()} own JOIN read.leaderboard p ON p.user_id = own.user_id
      WHERE own.user_id = ${userId}`
    return row ? entryOf(row, row.before + 1) : null
  }

  async #query(ranked: Ranked): Promise<Ranking> {
    const rows = await this.#rows(ranked)
    return { students: rows[0]?.students ?? 0, leaders: rows.map((row, index) => entryOf(row, index + 1)) }
  }

  // Ten is no parameter: a plan that is made once for any number of rows would sort everybody.
  #rows(ranked: Ranked): PromiseLike<readonly LeaderRow[]> {
    switch (ranked.view) {
      case 'all':
        return this.#sql<LeaderRow[]>`
          SELECT user_id, name, subscription_tier, total_answered, scored_answers, correct_answers,
            (SELECT students FROM read.leaderboard_total) AS students
          FROM read.leaderboard WHERE total_answered > 0 AND is_shown
          ORDER BY total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id LIMIT 10`
      case 'week':
        return this.#rowsOf(this.#sql`read.leaderboard_weeks WHERE week = ${ranked.week}`, ranked.week)
      case 'module':
        return this.#rowsOf(this.#sql`read.leaderboard_modules WHERE module = ${ranked.module}`, ranked.module)
    }
  }

  /** The first ten of a part of all answers: a week's, or a module's. */
  #rowsOf(part: ReturnType<Sql>, ranked: string): PromiseLike<readonly LeaderRow[]> {
    return this.#sql<LeaderRow[]>`
      SELECT r.user_id, p.name, p.subscription_tier, r.total_answered, r.scored_answers, r.correct_answers,
        (SELECT students FROM read.leaderboard_students WHERE ranked = ${ranked}) AS students
      FROM (SELECT * FROM ${part} AND is_shown
        ORDER BY total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id LIMIT 10) r
      JOIN read.leaderboard p ON p.user_id = r.user_id
      ORDER BY r.total_answered DESC, (r.correct_answers::float8 / nullif(r.scored_answers, 0)) DESC NULLS LAST, r.user_id`
  }
}
