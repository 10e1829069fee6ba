import type { achievementCalls } from '@medicready/domain/contract/achievements'
import { achievements, reachableFromTier } from '@medicready/domain/study/achievements/catalogue'
import { progressOf } from '@medicready/domain/study/achievements/progress'
import { noTallies, type Tallies } from '@medicready/domain/study/achievements/tallies'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { achievementTallies } from '@medicready/projector/read-models/study/achievement-tallies'
import { userAchievements } from '@medicready/projector/read-models/study/user-achievements'
import { known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

interface Row {
  readonly user_id: string
  /** Null before the first answer. */
  readonly tallies: Pick<Tallies, 'measures' | 'lengths'> | null
  readonly reached: readonly { readonly id: string; readonly on: string }[] | null
  readonly earned: readonly { readonly id: string; readonly on: string; readonly points: number }[] | null
}

export const achievementRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof achievementCalls, 'read-api'> => {
  const rows = new SharedQuery(
    (userIds) => sql<Row[]>`
      SELECT u.id AS user_id, json_build_object('measures', t.tallies->'measures', 'lengths', t.tallies->'lengths') AS tallies,
        (SELECT json_agg(json_build_object('id', r.achievement_id, 'on', r.reached_on))
          FROM read.reached_achievements r WHERE r.user_id = u.id) AS reached,
        (SELECT json_agg(json_build_object('id', e.achievement_id, 'on', e.earned_on, 'points', e.points))
          FROM read.user_achievements e WHERE e.user_id = u.id) AS earned
      FROM unnest(${userIds}::uuid[]) AS u (id) LEFT JOIN read.achievement_tallies t ON t.user_id = u.id`,
    ({ user_id }) => user_id,
  )
  return {
    // What was reached is shown at once: the worker makes a fact of it a moment later, and what was earned once stays.
    'GET /api/user/achievements': reading([achievementTallies, userAchievements], async ({ identity }) => {
      const row = known((await rows.of(identity.userId))[0])
      const earned = new Map((row.earned ?? []).map((one) => [one.id, one]))
      const reached = new Map((row.reached ?? []).map((one) => [one.id, one.on]))
      const tallies = row.tallies?.measures ? row.tallies : noTallies
      const shown = achievements.map((achievement) => {
        const { id, type, name, description, icon, requirement, points } = achievement
        const earnedOn = earned.get(id)?.on ?? reached.get(id) ?? null
        const progress = earnedOn === null ? progressOf(achievement, tallies) : { reached: requirement, answersToGo: null }
        return {
          id,
          type,
          name,
          description,
          icon,
          requirement,
          points: earned.get(id)?.points ?? points,
          progress: progress.reached,
          answersToGo: progress.answersToGo,
          earnedOn,
          reachableFrom: reachableFromTier(id),
        }
      })
      const points = shown.reduce((sum, achievement) => sum + (achievement.earnedOn === null ? 0 : achievement.points), 0)
      return { points, achievements: shown }
    }),
  }
}
