/**
 * How able an examinee is, from right and wrong answers: the mean of the posterior distribution (EAP) and its standard
 * deviation, on a fixed grid of abilities with a N(0, 1) prior (R. D. Bock, R. J. Mislevy, "Adaptive EAP estimation of
 * ability in a microcomputer environment", Applied Psychological Measurement 6, 1982).
 *
 * The model is A. Birnbaum's of two parameters, which is Rasch's where the discrimination a is 1: an item of difficulty
 * b is answered right with the probability 1 / (1 + e^(−a(θ − b))). The logarithm of the likelihood of answers x is
 * then θ·Σax − Σ log(1 + e^(a(θ − b))) and a term without θ. So an item adds a row of numbers that is known beforehand,
 * and the right ones add up to a single number.
 */

/**
 * The grid, ±5 by a sixth: finer than the standard deviation of any exam of 150 items, so that its sums are as good as
 * integrals.
 */
const STEPS_A_LOGIT = 6
const FARTHEST = 5
export const ABILITY_POINTS = 2 * FARTHEST * STEPS_A_LOGIT + 1
const abilities = Float64Array.from({ length: ABILITY_POINTS }, (_, point) => point / STEPS_A_LOGIT - FARTHEST)

export const probabilityRight = (ability: number, difficulty: number, discrimination: number): number =>
  1 / (1 + Math.exp(discrimination * (difficulty - ability)))

/** By how much an answer narrows an ability down: Fisher's information, a²P(1 − P). */
export function informationAt(ability: number, difficulty: number, discrimination: number): number {
  const right = probabilityRight(ability, difficulty, discrimination)
  return discrimination * discrimination * right * (1 - right)
}

/** The row of an item: log(1 + e^(a(θ − b))) at each point of the grid, from a place of `rows` on. */
export function fillRow(rows: Float64Array, from: number, difficulty: number, discrimination: number): void {
  for (let point = 0; point < ABILITY_POINTS; point++)
    rows[from + point] = Math.log1p(Math.exp(discrimination * ((abilities[point] ?? 0) - difficulty)))
}

/** What answers have said of an ability so far. */
export class Posterior {
  /** At each point, of the sum over the answered items. */
  readonly #sums = new Float64Array(ABILITY_POINTS)
  #right = 0
  ability = 0
  standardError = 1

  reset(): void {
    this.#sums.fill(0)
    this.#right = 0
  }

  /** Takes in the answer to the item whose row begins at a place. */
  add(rows: Float64Array, from: number, discrimination: number, isRight: boolean): void {
    const sums = this.#sums
    for (let point = 0; point < ABILITY_POINTS; point++) sums[point] = (sums[point] ?? 0) + (rows[from + point] ?? 0)
    if (isRight) this.#right += discrimination
  }

  /** Finds `ability` and `standardError`. */
  estimate(): void {
    const sums = this.#sums
    let highest = Number.NEGATIVE_INFINITY
    for (let point = 0; point < ABILITY_POINTS; point++) highest = Math.max(highest, this.#logAt(sums, point))
    let whole = 0
    let first = 0
    let second = 0
    for (let point = 0; point < ABILITY_POINTS; point++) {
      const weight = Math.exp(this.#logAt(sums, point) - highest)
      const ability = abilities[point] ?? 0
      whole += weight
      first += weight * ability
      second += weight * ability * ability
    }
    const mean = first / whole
    this.ability = sixDecimals(mean)
    this.standardError = sixDecimals(Math.sqrt(Math.max(0, second / whole - mean * mean)))
  }

  #logAt(sums: Float64Array, point: number): number {
    const ability = abilities[point] ?? 0
    return ability * (this.#right - ability / 2) - (sums[point] ?? 0)
  }
}

/** As numbers stand in facts: the same on every machine. Never −0, which JSON does not keep. */
export const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
