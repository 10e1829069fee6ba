import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreUnavailable } from './event-store/failures.ts'
import type { Logger } from './logger.ts'
import { isPostgresUnavailable } from './postgres/connection.ts'

/** An external system does not answer; retrying later may help. */
export class Unavailable extends Error {}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof EventStoreUnavailable || isPostgresUnavailable(error)

const SHORTEST_PAUSE_MILLISECONDS = 50
const LONGEST_PAUSE_MILLISECONDS = 5_000

/** Classes 22, 23 and 42 concern the data or the code; a missing table (42P01) may be in the middle of a swap. */
export const isAboutTheData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(2[23]|42(?!P01))...$/.test(error.code)

/** `attempt` counts from 0. Exponential with jitter, ends early when aborted. */
export async function pauseAfter(attempt: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(SHORTEST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)
  await sleep(pause, undefined, { signal }).catch(() => undefined)
}

/** Retries forever with growing pauses. Errors about the data are thrown, and the last one when aborted. */
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

/** Like Promise.all, but waits for all even if one fails, so that none still runs during a retry. */
export async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
