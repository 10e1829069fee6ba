import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than what is done for any address takes, unless a store is in trouble. */
export const STEP_MILLISECONDS = 100

/**
 * Ends its work at full steps of time, whether it succeeds or not: how much there was to do for an address, such as
 * whether it had to be registered, is not to be seen from outside. No one else waits meanwhile.
 */
export async function atEvenPace<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - start
    await sleep(STEP_MILLISECONDS - (taken % STEP_MILLISECONDS))
  }
}
