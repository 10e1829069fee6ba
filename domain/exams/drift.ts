/** So many first answers tell how hard an item is. */
export const SETTLED_ANSWERS = 50
export const SETTLED_STANDARD_ERROR = 0.35

/** Whether an item is known so well that it can be promoted, and that later calibrations are compared with it. */
export const isSettled = ({ answers, standardError }: { readonly answers: number; readonly standardError: number }): boolean =>
  answers >= SETTLED_ANSWERS && standardError <= SETTLED_STANDARD_ERROR

interface Estimate {
  readonly difficulty: number
  readonly standardError: number
}

export interface Drift {
  /** The difficulty that the answers since the earlier calibration tell by themselves. */
  readonly since: number
  /** How many standard errors it is away from the earlier one. */
  readonly z: number
}

/** Beyond this an item has changed: looked at each night, one of hundreds is beyond 2 by chance. */
const CHANGED_Z = 3.3
/** Below this a change is of no account, however sure it is. */
const CHANGED_LOGITS = 0.5

/**
 * How an item's difficulty has moved. The later estimate rests on all that the earlier one rests on: the variance of
 * the difference is the difference of the variances (Hausman, Econometrica 46, 1978). Null while next to nothing has
 * come in since.
 */
export function driftOf(earlier: Estimate, later: Estimate): Drift | null {
  const [before, now] = [earlier.standardError ** 2, later.standardError ** 2]
  if (now > 0.9 * before) return null
  const since = (later.difficulty / now - earlier.difficulty / before) / (1 / now - 1 / before)
  return { since, z: (later.difficulty - earlier.difficulty) / Math.sqrt(before - now) }
}

export const hasDrifted = (earlier: Estimate, drift: Drift): boolean =>
  Math.abs(drift.z) > CHANGED_Z && Math.abs(drift.since - earlier.difficulty) >= CHANGED_LOGITS
