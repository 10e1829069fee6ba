import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clockFace, createStopwatch, type Stopwatch } from './stopwatch.ts'

/** Counts the time that the screen is in sight: it pauses while the tab is hidden, and stops when `running` ends. */
export function useTimeOnScreen(running: boolean): Stopwatch {
  const [stopwatch] = useState(() => createStopwatch(() => performance.now()))
  useEffect(() => {
    if (!running) return
    const follow = () => (document.visibilityState === 'visible' ? stopwatch.run() : stopwatch.pause())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stopwatch.pause()
    }
  }, [running, stopwatch])
  return stopwatch
}

/** The time so far. It is not read out by itself. */
export function ElapsedTime({ stopwatch }: { stopwatch: Stopwatch }) {
  const [seconds, setSeconds] = useState(() => stopwatch.seconds())
  useEffect(() => {
    const tick = setInterval(() => setSeconds(stopwatch.seconds()), 250)
    return () => clearInterval(tick)
  }, [stopwatch])
  return (
    <span role="timer" aria-label="Time on this question" className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums">
      <Timer aria-hidden className="size-4" />
      {clockFace(seconds)}
    </span>
  )
}
