import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.ts'

const SHORTEST_PAUSE_MILLISECONDS = 50
const LONGEST_PAUSE_MILLISECONDS = 5_000

/**
 * SQLSTATE classes that speak of the values (22 data exception, 23 constraint violation) or of tables that are not as
 * the writer's code says (42): no repetition will help. A missing table (42P01) may be one that is just being swapped.
 */
export const isAboutTheData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(2[23]|42(?!P01))...$/.test(error.code)

/**
 * Waits before work is repeated: longer after each attempt, counted from 0, with jitter, and no longer than until the
 * signal is aborted.
 */
export async function pauseAfter(attempt: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(SHORTEST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)
  await sleep(pause, undefined, { signal }).catch(() => undefined)
}

/**
 * Repeats work that the outside world did not let through, for ever, with growing pauses and jitter. What speaks of the
 * data is thrown at once, and so is the last error when the signal is aborted. `what` names the work in the log of each
 * failure: 'write the read models'.
 */
export async function persist<Result>(
  work: () => Promise<Result>,
  { signal, logger, what = 'reach the outside world' }: { signal: AbortSignal; logger: Logger; what?: string },
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || isAboutTheData(error)) throw error
      logger.warn({ err: error, attempt }, `could not ${what}, trying again`)
      await pauseAfter(attempt, signal)
    }
  }
}
