import type { Fact } from '@medicready/domain/events'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import type { StudyMode } from '@medicready/domain/study/shown/modes'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { achievementTallies } from './achievement-tallies.ts'
import { userAchievements } from './user-achievements.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const studySessionId = '00000000-0000-4000-8000-0000000000aa'
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const answered = (number: number, date = '2026-03-02', isCorrect = true, session: string | null = null): Fact =>
  answerSubmitted({
    userId,
    date,
    questionId: idOf(number),
    isCorrect,
    mode: session === null ? 'daily' : 'practice',
    studySessionId: session,
  })
const session = { userId, studySessionId, date: '2026-03-02' }
const started = (mode: StudyMode, secondsPerQuestion: number | null): Fact => ({
  type: 'StudySessionStarted',
  data: {
    ...session,
    mode,
    secondsPerQuestion,
    quiz: null,
    questions: [{ questionId: idOf(1), questionVersion: 1, module: 'Trauma', set: null, ...asItStands }],
  },
})
const completed = (mode: StudyMode, questions: number): Fact => ({
  type: 'StudySessionCompleted',
  data: {
    ...session,
    mode,
    totalQuestions: questions,
    answered: questions,
    scored: questions,
    correct: questions,
    timeSpentSeconds: 20 * questions,
    endedBy: 'learner',
  },
})
const five = [1, 2, 3, 4, 5]

test('a question counts once a day, and achievements are reached with their date', () =>
  given(achievementTallies, [answered(1), answered(1), ...five.map((number) => answered(number, `2026-03-0${number + 2}`))]).leaves({
    achievement_tallies: [{ user_id: userId, tallies: { measures: { answered: 6, longestStreak: 6, goodWeeks: 1 } } as never }],
    reached_achievements: [
      { achievement_id: 'answered-1', reached_on: '2026-03-02' },
      { achievement_id: 'five-day-week', reached_on: '2026-03-06' },
      { achievement_id: 'streak-3-days', reached_on: '2026-03-04' },
    ],
  }))

test('a session counts as perfect once, when it is completed', () =>
  given(achievementTallies, [
    started('practice', null),
    ...five.map((number) => answered(number, '2026-03-02', true, studySessionId)),
    completed('practice', 5),
    completed('practice', 5),
  ]).leaves({
    achievement_tallies: [{ tallies: { measures: { answered: 5, longestPerfect: 5, perfectOf5: 1 } } as never }],
    reached_achievements: [{ achievement_id: 'answered-1' }, { achievement_id: 'perfect-5' }],
  }))

test('answers of an open timed session are not revealed', async () => {
  const open = [started('timed_exam', 90), ...five.map((number) => answered(number, '2026-03-02', true, studySessionId))]
  await given(achievementTallies, open).leaves({
    achievement_tallies: [{ tallies: { fresh: '', scored: '', measures: { longestStreak: 1 } } as never }],
    reached_achievements: [],
  })
  await given(achievementTallies, [...open, completed('timed_exam', 5)]).leaves({
    achievement_tallies: [{ tallies: { fresh: '11111', measures: { answered: 5, longestPerfect: 5 } } as never }],
    reached_achievements: [{ achievement_id: 'answered-1' }, { achievement_id: 'perfect-5' }],
  })
})

test('an earned achievement keeps its points', () =>
  given(userAchievements, [
    { type: 'AchievementEarned', data: { userId, achievementId: 'streak-7-days', points: 20, earnedOn: '2026-03-07' } },
    { type: 'AchievementEarned', data: { userId, achievementId: 'no-more', points: 5, earnedOn: '2026-03-08' } },
  ]).leaves({
    user_achievements: [
      { achievement_id: 'no-more', points: 5, progress: 0 },
      { achievement_id: 'streak-7-days', points: 20, progress: 7, earned_on: '2026-03-07' },
    ],
  }))
