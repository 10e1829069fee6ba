import { abilityWithout, type ItemFit, itemFits } from './item-fit.ts'
import { add, at, type FirstAnswers } from './numbers.ts'

// Estimates abilities and difficulties from first answers by penalized joint maximum a posteriori: N(0, 1) abilities,
// difficulties around their priors. The learners' mean is 0; `shift` is the priors' common error. Items are fitted to
// abilities without their own answer.

export interface Calibrating {
  readonly answers: FirstAnswers
  readonly learners: number
  readonly priors: { readonly difficulty: Float64Array; readonly spread: Float64Array }
}

export interface Calibration extends ItemFit {
  readonly difficulty: Float64Array
  readonly discrimination: Float64Array
  /** Of the difficulties. */
  readonly standardError: Float64Array
  readonly answered: Int32Array
  readonly ability: Float64Array
  readonly shift: number
  readonly sweeps: number
}

export const ANSWERS_TO_DISCRIMINATE = 500
/** Standard deviation of log discriminations around 1. */
const DISCRIMINATION_SPREAD = 0.3
const DISCRIMINATION_WEIGHT = 1 / DISCRIMINATION_SPREAD ** 2

const MOST_SWEEPS = 300
const CONVERGED = 1e-3
/** Limits the first sweeps so that they do not overshoot. */
const LONGEST_STEP = 1

// An uncertain ability flattens the logistic curve by 1/√(1 + c²v), c = 16√3 / 15π (Zeger, Liang & Albert, Biometrics
// 44, 1988).
const FLATTENING = ((16 * Math.sqrt(3)) / (15 * Math.PI)) ** 2

export function calibrate(given: Calibrating): Calibration {
  const sweeps = calibrating(given)
  for (;;) {
    const sweep = sweeps.next()
    if (sweep.done) return sweep.value
  }
}

/** Yields after each sweep (hundredths of a second per million answers) so that other work can run. */
export function* calibrating(given: Calibrating): Generator<void, Calibration> {
  const fit = new Fit(given)
  let sweeps = 0
  while (sweeps < MOST_SWEEPS) {
    sweeps++
    if (fit.sweep() < CONVERGED) break
    yield
  }
  return { ...fit.result(), sweeps }
}

class Fit {
  readonly #given: Calibrating
  readonly #ability: Float64Array
  readonly #abilitySlope: Float64Array
  readonly #abilityBend: Float64Array
  readonly #flatness: Float64Array
  readonly #expected: Float64Array
  readonly #difficulty: Float64Array
  readonly #discrimination: Float64Array
  readonly #slope: Float64Array
  readonly #bend: Float64Array
  readonly #discriminationSlope: Float64Array
  readonly #discriminationBend: Float64Array
  readonly #cross: Float64Array
  readonly #answered: Int32Array
  #shift = 0

  constructor(given: Calibrating) {
    const { learners, priors, answers } = given
    const items = priors.difficulty.length
    this.#given = given
    this.#ability = new Float64Array(learners)
    this.#abilitySlope = new Float64Array(learners)
    this.#abilityBend = new Float64Array(learners)
    this.#flatness = new Float64Array(learners).fill(1)
    this.#expected = new Float64Array(answers.items.length)
    this.#difficulty = Float64Array.from(priors.difficulty)
    this.#discrimination = new Float64Array(items).fill(1)
    this.#slope = new Float64Array(items)
    this.#bend = new Float64Array(items)
    this.#discriminationSlope = new Float64Array(items)
    this.#discriminationBend = new Float64Array(items)
    this.#cross = new Float64Array(items)
    this.#answered = new Int32Array(items)
    for (const item of answers.items) add(this.#answered, item, 1)
  }

  sweep(): number {
    return this.#moveItems(this.#moveAbilities())
  }

  #moveAbilities(): number {
    const { learners, items, right, scored } = this.#given.answers
    const [ability, slope, bend] = [this.#ability, this.#abilitySlope, this.#abilityBend]
    const [difficulty, discrimination] = [this.#difficulty, this.#discrimination]
    slope.fill(0)
    bend.fill(1)
    for (let answer = 0; answer < items.length; answer++) {
      if (scored[answer] === 0) continue
      const learner = at(learners, answer)
      const item = at(items, answer)
      const a = at(discrimination, item)
      const p = 1 / (1 + Math.exp(a * (at(difficulty, item) - at(ability, learner))))
      this.#expected[answer] = p
      add(slope, learner, a * (at(right, answer) - p))
      add(bend, learner, a * a * p * (1 - p))
    }
    let sum = 0
    for (let learner = 0; learner < ability.length; learner++) {
      add(ability, learner, limited((at(slope, learner) - at(ability, learner)) / at(bend, learner)))
      sum += at(ability, learner)
      this.#flatness[learner] = 1 / Math.sqrt(1 + FLATTENING / at(bend, learner))
    }
    const mean = sum / ability.length
    this.#anchor(mean)
    return mean
  }

  /** Shifts everything so that the mean ability is 0; probabilities do not change. */
  #anchor(mean: number): void {
    for (let learner = 0; learner < this.#ability.length; learner++) add(this.#ability, learner, -mean)
    for (let item = 0; item < this.#difficulty.length; item++) add(this.#difficulty, item, -mean)
    this.#shift -= mean
  }

  #moveItems(moved: number): number {
    this.#sumUpItems()
    const { difficulty: prior, spread } = this.#given.priors
    let [longest, off, weights] = [0, 0, 0]
    for (let item = 0; item < prior.length; item++) {
      if (this.#answered[item] === 0) continue
      const weight = 1 / at(spread, item) ** 2
      const slope = at(this.#slope, item) + weight * (at(prior, item) + this.#shift - at(this.#difficulty, item))
      const step = limited(slope / (at(this.#bend, item) + weight))
      add(this.#difficulty, item, step)
      off += weight * (at(this.#difficulty, item) - at(prior, item))
      weights += weight
      longest = Math.max(longest, Math.abs(step - moved), this.#moveDiscrimination(item))
    }
    if (weights > 0) this.#shift = off / weights
    return longest
  }

  #sumUpItems(): void {
    const { learners, items, right, scored } = this.#given.answers
    const [slope, bend] = [this.#slope, this.#bend]
    const [discriminationSlope, discriminationBend, cross] = [this.#discriminationSlope, this.#discriminationBend, this.#cross]
    for (const sums of [slope, bend, discriminationSlope, discriminationBend, cross]) sums.fill(0)
    for (let answer = 0; answer < items.length; answer++) {
      const learner = at(learners, answer)
      const item = at(items, answer)
      const isRight = at(right, answer)
      const a = at(this.#discrimination, item)
      const flatness = at(this.#flatness, learner)
      const ability = at(this.#ability, learner)
      const without =
        at(scored, answer) === 1
          ? abilityWithout({ ability, bend: at(this.#abilityBend, learner), a, expected: at(this.#expected, answer), isRight })
          : ability
      const above = flatness * (without - at(this.#difficulty, item))
      const steepness = a * flatness
      const p = 1 / (1 + Math.exp(-a * above))
      add(slope, item, steepness * (p - isRight))
      add(bend, item, steepness * steepness * p * (1 - p))
      add(discriminationSlope, item, above * (isRight - p))
      add(discriminationBend, item, above * above * p * (1 - p))
      add(cross, item, steepness * above * p * (1 - p))
    }
  }

  /** On the log scale, so that it stays positive. */
  #moveDiscrimination(item: number): number {
    if (at(this.#answered, item) < ANSWERS_TO_DISCRIMINATE) return 0
    const a = at(this.#discrimination, item)
    const slope = a * at(this.#discriminationSlope, item) - DISCRIMINATION_WEIGHT * Math.log(a)
    const step = limited(slope / (a * a * at(this.#discriminationBend, item) + DISCRIMINATION_WEIGHT))
    this.#discrimination[item] = a * Math.exp(step)
    return Math.abs(step)
  }

  #information(item: number): number {
    const bend = at(this.#bend, item)
    if (at(this.#answered, item) < ANSWERS_TO_DISCRIMINATE) return bend
    const a = at(this.#discrimination, item)
    return bend - (a * at(this.#cross, item)) ** 2 / (a * a * at(this.#discriminationBend, item) + DISCRIMINATION_WEIGHT)
  }

  result(): Omit<Calibration, 'sweeps'> {
    const { answers, priors } = this.#given
    const estimated = {
      difficulty: this.#difficulty,
      discrimination: this.#discrimination,
      ability: this.#ability,
      abilityBend: this.#abilityBend,
      flatness: this.#flatness,
    }
    return {
      ...estimated,
      standardError: priors.spread.map((spread, item) => 1 / Math.sqrt(1 / spread ** 2 + this.#information(item))),
      answered: this.#answered,
      shift: this.#shift,
      ...itemFits(answers, estimated),
    }
  }
}

const limited = (step: number): number => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step))
