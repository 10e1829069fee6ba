import { achievementOf } from '@medicready/domain/study/achievements/catalogue'
import { defineReadModel, table } from '../definition.ts'

/** What each learner has earned. What can be earned is a constant of the domain, and no table. */
export const userAchievements = defineReadModel({
  name: 'study/user-achievements',
  version: 1,
  tables: {
    user_achievements: table({
      key: ['user_id', 'achievement_id'],
      columns: {
        /** The id of the event. */
        id: 'uuid',
        user_id: 'uuid',
        achievement_id: 'text',
        points: 'integer',
        /** The requirement; 0 where the catalogue does not have it any more. */
        progress: 'integer',
        /** The day of the answer that earned it, on the account's own calendar. */
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
