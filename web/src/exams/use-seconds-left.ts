import { useEffect, useState } from 'react'
import { secondsLeft } from './exam-clock.ts'

/** The seconds until a moment by this device's clock, as they go. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const ticks = setInterval(tick, 250)
    tick()
    return () => clearInterval(ticks)
  }, [])
  return secondsLeft(endsAt, now)
}
