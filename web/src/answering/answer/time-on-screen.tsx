import { Timer } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { classList } from '../../ui/class-list.ts'

export interface Stopwatch {
  run(): void
  pause(): void
  seconds(): number
}

export function createStopwatch(now: () => number): Stopwatch {
  let counted = 0
  let runningSince: number | undefined
  return {
    run: () => {
      runningSince ??= now()
    },
    pause: () => {
      if (runningSince !== undefined) counted += now() - runningSince
      runningSince = undefined
    },
    seconds: () => Math.floor((counted + (runningSince === undefined ? 0 : now() - runningSince)) / 1000),
  }
}

export function clockFace(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Pauses while the tab is hidden, and stops when `running` ends. */
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

const subscribeToTicks = (listener: () => void) => {
  const ticks = setInterval(listener, 250)
  return () => clearInterval(ticks)
}

/** `rendered` is for the server, whose clock is another. */
export const useEverySecond = (seconds: () => number, rendered = seconds): number =>
  useSyncExternalStore(subscribeToTicks, seconds, rendered)

/** Not read out by itself. */
export function ElapsedTime({ stopwatch }: { stopwatch: Stopwatch }) {
  const seconds = useEverySecond(stopwatch.seconds)
  return (
    <span role="timer" aria-label="Time on this question" className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums">
      <Timer aria-hidden className="size-4" />
      {clockFace(seconds)}
    </span>
  )
}

export const TimeLeft = ({ label, face, isShort }: { label: string; face: string; isShort: boolean }) => (
  <span
    role="timer"
    aria-label={label}
    className={classList(
      'inline-flex items-center gap-1.5 rounded-pill px-2 text-sm font-semibold tabular-nums',
      isShort ? 'bg-bad-soft text-bad' : 'text-ink',
    )}
  >
    <Timer aria-hidden className="size-4" />
    {face}
  </span>
)
