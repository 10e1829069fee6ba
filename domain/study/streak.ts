import { z } from 'zod'
import { addDays, type CalendarDay } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/**
 * `streak-<userId>`: days without study that ended a streak, written by the nightly job. A streak grows by the answers
 * themselves: a day counts when at least one question was answered on it.
 */

export const StreakBroken = defineEvent('StreakBroken', {
  userId: z.uuid(),
  /** The first day without study, on the account's own calendar. */
  date: z.iso.date(),
  /** How many days the streak had lasted. */
  days: z.int().min(1),
})

export const streakEvents = [StreakBroken] as const
export type StreakEvent = EventOf<(typeof streakEvents)[number]>

export interface StreakState {
  readonly brokenOn: CalendarDay | null
}

export const streakAggregate: Aggregate<StreakState, StreakEvent> = {
  category: 'streak',
  initial: { brokenOn: null },
  evolve: (_state, event) => ({ brokenOn: event.data.date }),
}

/** Records, once a date, that a streak ended. */
export const breakStreak =
  (command: { userId: string; lastStudyDate: CalendarDay; days: number }): Decide<StreakState, StreakEvent> =>
  (state) => {
    const date = addDays(command.lastStudyDate, 1)
    if ((state.brokenOn ?? '') >= date) return []
    return [{ type: 'StreakBroken', data: { userId: command.userId, date, days: command.days } }]
  }

export interface StudyStreak {
  readonly currentStreak: number
  readonly longestStreak: number
  readonly lastStudyDate: CalendarDay | null
}

export const noStreak: StudyStreak = { currentStreak: 0, longestStreak: 0, lastStudyDate: null }

/**
 * A streak after an answer on a day. Days come in order but for answers that were sent late: those never shorten a
 * streak.
 */
export function studiedOn(streak: StudyStreak, day: CalendarDay): StudyStreak {
  if (day <= (streak.lastStudyDate ?? '')) return streak
  const currentStreak = streak.lastStudyDate !== null && addDays(streak.lastStudyDate, 1) === day ? streak.currentStreak + 1 : 1
  return { currentStreak, longestStreak: Math.max(streak.longestStreak, currentStreak), lastStudyDate: day }
}

/** What a streak is worth today: it lives until a whole day has passed without study. */
export const streakToday = (streak: StudyStreak, today: CalendarDay): number =>
  streak.lastStudyDate !== null && addDays(streak.lastStudyDate, 1) >= today ? streak.currentStreak : 0
