import { defineProjection, type RowOf, table } from '../projection.ts'
import { noteAdded, notePromoted, pilotTable, scoredNow } from '../questions/pilots.ts'

const leaderboard = table({
  key: ['user_id'],
  columns: {
    user_id: 'uuid',
    /** First name and last initial; null for somebody without a name. */
    name: 'text?',
    subscription_tier: 'text',
    total_answered: 'integer',
    /** Of these, the ones that counted as right or wrong: all but those to pilots. */
    scored_answers: 'integer',
    correct_answers: 'integer',
  },
  // The order of the ranks, so that the first ten are the first ten entries of the index.
  indexes: [
    '(total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id) WHERE total_answered > 0',
  ],
})

const newcomer = (user_id: string): RowOf<typeof leaderboard> => ({
  user_id,
  name: null,
  subscription_tier: 'free',
  total_answered: 0,
  scored_answers: 0,
  correct_answers: 0,
})

const displayName = (firstName: string | null, lastName: string | null): string | null =>
  firstName === null ? null : lastName ? `${firstName} ${[...lastName][0]}.` : firstName

/** Who has answered how many questions, and how many people there are who have answered any. */
export const leaderboardProjection = defineProjection({
  name: 'study/leaderboard',
  version: 2,
  tables: {
    leaderboard,
    /** One row, kept so that nobody has to count. */
    leaderboard_total: table({ key: ['id'], columns: { id: 'integer', students: 'integer' } }),
    leaderboard_pilots: pilotTable,
  },
  on: {
    AccountRegistered: ({ data }, rows) =>
      rows.leaderboard.update({ user_id: data.userId }, (row) => ({
        ...(row ?? newcomer(data.userId)),
        name: displayName(data.firstName, data.lastName),
      })),
    TierChanged: ({ data }, rows) =>
      rows.leaderboard.update({ user_id: data.userId }, (row) => ({ ...(row ?? newcomer(data.userId)), subscription_tier: data.to })),
    QuestionAdded: ({ data }, rows) => noteAdded(rows.leaderboard_pilots, data),
    QuestionPromoted: ({ data }, rows) => notePromoted(rows.leaderboard_pilots, data),
    AnswerSubmitted: ({ data }, rows) => {
      const scored = scoredNow(rows.leaderboard_pilots, data.questionId)
      let isFirst = false
      rows.leaderboard.update({ user_id: data.userId }, (before) => {
        const row = before ?? newcomer(data.userId)
        isFirst = row.total_answered === 0
        return {
          ...row,
          total_answered: row.total_answered + 1,
          scored_answers: row.scored_answers + scored,
          correct_answers: row.correct_answers + (data.isCorrect ? scored : 0),
        }
      })
      rows.leaderboard_total.update({ id: 1 }, (total) => (isFirst ? { id: 1, students: (total?.students ?? 0) + 1 } : total))
    },
  },
})
