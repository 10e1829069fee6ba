import { type CalendarDay, daysBetween } from '../calendar.ts'
import { add, at } from '../exams/numbers.ts'
import { fallAfter } from './forgetting.ts'

/**
 * How able a learner is in each category of an exam, day by day, from right and wrong answers.
 *
 * The abilities are jointly normal: a general ability, and a part of its own for each category. So
 * the answers of one category tell something of all, and most of their own. From day to day each ability moves a little
 * by chance in an unknown direction, and so its variance grows: what was answered lately counts more than what
 * was answered long ago. Where a category is not practised, its mean falls by `fallAfter`. That practice makes better
 * is not assumed: the answers tell.
 *
 * The answers of a day are taken in together, by Rasch's model: the most probable abilities are found by Newton's
 * method, and their covariance is that of the normal distribution which fits there (Laplace's approximation; C. E.
 * Rasmussen, C. K. I. Williams, "Gaussian Processes for Machine Learning", 2006, algorithm 3.1).
 *
 * Each category moves on its own, and not all of them together, though what is learned in one may help in others. Else
 * a right answer could lower the chance: who had known one category well before and no more than that now would be
 * thought to have become worse in all that were not asked for since.
 */

/** Among learners, before the first answer: standard deviations in logits. The general one is the exam's own prior. */
const GENERAL_SPREAD = 1
const OWN_SPREAD = 0.4
/** Of what chance adds to a category in a day: a logit in two hundred days. */
const DAILY_DRIFT = 0.07

/** The longest step towards the most probable abilities, in logits, which keeps the first ones from overshooting. */
const LONGEST_STEP = 1
const MOST_STEPS = 50
/** In logits. Each step squares how far it is off: after one that is as short as this nothing is left. */
const CONVERGED = 1e-6

/** One answer. */
export interface Answered {
  /** The place of its category. */
  readonly category: number
  readonly isCorrect: boolean
  readonly difficulty: number
  /** Of the difficulty. */
  readonly standardError: number
}

export class AbilityFilter {
  readonly #size: number
  readonly mean: Float64Array
  /** Row by row. */
  readonly covariance: Float64Array
  /** By how much each category has fallen since it was practised last. */
  readonly faded: Float64Array
  readonly answers: Int32Array
  readonly lastAnswered: (CalendarDay | null)[]
  #day: CalendarDay | null = null
  /** Kept from day to day, so that nothing is allocated. In the manner of the book: W, W½, L, and vectors. */
  readonly #before: Float64Array
  readonly #slope: Float64Array
  readonly #bend: Float64Array
  readonly #root: Float64Array
  readonly #lower: Float64Array
  readonly #pull: Float64Array
  readonly #solved: Float64Array
  readonly #wide: Float64Array

  constructor(categories: number) {
    const list = () => new Float64Array(categories)
    const square = () => new Float64Array(categories * categories)
    this.#size = categories
    this.mean = list()
    this.covariance = square().fill(GENERAL_SPREAD ** 2)
    this.faded = list()
    this.answers = new Int32Array(categories)
    this.lastAnswered = Array.from({ length: categories }, () => null)
    this.#before = list()
    this.#slope = list()
    this.#bend = list()
    this.#root = list()
    this.#lower = square()
    this.#pull = list()
    this.#solved = list()
    this.#wide = square()
    this.#widen(OWN_SPREAD ** 2)
  }

  #widen(variance: number): void {
    for (let category = 0; category < this.#size; category++) add(this.covariance, category * this.#size + category, variance)
  }

  /** Lets time go by until a day. One that lies before the latest is taken for that. */
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

  /** Takes in answers of the day that it is. */
  take(given: readonly Answered[]): void {
    const tells = Float64Array.from(given, asItTells)
    this.#before.set(this.mean)
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

  /** Of the log likelihood at the abilities as they are now: its slope, its bend W, and the L of LLᵀ = I + W½KW½. */
  #addUp(given: readonly Answered[], tells: Float64Array): void {
    const [size, slope, bend, root, lower] = [this.#size, this.#slope, this.#bend, this.#root, this.#lower]
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

  /** Moves the abilities towards the most probable ones; answers how far the farthest. */
  #step(): number {
    const [size, pull, solved] = [this.#size, this.#pull, this.#solved]
    for (let row = 0; row < size; row++)
      pull[row] = at(this.#slope, row) + at(this.#bend, row) * (at(this.mean, row) - at(this.#before, row))
    for (let row = 0; row < size; row++) solved[row] = at(this.#root, row) * this.#covaried(row, pull)
    this.#solve(solved)
    for (let row = 0; row < size; row++) pull[row] = at(pull, row) - at(this.#root, row) * at(solved, row)
    let farthest = 0
    for (let row = 0; row < size; row++) {
      solved[row] = at(this.#before, row) + this.#covaried(row, pull) - at(this.mean, row)
      farthest = Math.max(farthest, Math.abs(at(solved, row)))
    }
    const part = Math.min(1, LONGEST_STEP / farthest)
    for (let row = 0; row < size; row++) add(this.mean, row, part * at(solved, row))
    return farthest
  }

  /** A row of the covariance times a vector. */
  #covaried(row: number, vector: Float64Array): number {
    let sum = 0
    for (let column = 0; column < this.#size; column++) sum += at(this.covariance, row * this.#size + column) * at(vector, column)
    return sum
  }

  /** Puts the x of LLᵀx = b where b is. */
  #solve(b: Float64Array): void {
    const [size, lower] = [this.#size, this.#lower]
    for (let row = 0; row < size; row++) {
      for (let inner = 0; inner < row; inner++) add(b, row, -at(lower, row * size + inner) * at(b, inner))
      b[row] = at(b, row) / at(lower, row * size + row)
    }
    for (let row = size - 1; row >= 0; row--) {
      for (let inner = row + 1; inner < size; inner++) add(b, row, -at(lower, inner * size + row) * at(b, inner))
      b[row] = at(b, row) / at(lower, row * size + row)
    }
  }

  /** Takes off the covariance K what was learned: KW½(LLᵀ)⁻¹W½K. */
  #narrow(): void {
    const [size, wide, solved, root] = [this.#size, this.#wide, this.#solved, this.#root]
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

/**
 * How well an item tells abilities apart, whose difficulty is not known exactly: as in the exam (D. J. C. MacKay, "The
 * evidence framework applied to classification networks", Neural Computation 4, 1992).
 */
const asItTells = ({ standardError }: Answered): number => 1 / Math.sqrt(1 + (Math.PI / 8) * standardError ** 2)
