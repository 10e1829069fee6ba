import type { Grade } from './grade.ts'

/** SM-2, as its author gave it: kept to compare it with the schedule in use. */
export interface Sm2 {
  readonly easeFactor: number
  /** Right answers in a row. */
  readonly repetitionNumber: number
  readonly intervalDays: number
}

export const newSm2: Sm2 = { easeFactor: 2.5, repetitionNumber: 0, intervalDays: 1 }

const LEAST_EASE = 1.3
/** Its scale from 0 to 5; what is below 3 was not known. */
const quality: Readonly<Record<Grade, number>> = { again: 2, hard: 3, good: 4, easy: 5 }

/** What is not known starts again and keeps its ease. */
export function sm2After({ easeFactor, repetitionNumber, intervalDays }: Sm2, grade: Grade): Sm2 {
  if (grade === 'again') return { easeFactor, repetitionNumber: 0, intervalDays: 1 }
  const ease = easeAfter(easeFactor, quality[grade])
  const repetition = repetitionNumber + 1
  const interval = repetition === 1 ? 1 : repetition === 2 ? 6 : wholeDays(intervalDays * ease)
  return { easeFactor: ease, repetitionNumber: repetition, intervalDays: interval }
}

/** Steps are hundredths: rounded, so that no error gathers. */
const easeAfter = (ease: number, q: number): number =>
  Math.max(LEAST_EASE, Math.round((ease + 0.1 - (5 - q) * (0.08 + (5 - q) * 0.02)) * 100) / 100)

/** Up to the next whole day, past the last digits of a float. Longer intervals than a lifetime are not needed. */
const wholeDays = (days: number): number => Math.min(LONGEST, Math.ceil(Number(days.toFixed(6))))
const LONGEST = 36_500
