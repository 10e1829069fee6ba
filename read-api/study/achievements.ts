import type { achievementCalls } from '@medicready/domain/contract/study/achievements'
import { achievements, reachableFromTier } from '@medicready/domain/study/achievements/catalogue'
import { progressOf } from '@medicready/domain/study/achievements/progress'
import { noTallies } from '@medicready/domain/study/achievements/tallies'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { achievementsOf } from '@medicready/projector/read-models/study/progress-queries'
import { known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

export const achievementRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof achievementCalls, 'read-api'> => {
  const rows = new SharedQuery(
    (userIds) => achievementsOf(sql, userIds),
    ({ user_id }) => user_id,
  )
  return {
    // What was reached is shown at once: the worker makes a fact of it a moment later, and what was earned once stays.
    'GET /api/user/achievements': reading([achievementsOf], async ({ identity }) => {
      const row = known((await rows.of(identity.userId))[0])
      const earned = new Map((row.earned ?? []).map((one) => [one.id, one]))
      const reached = new Map((row.reached ?? []).map((one) => [one.id, one.on]))
      const tallies = row.tallies.measures ? row.tallies : noTallies
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
