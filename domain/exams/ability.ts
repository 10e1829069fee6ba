// Expected a posteriori (EAP) ability on a fixed grid with a N(0, 1) prior (Bock & Mislevy, Applied Psychological
// Measurement 6, 1982). Model: Birnbaum's 2PL, P(right) = 1 / (1 + e^(−a(θ − b))); an item adds a precomputed row of
// log(1 + e^(a(θ − b))).

// ±5 logits in steps of 1/6: finer than the standard deviation of a 150-item exam, so sums are as good as integrals.
const STEPS_A_LOGIT = 6
const FARTHEST = 5
export const ABILITY_POINTS = 2 * FARTHEST * STEPS_A_LOGIT + 1
const abilities = Float64Array.from({ length: ABILITY_POINTS }, (_, point) => point / STEPS_A_LOGIT - FARTHEST)

export const probabilityRight = (ability: number, difficulty: number, discrimination: number): number =>
  1 / (1 + Math.exp(discrimination * (difficulty - ability)))

/** Fisher information, a²P(1 − P). */
export function informationAt(ability: number, difficulty: number, discrimination: number): number {
  const right = probabilityRight(ability, difficulty, discrimination)
  return discrimination * discrimination * right * (1 - right)
}

/** log(1 + e^(a(θ − b))) at each grid point, written from index `from`. */
export function fillRow(rows: Float64Array, from: number, difficulty: number, discrimination: number): void {
  for (let point = 0; point < ABILITY_POINTS; point++)
    rows[from + point] = Math.log1p(Math.exp(discrimination * ((abilities[point] ?? 0) - difficulty)))
}

/** Reused between exams so that measuring allocates nothing. */
export class Posterior {
  readonly #values = new Float64Array(ABILITY_POINTS)
  ability = 0
  standardError = 1

  /** From the first `count` items, with rows at `starts`; `right` sums the discriminations of right answers. */
  measure(rows: Float64Array, starts: Int32Array, count: number, right: number): void {
    this.#addUp(rows, starts, count)
    const values = this.#values
    let highest = Number.NEGATIVE_INFINITY
    for (let point = 0; point < ABILITY_POINTS; point++) {
      const ability = abilities[point] ?? 0
      const value = ability * (right - ability / 2) - (values[point] ?? 0)
      values[point] = value
      if (value > highest) highest = value
    }
    let whole = 0
    let first = 0
    let second = 0
    for (let point = 0; point < ABILITY_POINTS; point++) {
      const weight = Math.exp((values[point] ?? 0) - highest)
      const ability = abilities[point] ?? 0
      whole += weight
      first += weight * ability
      second += weight * ability * ability
    }
    const mean = first / whole
    this.ability = sixDecimals(mean)
    this.standardError = sixDecimals(Math.sqrt(Math.max(0, second / whole - mean * mean)))
  }

  /** Four rows at a time: 1.5 times as fast as one. */
  #addUp(rows: Float64Array, starts: Int32Array, count: number): void {
    const values = this.#values
    values.fill(0)
    let item = 0
    for (; item + 4 <= count; item += 4) {
      const one = starts[item] ?? 0
      const two = starts[item + 1] ?? 0
      const three = starts[item + 2] ?? 0
      const four = starts[item + 3] ?? 0
      for (let point = 0; point < ABILITY_POINTS; point++)
        values[point] =
          (values[point] ?? 0) +
          (rows[one + point] ?? 0) +
          (rows[two + point] ?? 0) +
          (rows[three + point] ?? 0) +
          (rows[four + point] ?? 0)
    }
    for (; item < count; item++) {
      const start = starts[item] ?? 0
      for (let point = 0; point < ABILITY_POINTS; point++) values[point] = (values[point] ?? 0) + (rows[start + point] ?? 0)
    }
  }
}

/** For facts: the same on every machine. Avoids −0, which JSON does not keep. */
export const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
