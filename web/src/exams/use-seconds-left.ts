import { useEffect, useState } from 'react'
import { useMoment } from '../api/rendered-at.ts'
import { secondsLeft } from './exam-clock.ts'

/** The seconds until a moment by this device's clock, as they go. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(useMoment())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const ticks = setInterval(tick, 250)
    tick()
    return () => clearInterval(ticks)
  }, [])
  return secondsLeft(endsAt, now)
}
