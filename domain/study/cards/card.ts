import { addDays, type CalendarDay, daysBetween } from '../../core/shown/calendar.ts'
import { type Grade, gradeOf } from '../grade.ts'
import type { Answer } from '../study-day.ts'
import { defaultModel, type Memory, windowAround } from './memory.ts'

/** SM-2 as published, kept for comparison with FSRS. */
export interface Sm2 {
  readonly easeFactor: number
  readonly repetitionNumber: number
  readonly intervalDays: number
}

export const newSm2: Sm2 = { easeFactor: 2.5, repetitionNumber: 0, intervalDays: 1 }

const LEAST_EASE = 1.3
/** SM-2 quality, 0 to 5; below 3 is forgotten. */
const quality: Readonly<Record<Grade, number>> = { again: 2, hard: 3, good: 4, easy: 5 }

export function sm2After({ easeFactor, repetitionNumber, intervalDays }: Sm2, grade: Grade): Sm2 {
  if (grade === 'again') return { easeFactor, repetitionNumber: 0, intervalDays: 1 }
  const ease = easeAfter(easeFactor, quality[grade])
  const repetition = repetitionNumber + 1
  const interval = repetition === 1 ? 1 : repetition === 2 ? 6 : wholeDays(intervalDays * ease)
  return { easeFactor: ease, repetitionNumber: repetition, intervalDays: interval }
}

/** Rounded to hundredths, so that errors do not accumulate. */
const easeAfter = (ease: number, q: number): number =>
  Math.max(LEAST_EASE, Math.round((ease + 0.1 - (5 - q) * (0.08 + (5 - q) * 0.02)) * 100) / 100)

/** Rounds up, ignoring floating-point error. */
const wholeDays = (days: number): number => Math.min(LONGEST, Math.ceil(Number(days.toFixed(6))))
const LONGEST = 36_500

/** A question as one learner knows it: a fold of their answers, scheduled by FSRS-6; SM-2 is tracked for comparison. */
export interface Card extends Sm2, Memory {
  readonly correctStreak: number
  readonly totalReviews: number
  readonly totalCorrect: number
  readonly lapses: number
  readonly lastReviewDate: CalendarDay
  /** Before the exam date is considered: see `dueOn`. */
  readonly nextReviewDate: CalendarDay
}

/** After this many lapses, another review helps less than a slower look. */
export const LEECH_LAPSES = 8

export interface ReviewResult {
  readonly card: Card
  readonly grade: Grade
  readonly elapsedDays: number | null
  /** Predicted recall, 0 to 1; null for the first answer. */
  readonly recall: number | null
  /** Retention only counts due cards. */
  readonly wasDue: boolean
}

type AnswerToCard = Pick<Answer, 'date' | 'isCorrect' | 'timeSpentSeconds' | 'confidence'>

/** `dueCount`: other cards due on a day. Among equally good days, the least busy one is taken. */
export function review(
  card: Card | null,
  answer: AnswerToCard,
  dueCount: (day: CalendarDay) => number,
  model = defaultModel,
): ReviewResult {
  const grade = gradeOf(answer)
  // Yesterday's question may be answered after one of today.
  const date = card && card.lastReviewDate > answer.date ? card.lastReviewDate : answer.date
  const elapsedDays = card && daysBetween(card.lastReviewDate, date)
  const memory = model.after(card, elapsedDays ?? 0, grade)
  const sm2 = sm2After(card ?? newSm2, grade)
  return {
    // No object spread: a backfill creates one for every answer.
    card: {
      easeFactor: sm2.easeFactor,
      repetitionNumber: sm2.repetitionNumber,
      intervalDays: sm2.intervalDays,
      stability: memory.stability,
      difficulty: memory.difficulty,
      correctStreak: answer.isCorrect ? (card?.correctStreak ?? 0) + 1 : 0,
      totalReviews: (card?.totalReviews ?? 0) + 1,
      totalCorrect: (card?.totalCorrect ?? 0) + (answer.isCorrect ? 1 : 0),
      lapses: (card?.lapses ?? 0) + (isLapse(card, answer) ? 1 : 0),
      lastReviewDate: date,
      nextReviewDate: leastBusyDay(date, model.interval(memory), dueCount),
    },
    grade,
    elapsedDays,
    recall: card && model.recall(card, elapsedDays ?? 0),
    wasDue: card !== null && card.nextReviewDate <= date,
  }
}

const isLapse = (card: Card | null, { isCorrect }: AnswerToCard): boolean => !isCorrect && card !== null && card.totalCorrect > 0

/** Ties go to the day nearest the best, then the earlier one. */
function leastBusyDay(from: CalendarDay, interval: number, dueCount: (day: CalendarDay) => number): CalendarDay {
  const window = windowAround(interval)
  let best = addDays(from, interval)
  if (window.from === window.to) return best
  let fewest = dueCount(best)
  for (let away = 1; away <= Math.max(interval - window.from, window.to - interval); away++)
    for (const days of [interval - away, interval + away]) {
      if (days < window.from || days > window.to) continue
      const day = addDays(from, days)
      const due = dueCount(day)
      if (due < fewest) [best, fewest] = [day, due]
    }
  return best
}

/** 0 to 1. */
export const recallOn = (card: Memory & Pick<Card, 'lastReviewDate'>, day: CalendarDay, model = defaultModel): number =>
  model.recall(card, Math.max(0, daysBetween(card.lastReviewDate, day)))

// Brings cards back before the exam. Applied when read: the exam date is personal and must not affect the fold.

export const SPREAD_DAYS = 14

/** Due on or after the exam: a day in the last third of the time left, by question id. Null: no exam planned. */
export function dueOn(
  { questionId, lastReviewDate, nextReviewDate }: Pick<Card, 'lastReviewDate' | 'nextReviewDate'> & { readonly questionId: string },
  examDate: CalendarDay | null,
): CalendarDay {
  if (examDate === null || examDate <= lastReviewDate || nextReviewDate < examDate) return nextReviewDate
  const left = daysBetween(lastReviewDate, examDate)
  const days = Math.min(SPREAD_DAYS, Math.max(1, Math.floor(left / 3)))
  return addDays(examDate, left > 1 ? -1 - (placeOf(questionId) % days) : 0)
}

/** Whether an exam may make cards due today whose own day has not come. */
export const mayBringForward = (examDate: CalendarDay | null, today: CalendarDay): boolean =>
  examDate !== null && examDate <= addDays(today, SPREAD_DAYS)

/** The last digits of an id are evenly distributed. */
const placeOf = (questionId: string): number => Number.parseInt(questionId.slice(-4), 16)

/** Carries reviews that exceed a day's room over to the following days. */
export function spreadOver(due: readonly number[], room: (index: number) => number): number[] {
  let waiting = 0
  return due.map((count, index) => {
    const done = Math.min(waiting + count, room(index))
    waiting += count - done
    return done
  })
}
