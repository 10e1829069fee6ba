import { type CalendarDay, daysBetween } from '../calendar.ts'
import { add, at } from '../exams/numbers.ts'
import { fallAfter } from './forgetting.ts'

/**
 * How able a learner is in each category of an exam, day by day, from right and wrong answers.
 *
 * The abilities are jointly normal: what a learner is able to in general, and a part of its own for each category. So
 * answers of one category tell something of all, and most of their own. Between days the abilities move by chance,
 * nobody knows in which direction: their variance grows; and where a category was not practised, its mean falls by
 * `fallAfter`. The answers of a day are taken in together, by Rasch's model: the most probable abilities are found by
 * Newton's method, and their covariance is that of the normal distribution which fits there (Laplace's approximation;
 * C. E. Rasmussen, C. K. I. Williams, "Gaussian Processes for Machine Learning", 2006, algorithm 3.1, whose notation
 * this is).
 */

/** Before the first answer: standard deviations among learners, in logits. */
const GENERAL_SPREAD = 1
const OWN_SPREAD = 0.4
/** Of what a day adds by chance. */
const GENERAL_DRIFT = 0.02
const OWN_DRIFT = 0.02

const MOST_STEPS = 25
/** In logits: less is no change. */
const CONVERGED = 1e-9

export interface DayAnswers {
  /** By answers: the places of their categories, whether they are right (1), difficulties and standard errors. */
  readonly categories: readonly number[]
  readonly right: readonly number[]
  readonly difficulties: readonly number[]
  readonly standardErrors: readonly number[]
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

  constructor(categories: number) {
    this.#size = categories
    this.mean = new Float64Array(categories)
    this.covariance = new Float64Array(categories * categories)
    this.faded = new Float64Array(categories)
    this.answers = new Int32Array(categories)
    this.lastAnswered = Array.from({ length: categories }, () => null)
    this.#spread(GENERAL_SPREAD ** 2, OWN_SPREAD ** 2)
  }

  #spread(general: number, own: number): void {
    for (let row = 0; row < this.#size; row++)
      for (let column = 0; column < this.#size; column++)
        add(this.covariance, row * this.#size + column, general + (row === column ? own : 0))
  }

  /** Lets time go by until a day. One that lies before the latest is taken for that. */
  goOnTo(day: CalendarDay): void {
    const before = this.#day
    this.#day = before === null || day > before ? day : before
    if (before === null || day <= before) return
    const days = daysBetween(before, day)
    this.#spread(days * GENERAL_DRIFT ** 2, days * OWN_DRIFT ** 2)
    for (const [category, last] of this.lastAnswered.entries()) {
      if (last === null) continue
      const faded = fallAfter(daysBetween(last, day))
      add(this.mean, category, at(this.faded, category) - faded)
      this.faded[category] = faded
    }
  }

  /** Takes in the answers of the day that it is. */
  take(given: DayAnswers): void {
    this.#towards(given)
    for (const category of given.categories) {
      add(this.answers, category, 1)
      this.faded[category] = 0
      this.lastAnswered[category] = this.#day
    }
  }

  #towards(given: DayAnswers): void {
    const { mean, covariance } = this
    const size = this.#size
    const before = Float64Array.from(mean)
    const slope = new Float64Array(size)
    const bend = new Float64Array(size)
    for (let step = 0; step < MOST_STEPS; step++) {
      slope.fill(0)
      bend.fill(0)
      addUp(given, mean, slope, bend)
      const root = bend.map(Math.sqrt)
      const lower = decomposed(covariance, root)
      const pull = slope.map((value, category) => value + at(bend, category) * (at(mean, category) - at(before, category)))
      const solved = solve(
        lower,
        times(covariance, pull).map((value, category) => value * at(root, category)),
      )
      const moved = times(
        covariance,
        pull.map((value, category) => value - at(root, category) * at(solved, category)),
      )
      let longest = 0
      for (let category = 0; category < size; category++) {
        const next = at(before, category) + at(moved, category)
        longest = Math.max(longest, Math.abs(next - at(mean, category)))
        mean[category] = next
      }
      if (longest < CONVERGED) break
    }
    narrow(covariance, bend.map(Math.sqrt))
  }
}

/** Adds to slope and bend of the log likelihood of answers at these abilities. */
function addUp(
  { categories, right, difficulties, standardErrors }: DayAnswers,
  mean: Float64Array,
  slope: Float64Array,
  bend: Float64Array,
) {
  for (const [answer, category] of categories.entries()) {
    const a = asItTells(standardErrors[answer] ?? 0)
    const expected = 1 / (1 + Math.exp(a * ((difficulties[answer] ?? 0) - at(mean, category))))
    add(slope, category, a * ((right[answer] ?? 0) - expected))
    add(bend, category, a * a * expected * (1 - expected))
  }
}

/**
 * How well an item tells abilities apart, whose difficulty is not known exactly: as in the exam (D. J. C. MacKay, "The
 * evidence framework applied to classification networks", Neural Computation 4, 1992).
 */
const asItTells = (standardError: number): number => 1 / Math.sqrt(1 + (Math.PI / 8) * standardError ** 2)

const times = (matrix: Float64Array, vector: Float64Array): Float64Array =>
  vector.map((_, row) => vector.reduce((sum, value, column) => sum + at(matrix, row * vector.length + column) * value, 0))

/** The lower triangle L of LLᵀ = I + W½ K W½, of a covariance K and the roots of the bends W (Cholesky). */
function decomposed(covariance: Float64Array, root: Float64Array): Float64Array {
  const size = root.length
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let value = (row === column ? 1 : 0) + at(root, row) * at(covariance, row * size + column) * at(root, column)
      for (let before = 0; before < column; before++) value -= at(lower, row * size + before) * at(lower, column * size + before)
      lower[row * size + column] = row === column ? Math.sqrt(value) : value / at(lower, column * size + column)
    }
  return lower
}

/** The x of LLᵀx = b. */
function solve(lower: Float64Array, b: Float64Array): Float64Array {
  const size = b.length
  const x = Float64Array.from(b)
  for (let row = 0; row < size; row++) {
    for (let before = 0; before < row; before++) add(x, row, -at(lower, row * size + before) * at(x, before))
    x[row] = at(x, row) / at(lower, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let after = row + 1; after < size; after++) add(x, row, -at(lower, after * size + row) * at(x, after))
    x[row] = at(x, row) / at(lower, row * size + row)
  }
  return x
}

/** Takes off a covariance K what was learned: K W½ (LLᵀ)⁻¹ W½ K. */
function narrow(covariance: Float64Array, root: Float64Array): void {
  const size = root.length
  const lower = decomposed(covariance, root)
  const before = Float64Array.from(covariance)
  for (let column = 0; column < size; column++) {
    const solved = solve(
      lower,
      root.map((value, row) => value * at(before, row * size + column)),
    )
    for (let row = 0; row < size; row++)
      for (let inner = 0; inner < size; inner++)
        add(covariance, row * size + column, -at(before, row * size + inner) * at(root, inner) * at(solved, inner))
  }
}
