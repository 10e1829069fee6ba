import { useEffect, useEffectEvent, useState } from 'react'
import { clockFace } from '../answering/stopwatch.ts'
import { TimeLeft } from '../answering/time-left.tsx'
import { type Deadline, secondsLeft } from './session-clock.ts'

/** From here on the clock is red, and says so to those who do not see it. */
const SHORT_SECONDS = 10

/** Counts down to the deadline, and says once that it has come. */
export function Countdown({ deadline, onRunOut }: { deadline: Deadline; onRunOut: () => void }) {
  const [left, setLeft] = useState(() => secondsLeft(deadline, Date.now()))
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
