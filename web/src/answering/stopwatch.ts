/** Counts the time during which it ran. */
export interface Stopwatch {
  run(): void
  pause(): void
  /** Whole seconds so far. */
  seconds(): number
}

/** A stopwatch over a clock in milliseconds. Running or pausing twice changes nothing. */
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

/** Seconds as people read them: 0:07, 1:30, 1:00:05. */
export function clockFace(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
