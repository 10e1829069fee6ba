import { addDays, type CalendarDay, daysBetween } from '../../calendar.ts'
import type { Answer } from '../study-day.ts'
import { type Grade, gradeOf } from './grade.ts'
import { defaultModel, type Memory, type MemoryModel, windowAround } from './memory.ts'
import { newSm2, type Sm2, sm2After } from './sm2.ts'

/**
 * A card is a question as one learner knows it: a fold of their answers. FSRS-6 says when it comes back; SM-2 goes
 * along.
 */
export interface Card extends Sm2, Memory {
  /** Right answers in a row. */
  readonly correctStreak: number
  readonly totalReviews: number
  readonly totalCorrect: number
  /** How often it was missed after it had been known. */
  readonly lapses: number
  readonly lastReviewDate: CalendarDay
  /** As FSRS-6 has it, before the date of an exam is looked at: see `dueOn`. */
  readonly nextReviewDate: CalendarDay
}

/** So many lapses make a leech: one more review helps less than a slower look. */
export const LEECH_LAPSES = 8

/** What a review found, beside what it made of the card. */
export interface Reviewed {
  readonly card: Card
  readonly grade: Grade
  /** Whole days since the review before; null for the first answer. */
  readonly elapsedDays: number | null
  /** How likely the question was to be known, 0 to 1; null for the first answer. */
  readonly recall: number | null
  /** Whether the card was due: what retention is told from. */
  readonly wasDue: boolean
}

type AnswerToCard = Pick<Answer, 'date' | 'isCorrect' | 'timeSpentSeconds' | 'confidence'>

/**
 * The card after an answer. `dueCount` says how many of the learner's other cards are due on a day: of the days that
 * are as good as the best one, the one with the fewest is taken, so that no day grows long.
 */
export function review(
  card: Card | null,
  answer: AnswerToCard,
  dueCount: (day: CalendarDay) => number,
  model: MemoryModel = defaultModel,
): Reviewed {
  const grade = gradeOf(answer)
  // An answer to a question of yesterday may come after one of today.
  const date = card && card.lastReviewDate > answer.date ? card.lastReviewDate : answer.date
  const elapsedDays = card && daysBetween(card.lastReviewDate, date)
  const memory = model.after(card, elapsedDays ?? 0, grade)
  const sm2 = sm2After(card ?? newSm2, grade)
  return {
    // Spelled out: a backfill makes one for each answer there ever was, and spreading objects would cost it dearly.
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

/** The nearest to the best day among those with the fewest due; the earlier one of two as near. */
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

/** How likely the question is to be known on a day, 0 to 1. */
export const recallOn = (
  card: Pick<Card, 'stability' | 'difficulty' | 'lastReviewDate'>,
  day: CalendarDay,
  model: MemoryModel = defaultModel,
): number => model.recall(card, Math.max(0, daysBetween(card.lastReviewDate, day)))
