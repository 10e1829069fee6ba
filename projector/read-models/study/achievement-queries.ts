import { type Camel, defineQuery } from '../query.ts'
import { achievementTallies } from './achievement-tallies.ts'
import { userAchievements } from './user-achievements.ts'

export const reachedAchievements = defineQuery(
  [achievementTallies, userAchievements],
  (sql, userId: string) => sql<Camel<typeof achievementTallies.tables.reached_achievements, 'achievement_id' | 'reached_on'>[]>`
    SELECT r.achievement_id AS "achievementId", r.reached_on::text AS "reachedOn" FROM read.reached_achievements r
    WHERE r.user_id = ${userId} AND NOT EXISTS (
      SELECT FROM read.user_achievements e WHERE e.user_id = r.user_id AND e.achievement_id = r.achievement_id)
    ORDER BY r.reached_on, r.achievement_id`,
)
