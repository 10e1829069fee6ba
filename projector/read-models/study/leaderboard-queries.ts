import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { leaderboard, RANKS } from './leaderboard.ts'

type Tables = typeof leaderboard.tables

export type Ranked =
  | { readonly view: 'all' }
  | { readonly view: 'week'; readonly week: CalendarDay }
  | { readonly view: 'module'; readonly module: ModuleName }

export type RankedStudent = Omit<RowOf<Tables['leaderboard']>, 'is_shown'>

const ranking = defineQuery([leaderboard], (sql, ranked: Ranked) => {
  switch (ranked.view) {
    case 'all':
      return sql`read.leaderboard WHERE total_answered > 0 AND is_shown`
    case 'week':
      return sql`read.leaderboard_weeks WHERE week = ${ranked.week} AND is_shown`
    case 'module':
      return sql`read.leaderboard_modules WHERE module = ${ranked.module} AND is_shown`
  }
})

/** LIMIT 10 is a literal: with a parameter the generic plan sorts everyone. */
export const leadersOf = defineQuery([ranking], (sql, ranked: Ranked) => {
  const firstTen = sql`${ranking(sql, ranked)} ORDER BY ${sql.unsafe(RANKS)} LIMIT 10`
  type Leader = RankedStudent & Pick<RowOf<Tables['leaderboard_total']>, 'students'>
  if (ranked.view === 'all')
    return sql<Leader[]>`
      SELECT user_id, name, subscription_tier, total_answered, scored_answers, correct_answers,
        (SELECT students FROM read.leaderboard_total) AS students
      FROM ${firstTen}`
  return sql<Leader[]>`
    SELECT r.user_id, p.name, p.subscription_tier, r.total_answered, r.scored_answers, r.correct_answers,
      (SELECT students FROM read.leaderboard_students WHERE ranked = ${ranked.view === 'week' ? ranked.week : ranked.module}) AS students
    FROM (SELECT * FROM ${firstTen}) r JOIN read.leaderboard p ON p.user_id = r.user_id
    ORDER BY r.total_answered DESC, (r.correct_answers::float8 / nullif(r.scored_answers, 0)) DESC NULLS LAST, r.user_id`
})

/** No row if there is no answer or the student is hidden. Counts better ranks by index. */
export const rankedStudent = defineQuery(
  [ranking],
  (sql, { userId, ranked }: { readonly userId: string; readonly ranked: Ranked }) => sql<(RankedStudent & { readonly before: number })[]>`
    SELECT own.user_id, p.name, p.subscription_tier, own.total_answered, own.scored_answers, own.correct_answers, (
      SELECT count(*)::int FROM (SELECT * FROM ${ranking(sql, ranked)}) other
      WHERE other.total_answered >= own.total_answered AND (other.total_answered > own.total_answered
        OR (coalesce(other.correct_answers::float8 / nullif(other.scored_answers, 0), -1), own.user_id)
          > (coalesce(own.correct_answers::float8 / nullif(own.scored_answers, 0), -1), other.user_id))) AS before
    FROM (SELECT * FROM ${ranking(sql, ranked)}) own JOIN read.leaderboard p ON p.user_id = own.user_id
    WHERE own.user_id = ${userId}`,
)
