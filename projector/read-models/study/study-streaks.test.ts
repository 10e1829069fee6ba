import type { Fact } from '@medicready/domain/events'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { studyStreaks } from './study-streaks.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const answered = (day: number): Fact =>
  answerSubmitted({ userId, date: `2026-03-${String(day).padStart(2, '0')}`, questionId: '00000000-0000-4000-8000-000000000001' })
const freeze = (type: 'StreakFreezeEarned' | 'StreakFreezeSpent', date: string, days: number): Fact => ({
  type,
  data: { userId, date, days },
})

/** The 13 days before the two missed ones left one freeze. */
const thirteen = [
  ...[1, 2, 3, 4, 5, 6, 7].map(answered),
  freeze('StreakFreezeEarned', '2026-03-07', 7),
  ...[8, 9, 10, 11, 12, 13].map(answered),
]
const earned = { date: '2026-03-07', days: 7, is_recorded: true }

test('a freeze recorded as spent stays spent, whatever later days show', () =>
  given(studyStreaks, [...thirteen, freeze('StreakFreezeSpent', '2026-03-14', 13), answered(15), answered(14)]).leaves({
    study_streaks: [{ current_streak: 15, freezes: 1, last_study_date: '2026-03-15' }],
    // It is the same freeze that the 15th earned as the fourteenth day.
    earned_freezes: [earned, { date: '2026-03-15', days: 14, is_recorded: false }],
    spent_freezes: [{ date: '2026-03-14', days: 13, is_recorded: true }],
  }))

test('a missed day that cost a freeze can earn one when its answer arrives late', () =>
  given(studyStreaks, [
    ...thirteen,
    freeze('StreakFreezeSpent', '2026-03-14', 13),
    { type: 'StreakBroken', data: { userId, date: '2026-03-15', days: 13 } },
    answered(16),
    answered(14),
  ]).leaves({
    study_streaks: [{ current_streak: 15, freezes: 0, last_study_date: '2026-03-16', frozen_on: '2026-03-15' }],
    earned_freezes: [earned, { date: '2026-03-14', days: 14, is_recorded: false }],
    spent_freezes: [
      { date: '2026-03-14', days: 13, is_recorded: true },
      { date: '2026-03-15', days: 14, is_recorded: false },
    ],
  }))
