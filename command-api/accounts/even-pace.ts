import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes for any address, unless a store is slow. */
export const STEP_MILLISECONDS = 100

/** Ends its work at full steps of time, so that its duration does not tell what had to be done for an address. */
export async function atEvenPace<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - start
    await sleep(STEP_MILLISECONDS - (taken % STEP_MILLISECONDS))
  }
}
