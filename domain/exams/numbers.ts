/** Indexed reads that are known to be in bounds. */
export type Numbers = Float64Array | Int32Array | Uint8Array

export const at = (numbers: Numbers, place: number): number => numbers[place] ?? 0

export const add = (numbers: Numbers, place: number, amount: number): void => {
  numbers[place] = (numbers[place] ?? 0) + amount
}

/** Parallel arrays: the same index is the same answer. */
export interface FirstAnswers {
  readonly learners: Int32Array
  readonly items: Int32Array
  readonly right: Uint8Array
  /** 1 if it counts for the learner. */
  readonly scored: Uint8Array
}
