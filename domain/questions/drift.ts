export const SETTLED_ANSWERS = 50
export const SETTLED_STANDARD_ERROR = 0.35

export const isSettled = ({ answers, standardError }: { readonly answers: number; readonly standardError: number }): boolean =>
  answers >= SETTLED_ANSWERS && standardError <= SETTLED_STANDARD_ERROR

interface Estimate {
  readonly difficulty: number
  readonly standardError: number
}

export interface Drift {
  readonly since: number
  readonly z: number
}

/** With hundreds of items looked at every night, one is beyond 2 by chance. */
const CHANGED_Z = 3.3
/** Smaller changes do not matter, however significant. */
const CHANGED_LOGITS = 0.5

/** The later estimate contains the earlier data, so variances subtract (Hausman, Econometrica 46, 1978). */
export function driftOf(earlier: Estimate, later: Estimate): Drift | null {
  const [before, now] = [earlier.standardError ** 2, later.standardError ** 2]
  if (now > 0.9 * before) return null
  const since = (later.difficulty / now - earlier.difficulty / before) / (1 / now - 1 / before)
  return { since, z: (later.difficulty - earlier.difficulty) / Math.sqrt(before - now) }
}

export const hasDrifted = (earlier: Estimate, drift: Drift): boolean =>
  Math.abs(drift.z) > CHANGED_Z && Math.abs(drift.since - earlier.difficulty) >= CHANGED_LOGITS
