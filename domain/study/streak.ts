import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { addDays, type CalendarDay, daysBetween } from '../core/shown/calendar.ts'
import { MOST_HOURS_UNSENT } from './study-day.ts'

// `streak-<userId>`: breaks and freezes. Answers themselves extend the streak. Every seventh day earns a freeze (at
// most two kept), which covers a missed day without extending the streak.

export const FREEZE_DAYS = 7
export const MOST_FREEZES = 2

/** `date` is in the account's time zone. */
const day = { userId: z.uuid(), date: z.iso.date(), days: z.int().min(1) }

export const streakEvents = defineEvents({
  /** On the first missed day. */
  StreakBroken: eventWith(day),
  StreakFreezeEarned: eventWith({ ...day, days: z.int().min(FREEZE_DAYS) }),
  StreakFreezeSpent: eventWith(day),
})
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
  evolve: evolveBy({
    StreakBroken: (state, { date }) => ({ ...state, brokenOn: date }),
    StreakFreezeEarned: (state, { date }) => ({ ...state, earnedOn: date, freezes: state.freezes + 1 }),
    StreakFreezeSpent: (state, { date }) => ({ ...state, spentOn: date, freezes: state.freezes - 1 }),
  }),
}

const isSettled = ({ brokenOn, spentOn }: StreakState, date: CalendarDay): boolean => (brokenOn ?? '') >= date || (spentOn ?? '') >= date

type StreakDay = StreakEvent['data']

/** Once per date; uses a freeze if one is kept. */
export const missDay =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) => {
    if (isSettled(state, data.date)) return []
    return [{ type: state.freezes > 0 ? 'StreakFreezeSpent' : 'StreakBroken', data }]
  }

/** Once per date; at most two are kept. */
export const earnFreeze =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) =>
    (state.earnedOn ?? '') >= data.date || state.freezes >= MOST_FREEZES ? [] : [{ type: 'StreakFreezeEarned', data }]

/** Once per date. Also records a freeze of a streak that ended before late answers earned enough. */
export const spendFreeze =
  (data: StreakDay): Decide<StreakState, StreakEvent> =>
  (state) =>
    (state.spentOn ?? '') >= data.date || state.freezes === 0 ? [] : [{ type: 'StreakFreezeSpent', data }]

export interface StreakStand {
  readonly currentStreak: number
  readonly longestStreak: number
  readonly lastStudyDate: CalendarDay | null
  readonly freezes: number
  readonly frozenOn: CalendarDay | null
}

/** Recent days may still get late answers: recomputed each time, so that the order of arrival does not matter. */
export interface OpenDays {
  readonly before: StreakStand
  readonly studied: readonly CalendarDay[]
  /** Days with a recorded freeze; a later answer of such a day does not return it. */
  readonly frozen: readonly CalendarDay[]
  readonly brokenOn: CalendarDay | null
}

export interface StudyStreak extends StreakStand {
  readonly open: OpenDays
}

/** Offline answers wait up to three days; midnight rule and travel add up to two. */
export const OPEN_DAYS = Math.ceil(MOST_HOURS_UNSENT / 24) + 2

const nothing: StreakStand = { currentStreak: 0, longestStreak: 0, lastStudyDate: null, freezes: 0, frozenOn: null }
export const noStreak: StudyStreak = { ...nothing, open: { before: nothing, studied: [], frozen: [], brokenOn: null } }

type Settled = Pick<StreakStand, 'lastStudyDate' | 'frozenOn'>

const settledOn = ({ lastStudyDate, frozenOn }: Settled): CalendarDay | null =>
  (frozenOn ?? '') > (lastStudyDate ?? '') ? frozenOn : lastStudyDate

const missedBetween = (settled: CalendarDay | null, day: CalendarDay): number =>
  settled === null ? 0 : Math.max(0, daysBetween(settled, day) - 1)

interface Step {
  readonly stand: StreakStand
  readonly spent: readonly CalendarDay[]
  readonly hasEarned: boolean
}

/** Spends freezes on missed days, even if they are too few to keep the streak. */
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

function streakOf(open: OpenDays): StudyStreak {
  let stand = open.before
  for (const day of open.studied) stand = step(open, stand, day).stand
  const last = stand.lastStudyDate ?? ''
  for (const day of open.frozen) if (day > last) stand = { ...stand, freezes: Math.max(0, stand.freezes - 1), frozenOn: day }
  if ((open.brokenOn ?? '') > last) stand = { ...stand, currentStreak: 0 }
  return { ...stand, open }
}

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

/** Late days may come in any order while they are open; they extend the streak or repair a break. */
export const studiedOn = (streak: StudyStreak, day: CalendarDay): StudyStreak =>
  isKnown(streak.open, day) ? streak : streakOf(closed({ ...streak.open, studied: withDay(streak.open.studied, day) }))

/** An answer that came since has already accounted for it. */
export function frozenOn(streak: StudyStreak, day: CalendarDay): StudyStreak {
  const { open } = streak
  const isReckonedWith = open.frozen.includes(day) || day <= (open.before.lastStudyDate ?? '') || streak.lastStudyDate === null
  return isReckonedWith ? streak : streakOf({ ...open, frozen: withDay(open.frozen, day) })
}

export const brokenOn = (streak: StudyStreak, day: CalendarDay): StudyStreak =>
  streak.lastStudyDate !== null && day > (streak.open.brokenOn ?? '') ? streakOf({ ...streak.open, brokenOn: day }) : streak

export interface FreezeChange {
  readonly kind: 'earned' | 'spent'
  readonly date: CalendarDay
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

/** Freezes earned, spent or refunded by an answer. Earned by a late answer on another day, it is the same freeze. */
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

/** A streak lives until a whole day passes without study or freeze. */
export function streakToday(streak: Omit<StreakStand, 'longestStreak'>, today: CalendarDay) {
  const missed = missedBetween(settledOn(streak), today)
  const lives = streak.currentStreak > 0 && missed <= streak.freezes
  return { currentStreak: lives ? streak.currentStreak : 0, freezes: Math.max(0, streak.freezes - (streak.currentStreak > 0 ? missed : 0)) }
}
