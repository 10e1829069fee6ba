import { addDays, type CalendarDay, daysBetween, weekOf } from '../../core/shown/calendar.ts'
import type { QuestionContent } from '../../questions/content/content.ts'
import { textsOf } from '../../questions/content/item.ts'
import type { ModuleName } from '../../questions/shown/modules.ts'
import { noStreak, type StudyStreak, studiedOn } from '../streak.ts'
import {
  type AccuracyMeasure,
  accuracies,
  MASTERY,
  type Measure,
  type Measures,
  masteryIn,
  WINDOW_LENGTHS,
  type Window,
  windowOf,
} from './measures.ts'

/** Fastest plausible reading speed. */
const WORDS_A_SECOND = 5
const SHORTEST_SECONDS = 10

export function readingSeconds({ scenario, stem, item }: Pick<QuestionContent, 'scenario' | 'stem' | 'item'>): number {
  const texts = [scenario?.patient ?? '', stem, ...textsOf(item)]
  const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  return Math.max(SHORTEST_SECONDS, Math.ceil(words / WORDS_A_SECOND))
}

/** Incremental state per learner, small enough to keep for everyone. Answers come in log order. */
export interface Tallies {
  readonly measures: Measures
  readonly lengths: Readonly<Partial<Record<Window, number>>>
  readonly streak: StudyStreak
  /** Monday of the latest week with a study day. */
  readonly week: CalendarDay | null
  /** Study days of that week and the previous one, whose late answers may still come: bit 0 is Monday. */
  readonly weekDays: number
  readonly formerWeekDays: number
  /** `1` for a right answer, latest last. */
  readonly fresh: string
  readonly hard: string
  readonly scored: string
}

export const noTallies: Tallies = {
  measures: {},
  lengths: {},
  streak: noStreak,
  week: null,
  weekDays: 0,
  formerWeekDays: 0,
  fresh: '',
  hard: '',
  scored: '',
}

const GOOD_WEEK_DAYS = 5
/** After this many days without an answer, a question is fresh again. */
export const FRESH_AFTER_DAYS = 7
export const QUICK_SECONDS = 45
/** Quick answers count only at this recent accuracy. */
const PACE = { right: 12, of: 20 } as const

const reachedIn = (measures: Measures, measure: Measure): number => measures[measure] ?? 0
const withBest = (measures: Measures, measure: Measure, value: number): Measures =>
  value > reachedIn(measures, measure) ? { ...measures, [measure]: value } : measures
const withOneMore = (measures: Measures, measure: Measure): Measures => ({ ...measures, [measure]: reachedIn(measures, measure) + 1 })

export function afterStudyOn(tallies: Tallies, day: CalendarDay): Tallies {
  const streak = studiedOn(tallies.streak, day)
  const { weeks, isGoodNow } = weeksWith(tallies, day)
  // Fast path: most answers are not the first of their day.
  if (streak === tallies.streak && weeks === tallies) return tallies
  const { week, weekDays, formerWeekDays } = weeks
  const measures = withBest(tallies.measures, 'longestStreak', streak.longestStreak)
  return { ...tallies, streak, week, weekDays, formerWeekDays, measures: isGoodNow ? withOneMore(measures, 'goodWeeks') : measures }
}

type Weeks = Pick<Tallies, 'week' | 'weekDays' | 'formerWeekDays'>
const WEEK = 7

/** Also counts a late answer of the previous week; later ones do not come. */
function weeksWith(before: Weeks, day: CalendarDay): { readonly weeks: Weeks; readonly isGoodNow: boolean } {
  const week = weekOf(day)
  const ahead = before.week === null ? Number.POSITIVE_INFINITY : daysBetween(before.week, week) / WEEK
  const weeks = ahead <= 0 ? before : { week, weekDays: 0, formerWeekDays: ahead === 1 ? before.weekDays : 0 }
  const which = ahead < 0 ? 'formerWeekDays' : 'weekDays'
  const days = weeks[which] | (1 << daysBetween(week, day))
  if (ahead < -1 || days === weeks[which]) return { weeks, isGoodNow: false }
  return { weeks: { ...weeks, [which]: days }, isGoodNow: bits(days) === GOOD_WEEK_DAYS && bits(weeks[which]) < GOOD_WEEK_DAYS }
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1
  return count
}

export interface TalliedAnswer {
  readonly module: ModuleName
  /** False when time ran out. */
  readonly isChosen: boolean
  readonly isScored: boolean
  readonly isCorrect: boolean
  readonly date: CalendarDay
  readonly timeSpentSeconds: number
  readonly answeredBefore: CalendarDay | null
  readonly question: PacedQuestion | null
}

export interface PacedQuestion {
  readonly isHard: boolean
  readonly readingSeconds: number
}

export const isFresh = ({ isScored, answeredBefore, date }: Pick<TalliedAnswer, 'isScored' | 'answeredBefore' | 'date'>): boolean =>
  isScored && (answeredBefore === null || addDays(answeredBefore, FRESH_AFTER_DAYS) < date)

/** `recent`: the module's latest fresh answers; the result contains the new one. */
export function afterAnswer(
  tallies: Tallies,
  recent: string,
  answer: TalliedAnswer,
): { readonly tallies: Tallies; readonly recent: string } {
  const mark = answer.isCorrect ? '1' : '0'
  let measures = answer.isChosen ? withOneMore(tallies.measures, 'answered') : tallies.measures
  if (!answer.isScored) return { tallies: { ...tallies, measures }, recent }
  if (isQuick(answer) && rightIn(tallies.scored, PACE.of) >= PACE.right) measures = withOneMore(measures, 'quick')
  const scored = latest(tallies.scored + mark, PACE.of)
  if (!isFresh(answer)) return { tallies: { ...tallies, measures, scored }, recent }

  const module = windowOf[answer.module]
  const fresh = latest(tallies.fresh + mark, WINDOW_LENGTHS.fresh)
  const hard = answer.question?.isHard ? latest(tallies.hard + mark, WINDOW_LENGTHS.hard) : tallies.hard
  const ofModule = latest(recent + mark, WINDOW_LENGTHS.module)
  const lengths = withLength(withLength(withLength(tallies.lengths, 'fresh', fresh), 'hard', hard), module, ofModule)
  measures = withAccuracy(measures, 'rightOf50', fresh)
  measures = withAccuracy(measures, 'rightOf100', fresh)
  measures = withAccuracy(measures, 'rightOfHard200', hard)
  measures = withAccuracy(measures, 'rightOfHard300', hard)
  measures = withAccuracy(measures, masteryIn[module], ofModule)
  return { tallies: { ...tallies, measures, lengths, scored, fresh, hard }, recent: ofModule }
}

const withLength = (lengths: Tallies['lengths'], window: Window, { length }: string): Tallies['lengths'] =>
  lengths[window] === length ? lengths : { ...lengths, [window]: length }

const latest = (marks: string, length: number): string => marks.slice(-length)

function rightIn(marks: string, of: number): number {
  let right = 0
  for (let index = Math.max(0, marks.length - of); index < marks.length; index++) if (marks[index] === '1') right += 1
  return right
}

function withAccuracy(measures: Measures, measure: AccuracyMeasure, marks: string): Measures {
  const accuracy = accuracies[measure]
  if (marks.length < accuracy.of) return measures
  const right = rightIn(marks, accuracy.of)
  if (accuracy.in === 'percent') return withBest(measures, measure, Math.floor((100 * right) / accuracy.of))
  const isMasteredNow = right >= MASTERY && reachedIn(measures, measure) < MASTERY
  return withBest(isMasteredNow ? withOneMore(measures, 'masteredModules') : measures, measure, right)
}

const isQuick = ({ isCorrect, answeredBefore, question, timeSpentSeconds }: TalliedAnswer): boolean =>
  isCorrect &&
  answeredBefore === null &&
  question !== null &&
  timeSpentSeconds >= question.readingSeconds &&
  timeSpentSeconds <= QUICK_SECONDS

export interface FinishedSession {
  readonly totalQuestions: number
  readonly answered: number
  readonly scored: number
  readonly correct: number
  readonly fresh: number
}

export function afterSession(tallies: Tallies, { totalQuestions, answered, scored, correct, fresh }: FinishedSession): Tallies {
  if (answered < totalQuestions || correct < scored) return tallies
  let measures = withBest(tallies.measures, 'longestPerfect', fresh)
  if (fresh >= 5) measures = withOneMore(measures, 'perfectOf5')
  if (fresh >= 10) measures = withOneMore(measures, 'perfectOf10')
  return { ...tallies, measures }
}
