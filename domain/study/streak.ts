import { z } from 'zod'
import { addDays, type CalendarDay, daysBetween } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/**
 * `streak-<userId>`: days without study that ended a streak or cost a freeze, and the freezes that streaks earned. A
 * streak grows by the answers themselves: a day counts when at least one question was answered on it. Every seventh day
 * of a streak earns a freeze, of which two are kept. A freeze keeps the streak on a missed day by itself, and adds
 * nothing to it.
 */

/** Days of a streak for each freeze. */
export const FREEZE_DAYS = 7
export const MOST_FREEZES = 2

export const StreakBroken = defineEvent('StreakBroken', {
  userId: z.uuid(),
  /** The first day without study, on the account's own calendar. */
  date: z.iso.date(),
  /** How many days the streak had lasted. */
  days: z.int().min(1),
})

export const StreakFreezeEarned = defineEvent('StreakFreezeEarned', {
  userId: z.uuid(),
  /** The study day that earned it. */
  date: z.iso.date(),
  /** How many days the streak had come to with it. */
  days: z.int().min(FREEZE_DAYS),
})

export const StreakFreezeSpent = defineEvent('StreakFreezeSpent', {
  userId: z.uuid(),
  /** The day without study. */
  date: z.iso.date(),
  /** How many days the streak that it keeps had come to. */
  days: z.int().min(1),
})

export const streakEvents = [StreakBroken, StreakFreezeEarned, StreakFreezeSpent] as const
export type StreakEvent = EventOf<(typeof streakEvents)[number]>

export interface StreakState {
  readonly brokenOn: CalendarDay | null
  readonly earnedOn: CalendarDay | null
  readonly spentOn: CalendarDay | null
  readonly freezes: number
}

export const streakAggregate: Aggregate<StreakState, StreakEvent> = {
  category: 'streak',
  initial: { brokenOn: null, earnedOn: null, spentOn: null, freezes: 0 },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'StreakBroken':
        return { ...state, brokenOn: data.date }
      case 'StreakFreezeEarned':
        return { ...state, earnedOn: data.date, freezes: state.freezes + 1 }
      case 'StreakFreezeSpent':
        return { ...state, spentOn: data.date, freezes: state.freezes - 1 }
    }
  },
}

const isSettled = ({ brokenOn, spentOn }: StreakState, date: CalendarDay): boolean => (brokenOn ?? '') >= date || (spentOn ?? '') >= date

interface StreakDay {
  readonly userId: string
  readonly date: CalendarDay
  /** How many days the streak had come to. */
  readonly days: number
}

/** Records, once a date, what a day without study did to a streak: a freeze keeps it where one is kept. */
export const missDay =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) => {
    if (isSettled(state, data.date)) return []
    return [{ type: state.freezes > 0 ? 'StreakFreezeSpent' : 'StreakBroken', data }]
  }

/** Records, once a date, a freeze that a streak has earned. Two are kept, and no more. */
export const earnFreeze =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) =>
    (state.earnedOn ?? '') >= data.date || state.freezes >= MOST_FREEZES ? [] : [{ type: 'StreakFreezeEarned', data }]

/** Records, once a date, a freeze that a missed day has cost. */
export const spendFreeze =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) =>
    isSettled(state, data.date) || state.freezes === 0 ? [] : [{ type: 'StreakFreezeSpent', data }]

/** A streak, as the days of the answers make it. */
export interface StudyStreak {
  readonly currentStreak: number
  readonly longestStreak: number
  readonly lastStudyDate: CalendarDay | null
  /** How many are kept. */
  readonly freezes: number
  /** The last missed day that a freeze has kept; null where there is none. */
  readonly frozenOn: CalendarDay | null
  /** Where it ended last, since an answer of that day may still come; null where it never did, or has been mended. */
  readonly broken: BrokenStreak | null
}

interface BrokenStreak {
  /** The first missed day that nothing has kept. */
  readonly on: CalendarDay
  /** How many days it had lasted. */
  readonly days: number
  /** The first day of study after it; null until there is one. */
  readonly restartedOn: CalendarDay | null
}

export const noStreak: StudyStreak = {
  currentStreak: 0,
  longestStreak: 0,
  lastStudyDate: null,
  freezes: 0,
  frozenOn: null,
  broken: null,
}

type Settled = Pick<StudyStreak, 'lastStudyDate' | 'frozenOn'>

/** The day up to which it is settled what the streak is. */
const settledOn = ({ lastStudyDate, frozenOn }: Settled): CalendarDay | null =>
  (frozenOn ?? '') > (lastStudyDate ?? '') ? frozenOn : lastStudyDate

/** How many days without study there are between what is settled and a day. */
const missedBefore = (streak: Settled, day: CalendarDay): number => {
  const settled = settledOn(streak)
  return settled === null ? 0 : Math.max(0, daysBetween(settled, day) - 1)
}

/**
 * A streak with an answer of the day that had ended it, which waited to be sent: it goes on as if it had not ended.
 * Null where the day is another. A freeze that was spent stays spent.
 */
function mendedOn(streak: StudyStreak, day: CalendarDay): StudyStreak | null {
  const { broken, currentStreak, longestStreak } = streak
  if (broken?.on !== day) return null
  const next = addDays(day, 1)
  const days = broken.days + 1
  // Other days were missed before it began anew: answers of those may come as well.
  if (broken.restartedOn !== null && broken.restartedOn !== next) return { ...streak, broken: { ...broken, on: next, days } }
  const mended = broken.restartedOn === null ? days : days + currentStreak
  const lastStudyDate = broken.restartedOn === null ? day : streak.lastStudyDate
  return { ...streak, currentStreak: mended, longestStreak: Math.max(longestStreak, mended), lastStudyDate, broken: null }
}

/**
 * A streak after an answer on a day. Days come in order but for answers that were sent late: those never shorten a
 * streak, and mend one that ended for lack of them. What freezes are kept is spent on the days that were missed, even
 * where they are too few to keep the streak.
 */
export function studiedOn(streak: StudyStreak, day: CalendarDay): StudyStreak {
  const mended = mendedOn(streak, day)
  if (mended || day <= (streak.lastStudyDate ?? '')) return mended ?? streak
  const missed = missedBefore(streak, day)
  const isKept = streak.currentStreak > 0 && missed <= streak.freezes
  const spent = streak.currentStreak > 0 ? Math.min(missed, streak.freezes) : 0
  const currentStreak = isKept ? streak.currentStreak + 1 : 1
  const earned = currentStreak % FREEZE_DAYS === 0 ? 1 : 0
  const ended =
    streak.currentStreak > 0
      ? { on: addDays(settledOn(streak) ?? day, spent + 1), days: streak.currentStreak, restartedOn: day }
      : streak.broken && { ...streak.broken, restartedOn: streak.broken.restartedOn ?? day }
  return {
    currentStreak,
    longestStreak: Math.max(streak.longestStreak, currentStreak),
    lastStudyDate: day,
    freezes: Math.min(MOST_FREEZES, streak.freezes - spent + earned),
    frozenOn: spent > 0 ? addDays(settledOn(streak) ?? day, spent) : streak.frozenOn,
    broken: isKept ? streak.broken : ended,
  }
}

/** A streak after a freeze was recorded as spent on a day. An answer that came since has reckoned with it already. */
export function frozenOn(streak: StudyStreak, day: CalendarDay): StudyStreak {
  const isReckonedWith = day <= (settledOn(streak) ?? '') || streak.currentStreak === 0
  return isReckonedWith ? streak : { ...streak, freezes: Math.max(0, streak.freezes - 1), frozenOn: day }
}

/** A streak after it was recorded as broken on a day. */
export const brokenOn = (streak: StudyStreak, day: CalendarDay): StudyStreak =>
  streak.currentStreak > 0 && day > (streak.lastStudyDate ?? '')
    ? { ...streak, currentStreak: 0, broken: { on: day, days: streak.currentStreak, restartedOn: null } }
    : streak

/** What an answer has done to the freezes of a streak, day by day. */
export function freezesBetween(before: StudyStreak, after: StudyStreak): { kind: 'earned' | 'spent'; date: CalendarDay; days: number }[] {
  if (after === before || after.lastStudyDate === null) return []
  const changes: ReturnType<typeof freezesBetween> = []
  const settled = settledOn(before)
  const spent = settled !== null && after.frozenOn !== before.frozenOn ? daysBetween(settled, after.frozenOn ?? settled) : 0
  for (let day = 1; day <= spent; day++)
    changes.push({ kind: 'spent', date: addDays(settled ?? after.lastStudyDate, day), days: before.currentStreak })
  if (after.freezes > before.freezes - spent) changes.push({ kind: 'earned', date: after.lastStudyDate, days: after.currentStreak })
  return changes
}

/** What a streak is worth today: it lives until a whole day has passed without study that no freeze keeps. */
export function streakToday(
  streak: Omit<StudyStreak, 'longestStreak' | 'broken'>,
  today: CalendarDay,
): Pick<StudyStreak, 'currentStreak' | 'freezes'> {
  const missed = missedBefore(streak, today)
  const lives = streak.currentStreak > 0 && missed <= streak.freezes
  return { currentStreak: lives ? streak.currentStreak : 0, freezes: Math.max(0, streak.freezes - (streak.currentStreak > 0 ? missed : 0)) }
}
