import { z } from 'zod'
import { addDays, type CalendarDay, daysBetween } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { MOST_HOURS_UNSENT } from './given-time.ts'

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

/**
 * Records, once a date, a freeze that a missed day has cost: also one that ended the streak before late answers had
 * earned what keeps it.
 */
export const spendFreeze =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) =>
    (state.spentOn ?? '') >= data.date || state.freezes === 0 ? [] : [{ type: 'StreakFreezeSpent', data }]

/** How a streak stands after some days. */
export interface StreakStand {
  readonly currentStreak: number
  readonly longestStreak: number
  readonly lastStudyDate: CalendarDay | null
  /** How many are kept. */
  readonly freezes: number
  /** The last missed day that a freeze has kept; null where there is none. */
  readonly frozenOn: CalendarDay | null
}

/**
 * The latest days, of which answers may still come that waited to be sent. What they come to is worked out anew with
 * each, so that it makes no difference in which order they came.
 */
export interface OpenDays {
  /** How it stood before them. */
  readonly before: StreakStand
  /** Days of study, in their order. */
  readonly studied: readonly CalendarDay[]
  /** Days on which a freeze was recorded as spent, in their order. An answer of that day brings none back. */
  readonly frozen: readonly CalendarDay[]
  /** The latest day that was recorded as having ended it; null where none was. */
  readonly brokenOn: CalendarDay | null
}

/** A streak, as the days of the answers make it. */
export interface StudyStreak extends StreakStand {
  readonly open: OpenDays
}

/** An answer waits for three days; its day may lie up to two further back, by the rule of midnight and by travel. */
export const OPEN_DAYS = Math.ceil(MOST_HOURS_UNSENT / 24) + 2

const nothing: StreakStand = { currentStreak: 0, longestStreak: 0, lastStudyDate: null, freezes: 0, frozenOn: null }
export const noStreak: StudyStreak = { ...nothing, open: { before: nothing, studied: [], frozen: [], brokenOn: null } }

type Settled = Pick<StreakStand, 'lastStudyDate' | 'frozenOn'>

/** The day up to which it is settled what the streak is. */
const settledOn = ({ lastStudyDate, frozenOn }: Settled): CalendarDay | null =>
  (frozenOn ?? '') > (lastStudyDate ?? '') ? frozenOn : lastStudyDate

/** How many days without study there are between a day that is settled and another. */
const missedBetween = (settled: CalendarDay | null, day: CalendarDay): number =>
  settled === null ? 0 : Math.max(0, daysBetween(settled, day) - 1)

interface Step {
  readonly stand: StreakStand
  /** The missed days before it that cost a freeze. */
  readonly spent: readonly CalendarDay[]
  readonly hasEarned: boolean
}

/**
 * A day of study after the ones before it. What freezes are kept is spent on the days that were missed, even where they
 * are too few to keep the streak.
 */
function step({ frozen }: Pick<OpenDays, 'frozen'>, stand: StreakStand, day: CalendarDay): Step {
  const last = stand.lastStudyDate ?? day
  const missed = missedBetween(stand.lastStudyDate, day)
  const spent = Array.from({ length: Math.min(missed, stand.freezes) }, (_, place) => addDays(last, place + 1))
  const currentStreak = missed <= stand.freezes ? stand.currentStreak + 1 : 1
  const left = Math.max(0, stand.freezes - spent.length - (frozen.includes(day) ? 1 : 0))
  const hasEarned = currentStreak % FREEZE_DAYS === 0 && left < MOST_FREEZES
  return {
    stand: {
      currentStreak,
      longestStreak: Math.max(stand.longestStreak, currentStreak),
      lastStudyDate: day,
      freezes: left + (hasEarned ? 1 : 0),
      frozenOn: spent.at(-1) ?? stand.frozenOn,
    },
    spent,
    hasEarned,
  }
}

/** What the days come to. */
function streakOf(open: OpenDays): StudyStreak {
  let stand = open.before
  for (const day of open.studied) stand = step(open, stand, day).stand
  const last = stand.lastStudyDate ?? ''
  for (const day of open.frozen) if (day > last) stand = { ...stand, freezes: Math.max(0, stand.freezes - 1), frozenOn: day }
  if ((open.brokenOn ?? '') > last) stand = { ...stand, currentStreak: 0 }
  return { ...stand, open }
}

/** Without the days of which no more answers come. */
function closed(open: OpenDays): OpenDays {
  const first = addDays(open.studied.at(-1) ?? '', -OPEN_DAYS)
  const past = open.studied.filter((day) => day < first)
  if (past.length === 0) return open
  let { before } = open
  for (const day of past) before = step(open, before, day).stand
  const isOpen = (day: CalendarDay) => day > (before.lastStudyDate ?? '')
  return { ...open, before, studied: open.studied.filter(isOpen), frozen: open.frozen.filter(isOpen) }
}

const isKnown = ({ before, studied }: OpenDays, day: CalendarDay): boolean => studied.includes(day) || day <= (before.lastStudyDate ?? '')

const withDay = (days: readonly CalendarDay[], day: CalendarDay): readonly CalendarDay[] => [...days, day].sort()

/**
 * A streak after an answer on a day. Days may come in any order for as long as answers may wait to be sent: those that
 * come late lengthen a streak, before its first day too, and mend one that ended for lack of them.
 */
export const studiedOn = (streak: StudyStreak, day: CalendarDay): StudyStreak =>
  isKnown(streak.open, day) ? streak : streakOf(closed({ ...streak.open, studied: withDay(streak.open.studied, day) }))

/** A streak after a freeze was recorded as spent on a day. An answer that came since has reckoned with it already. */
export function frozenOn(streak: StudyStreak, day: CalendarDay): StudyStreak {
  const { open } = streak
  const isReckonedWith = open.frozen.includes(day) || day <= (open.before.lastStudyDate ?? '') || streak.lastStudyDate === null
  return isReckonedWith ? streak : streakOf({ ...open, frozen: withDay(open.frozen, day) })
}

/** A streak after it was recorded as broken on a day. */
export const brokenOn = (streak: StudyStreak, day: CalendarDay): StudyStreak =>
  streak.lastStudyDate !== null && day > (streak.open.brokenOn ?? '') ? streakOf({ ...streak.open, brokenOn: day }) : streak

/** What becomes of a freeze. */
export interface FreezeChange {
  readonly kind: 'earned' | 'spent'
  readonly date: CalendarDay
  /** How many days the streak had come to. */
  readonly days: number
}

function changesIn(open: OpenDays): FreezeChange[] {
  let stand = open.before
  return open.studied.flatMap((day) => {
    const { stand: after, spent, hasEarned } = step(open, stand, day)
    const days = stand.currentStreak
    stand = after
    return [
      ...spent.map((date) => ({ kind: 'spent', date, days }) as const),
      ...(hasEarned ? [{ kind: 'earned', date: day, days: after.currentStreak } as const] : []),
    ]
  })
}

/**
 * What an answer on a day does to the freezes of a streak, day by day; and which missed days cost none after all, as
 * there is an answer now. A freeze that is earned on another day by a late answer is the same one.
 */
export function freezesBy({ open }: StudyStreak, day: CalendarDay): { changes: FreezeChange[]; withdrawn: CalendarDay[] } {
  if (isKnown(open, day)) return { changes: [], withdrawn: [] }
  const [was, is] = [changesIn(open), changesIn({ ...open, studied: withDay(open.studied, day) })]
  const of = (changes: readonly FreezeChange[], kind: FreezeChange['kind']) => changes.filter((change) => change.kind === kind)
  const without = (changes: readonly FreezeChange[], others: readonly FreezeChange[]) =>
    changes.filter(({ date }) => !others.some((other) => other.date === date))
  const earned = of(is, 'earned').length - of(was, 'earned').length
  return {
    changes: [
      ...without(of(is, 'spent'), of(was, 'spent')),
      ...(earned > 0 ? without(of(is, 'earned'), of(was, 'earned')).slice(-earned) : []),
    ],
    withdrawn: without(of(was, 'spent'), of(is, 'spent')).map(({ date }) => date),
  }
}

/** What a streak is worth today: it lives until a whole day has passed without study that no freeze keeps. */
export function streakToday(
  streak: Omit<StreakStand, 'longestStreak'>,
  today: CalendarDay,
): Pick<StreakStand, 'currentStreak' | 'freezes'> {
  const missed = missedBetween(settledOn(streak), today)
  const lives = streak.currentStreak > 0 && missed <= streak.freezes
  return { currentStreak: lives ? streak.currentStreak : 0, freezes: Math.max(0, streak.freezes - (streak.currentStreak > 0 ? missed : 0)) }
}
