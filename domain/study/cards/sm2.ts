import type { Grade } from '../grade.ts'

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
