import type { StudySession } from '@medicready/domain/contract/study/study-sessions'

/** When the time for a question is over, by this device's clock. */
export interface Deadline {
  readonly endsAt: number
  readonly seconds: number
}

/** The deadlines of a session as it was read; null where nothing counts down. */
export function deadlinesOf(
  { secondsPerQuestion, clockStartedAt, questions }: Pick<StudySession, 'secondsPerQuestion' | 'clockStartedAt' | 'questions'>,
  skew: number,
): ((questionId: string, shownAt: number) => Deadline) | null {
  if (secondsPerQuestion === null) return null
  const open = questions.find(({ isAnswered }) => !isAnswered)
  // Until the server has said when the clock of the next question began, it began when the question was shown.
  return (questionId, shownAt) => ({
    endsAt:
      (open?.questionId === questionId && clockStartedAt !== null ? Date.parse(clockStartedAt) - skew : shownAt) +
      secondsPerQuestion * 1_000,
    seconds: secondsPerQuestion,
  })
}

/** Whole seconds that are left: those that have begun count. */
export const secondsLeft = ({ endsAt, seconds }: Deadline, now: number): number =>
  Math.min(seconds, Math.max(0, Math.ceil((endsAt - now) / 1_000)))
