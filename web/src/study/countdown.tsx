import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import { useEffect, useEffectEvent } from 'react'
import { clockFace, TimeLeft, useEverySecond } from '../answering/answer/time-on-screen.tsx'
import { useMoment } from '../api/rendered-at.ts'

/** By this device's clock. */
export interface Deadline {
  readonly endsAt: number
  readonly seconds: number
}

/** Null if nothing is timed. */
export function deadlinesOf(
  { secondsPerQuestion, clockStartedAt, questions }: Pick<StudySession, 'secondsPerQuestion' | 'clockStartedAt' | 'questions'>,
  skew: number,
): ((questionId: string, shownAt: number) => Deadline) | null {
  if (secondsPerQuestion === null) return null
  const open = questions.find(({ isAnswered }) => !isAnswered)
  // Until the server reports when the next question's clock started, the time it was shown counts.
  return (questionId, shownAt) => ({
    endsAt:
      (open?.questionId === questionId && clockStartedAt !== null ? Date.parse(clockStartedAt) - skew : shownAt) +
      secondsPerQuestion * 1_000,
    seconds: secondsPerQuestion,
  })
}

export const secondsLeft = ({ endsAt, seconds }: Deadline, now: number): number =>
  Math.min(seconds, Math.max(0, Math.ceil((endsAt - now) / 1_000)))

/** From here on the clock is red and is announced to screen readers. */
const SHORT_SECONDS = 10

export function Countdown({ deadline, onRunOut }: { deadline: Deadline; onRunOut: () => void }) {
  const rendered = secondsLeft(deadline, useMoment())
  const left = useEverySecond(
    () => secondsLeft(deadline, Date.now()),
    () => rendered,
  )
  const { endsAt } = deadline
  // A changed deadline that is over runs out, too.
  const follow = useEffectEvent((left: number, _endsAt: number) => left === 0 && onRunOut())
  useEffect(() => {
    follow(left, endsAt)
  }, [left, endsAt])
  const isShort = left <= SHORT_SECONDS
  return (
    <>
      <TimeLeft label="Time left for this question" face={clockFace(left)} isShort={isShort} />
      <span role="status" className="sr-only">
        {isShort && left > 0 && `${SHORT_SECONDS} seconds left`}
        {left === 0 && 'Time is up'}
      </span>
    </>
  )
}
