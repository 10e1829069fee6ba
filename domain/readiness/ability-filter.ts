import { type CalendarDay, daysBetween } from '../core/shown/calendar.ts'
import { add, at } from '../exams/numbers.ts'
import { defaultModel } from '../study/cards/memory.ts'

// Loss of ability without practice: none for a week, then the FSRS-6 curve with 90% left after a month and about two
// thirds to three quarters after a year, as in studies of medical students (Custers, Advances in Health Sciences
// Education 15, 2010). Converted to logits for a learner with 70% right, a quarter of unknowns guessed.

/** Days without loss. */
const PRACTISED_FOR = 7
/** Days after which nine tenths are still known. */
const STABILITY = 30
const RIGHT = 0.7
const GUESSED = 0.25

const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** Logits lost after whole days without practice. */
export function fallAfter(days: number): number {
  if (days <= PRACTISED_FOR) return 0
  const stillKnown = defaultModel.recall({ stability: STABILITY }, days - PRACTISED_FOR)
  return logit(RIGHT) - logit(GUESSED + (RIGHT - GUESSED) * stillKnown)
}

// A learner's ability by category and day: a general part plus one per category, jointly normal. Daily drift makes
// recent answers count more; unpracticed categories fade by `fallAfter`. Each day's answers are taken in by Laplace
// approximation (Rasmussen & Williams, "Gaussian Processes for Machine Learning", 2006, algorithm 3.1). Drift is per
// category: common drift could let a right answer lower the chance.

/** Prior standard deviations in logits; the general one is the exam's prior. */
const GENERAL_SPREAD = 1
const OWN_SPREAD = 0.4
/** Standard deviation per day and category: a logit in two hundred days. */
const DAILY_DRIFT = 0.07

/** Logits; limits the first steps so that they do not overshoot. */
const LONGEST_STEP = 1
const MOST_STEPS = 50
/** Logits. Newton steps converge quadratically. */
const CONVERGED = 1e-6

export interface CategoryAnswer {
  /** Index of its category. */
  readonly category: number
  readonly isCorrect: boolean
  /** Rasch difficulty in logits. */
  readonly difficulty: number
  /** Of the difficulty. */
  readonly standardError: number
}

/** Reused buffers, named as in the book: W, W½, L, and vectors. */
function scratchFor(size: number) {
  const [list, square] = [() => new Float64Array(size), () => new Float64Array(size * size)]
  return { before: list(), slope: list(), bend: list(), root: list(), lower: square(), pull: list(), solved: list(), wide: square() }
}

export class AbilityFilter {
  readonly #size: number
  readonly mean: Float64Array
  /** Row by row. */
  readonly covariance: Float64Array
  readonly faded: Float64Array
  readonly answers: Int32Array
  readonly lastAnswered: (CalendarDay | null)[]
  #day: CalendarDay | null = null
  readonly #scratch: ReturnType<typeof scratchFor>

  constructor(categories: number) {
    this.#size = categories
    this.mean = new Float64Array(categories)
    this.covariance = new Float64Array(categories ** 2).fill(GENERAL_SPREAD ** 2)
    this.faded = new Float64Array(categories)
    this.answers = new Int32Array(categories)
    this.lastAnswered = Array.from({ length: categories }, () => null)
    this.#scratch = scratchFor(categories)
    this.#widen(OWN_SPREAD ** 2)
  }

  #widen(variance: number): void {
    for (let category = 0; category < this.#size; category++) add(this.covariance, category * this.#size + category, variance)
  }

  /** An earlier day counts as the latest one. */
  goOnTo(day: CalendarDay): void {
    const before = this.#day
    if (before !== null && day <= before) return
    this.#day = day
    if (before === null) return
    this.#widen(daysBetween(before, day) * DAILY_DRIFT ** 2)
    for (let category = 0; category < this.#size; category++) {
      const last = this.lastAnswered[category] ?? null
      if (last === null) continue
      const faded = fallAfter(daysBetween(last, day))
      add(this.mean, category, at(this.faded, category) - faded)
      this.faded[category] = faded
    }
  }

  take(given: readonly CategoryAnswer[]): void {
    const tells = Float64Array.from(given, asItTells)
    this.#scratch.before.set(this.mean)
    for (let step = 0; step < MOST_STEPS; step++) {
      this.#addUp(given, tells)
      if (this.#step() < CONVERGED) break
    }
    this.#addUp(given, tells)
    this.#narrow()
    for (const { category } of given) {
      add(this.answers, category, 1)
      this.faded[category] = 0
      this.lastAnswered[category] = this.#day
    }
  }

  /** At the current abilities: the gradient, the curvature W, and L of LLᵀ = I + W½KW½. */
  #addUp(given: readonly CategoryAnswer[], tells: Float64Array): void {
    const size = this.#size
    const { slope, bend, root, lower } = this.#scratch
    slope.fill(0)
    bend.fill(0)
    for (const [answer, { category, isCorrect, difficulty }] of given.entries()) {
      const a = at(tells, answer)
      const expected = 1 / (1 + Math.exp(a * (difficulty - at(this.mean, category))))
      add(slope, category, a * ((isCorrect ? 1 : 0) - expected))
      add(bend, category, a * a * expected * (1 - expected))
    }
    for (let row = 0; row < size; row++) {
      root[row] = Math.sqrt(at(bend, row))
      for (let column = 0; column <= row; column++) {
        let value = (row === column ? 1 : 0) + at(root, row) * at(this.covariance, row * size + column) * at(root, column)
        for (let inner = 0; inner < column; inner++) value -= at(lower, row * size + inner) * at(lower, column * size + inner)
        lower[row * size + column] = row === column ? Math.sqrt(value) : value / at(lower, column * size + column)
      }
    }
  }

  /** Returns the largest change. */
  #step(): number {
    const size = this.#size
    const { before, slope, bend, root, pull, solved } = this.#scratch
    for (let row = 0; row < size; row++) pull[row] = at(slope, row) + at(bend, row) * (at(this.mean, row) - at(before, row))
    for (let row = 0; row < size; row++) solved[row] = at(root, row) * this.#covaried(row, pull)
    this.#solve(solved)
    for (let row = 0; row < size; row++) pull[row] = at(pull, row) - at(root, row) * at(solved, row)
    let farthest = 0
    for (let row = 0; row < size; row++) {
      solved[row] = at(before, row) + this.#covaried(row, pull) - at(this.mean, row)
      farthest = Math.max(farthest, Math.abs(at(solved, row)))
    }
    const part = Math.min(1, LONGEST_STEP / farthest)
    for (let row = 0; row < size; row++) add(this.mean, row, part * at(solved, row))
    return farthest
  }

  #covaried(row: number, vector: Float64Array): number {
    let sum = 0
    for (let column = 0; column < this.#size; column++) sum += at(this.covariance, row * this.#size + column) * at(vector, column)
    return sum
  }

  /** Solves LLᵀx = b in place. */
  #solve(b: Float64Array): void {
    const size = this.#size
    const { lower } = this.#scratch
    for (let row = 0; row < size; row++) {
      for (let inner = 0; inner < row; inner++) add(b, row, -at(lower, row * size + inner) * at(b, inner))
      b[row] = at(b, row) / at(lower, row * size + row)
    }
    for (let row = size - 1; row >= 0; row--) {
      for (let inner = row + 1; inner < size; inner++) add(b, row, -at(lower, inner * size + row) * at(b, inner))
      b[row] = at(b, row) / at(lower, row * size + row)
    }
  }

  /** Subtracts KW½(LLᵀ)⁻¹W½K from the covariance K. */
  #narrow(): void {
    const size = this.#size
    const { wide, solved, root } = this.#scratch
    wide.set(this.covariance)
    for (let column = 0; column < size; column++) {
      for (let row = 0; row < size; row++) solved[row] = at(root, row) * at(wide, row * size + column)
      this.#solve(solved)
      for (let row = 0; row < size; row++)
        for (let inner = 0; inner < size; inner++)
          add(this.covariance, row * size + column, -at(wide, row * size + inner) * at(root, inner) * at(solved, inner))
    }
  }
}

/** As in the exam: an uncertain difficulty acts like a lower discrimination (MacKay, Neural Computation 4, 1992). */
const asItTells = ({ standardError }: CategoryAnswer): number => 1 / Math.sqrt(1 + (Math.PI / 8) * standardError ** 2)
