import { Rejection } from '@medicready/domain/rejection'
import type { CountedAttempt } from '../../accounts/attempts.ts'

/**
 * Counts a try at a code before it is looked at. A code that is known, even where it is of no use any more, was no
 * guess.
 */
export async function countingGuess<Answer>(count: () => Promise<CountedAttempt>, look: () => Promise<Answer>): Promise<Answer> {
  const attempt = await count()
  try {
    const answer = await look()
    await attempt.succeeded()
    return answer
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'discountCodeInvalid')) await attempt.succeeded()
    throw error
  }
}
