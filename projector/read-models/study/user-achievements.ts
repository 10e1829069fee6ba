import { achievementOf } from '@medicready/domain/study/achievements/catalogue'
import { defineReadModel, table } from '../definition.ts'

export const userAchievements = defineReadModel({
  name: 'study/user-achievements',
  version: 1,
  tables: {
    user_achievements: table({
      key: ['user_id', 'achievement_id'],
      columns: {
        id: 'uuid',
        user_id: 'uuid',
        achievement_id: 'coded text',
        points: 'integer',
        progress: 'integer',
        earned_on: 'date',
        earned_at: 'timestamptz',
      },
    }),
  },
  on: {
    AchievementEarned: ({ id, data, metadata }, { user_achievements }) =>
      user_achievements.set({
        id,
        user_id: data.userId,
        achievement_id: data.achievementId,
        points: data.points,
        progress: achievementOf(data.achievementId)?.requirement ?? 0,
        earned_on: data.earnedOn,
        earned_at: metadata.occurredAt,
      }),
  },
})
