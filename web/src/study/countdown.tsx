import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import { useEffect, useEffectEvent, useState } from 'react'
import { clockFace, TimeLeft } from '../answering/time-on-screen.tsx'
import { useMoment } from '../api/rendered-at.ts'

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

/** From here on the clock is red, and says so to those who do not see it. */
const SHORT_SECONDS = 10

/** Counts down to the deadline, and says once that it has come. */
export function Countdown({ deadline, onRunOut }: { deadline: Deadline; onRunOut: () => void }) {
  const [left, setLeft] = useState(secondsLeft(deadline, useMoment()))
  const runOut = useEffectEvent(onRunOut)
  const { endsAt, seconds } = deadline
  useEffect(() => {
    const tick = () => {
      const now = secondsLeft({ endsAt, seconds }, Date.now())
      setLeft(now)
      if (now > 0) return
      clearInterval(ticks)
      runOut()
    }
    const ticks = setInterval(tick, 250)
    tick()
    return () => clearInterval(ticks)
  }, [endsAt, seconds])
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
