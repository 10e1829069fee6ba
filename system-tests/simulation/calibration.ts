import { ABILITY_POINTS, fillRow, Posterior, probabilityRight } from '@medicready/domain/exams/ability'
import { calibrate } from '@medicready/domain/exams/calibration'
import type { FirstAnswers } from '@medicready/domain/exams/first-answers'
import { priorOf } from '@medicready/domain/exams/prior'
import { difficulties } from '@medicready/domain/questions/terms'
import { Random } from './random.ts'

export interface Fed {
  readonly seed: number
  readonly items: number
  /** How many first answers each item gets. */
  readonly answersAnItem: number
  /** How many items a learner is given at the most. */
  readonly answersALearner: number
}

/** How far estimates are from the truth, in logits; and how many truths are in the bands of 1.96 standard errors. */
export interface Recovery {
  readonly rmse: number
  readonly bias: number
  readonly coverage: number
}

/** After so many parts of the learners the items are calibrated anew, as each night. */
const NIGHTS = 10
/** Among so many of the nearest items it is left to chance. */
const AMONG = 5

/**
 * Learners who are fed adaptively: each next item is one of those whose difficulty, as the latest calibration has it,
 * is nearest to the ability that the answers so far tell. Feeding an item ends with so many answers to it. The truth is
 * as the priors say: labels tell difficulties to within .75.
 */
export function recoveryOf({ seed, items, answersAnItem, answersALearner }: Fed): Recovery {
  const random = new Random(seed)
  const { priors, truth } = bankOf(items, random)
  const log = new AnswerLog(items * answersAnItem)
  const left = new Int32Array(items).fill(answersAnItem)
  const learnersANight = Math.ceil((items * answersAnItem) / answersALearner / NIGHTS)
  let known = new KnownItems(priors.difficulty)
  let learners = 0
  for (; !log.isFull; learners++) {
    if (learners > 0 && learners % learnersANight === 0)
      known = new KnownItems(calibrate({ answers: log.answers(), learners, priors }).difficulty)
    sit({ learner: learners, ability: random.normal(), atMost: answersALearner }, { truth, known, left, log, random })
  }
  return recovery(truth, calibrate({ answers: log.answers(), learners, priors }))
}

/** As many items of each label, as hard as the labels say to within their spread. */
export function bankOf(items: number, random: Random) {
  const priors = { difficulty: new Float64Array(items), spread: new Float64Array(items) }
  const truth = new Float64Array(items)
  for (let item = 0; item < items; item++) {
    const { difficulty, spread } = priorOf(difficulties[item % difficulties.length] ?? 'moderate', null)
    priors.difficulty[item] = difficulty
    priors.spread[item] = spread
    truth[item] = difficulty + spread * random.normal()
  }
  return { priors, truth }
}

/** Items as they are thought to be, ready to estimate by. */
class KnownItems {
  readonly difficulty: Float64Array
  readonly rows: Float64Array

  constructor(difficulty: Float64Array) {
    this.difficulty = difficulty
    this.rows = new Float64Array(difficulty.length * ABILITY_POINTS)
    for (const [item, each] of difficulty.entries()) fillRow(this.rows, item * ABILITY_POINTS, each, 1)
  }

  /** Those of the items that may be given which are nearest to an ability. */
  nearest(ability: number, mayBeGiven: (item: number) => boolean): number[] {
    const found: number[] = []
    const away = (item = 0) => Math.abs((this.difficulty[item] ?? 0) - ability)
    for (let item = 0; item < this.difficulty.length; item++) {
      if (!mayBeGiven(item)) continue
      if (found.length === AMONG && away(item) >= away(found.at(-1))) continue
      found.push(item)
      found.sort((one, other) => away(one) - away(other))
      found.length = Math.min(found.length, AMONG)
    }
    return found
  }
}

interface Feed {
  readonly truth: Float64Array
  readonly known: KnownItems
  /** How many answers each item is still to get. */
  readonly left: Int32Array
  readonly log: AnswerLog
  readonly random: Random
}

interface Learner {
  readonly learner: number
  readonly ability: number
  readonly atMost: number
}

function sit({ learner, ability, atMost }: Learner, { truth, known, left, log, random }: Feed): void {
  const posterior = new Posterior()
  const given = new Set<number>()
  const starts = new Int32Array(atMost)
  let rightAnswers = 0
  while (given.size < atMost) {
    const nearest = known.nearest(posterior.ability, (item) => left[item] !== 0 && !given.has(item))
    const item = nearest[Math.floor(random.next() * nearest.length)]
    if (item === undefined) return
    given.add(item)
    left[item] = (left[item] ?? 0) - 1
    const isRight = random.next() < probabilityRight(ability, truth[item] ?? 0, 1)
    log.add(learner, item, isRight)
    starts[given.size - 1] = item * ABILITY_POINTS
    if (isRight) rightAnswers++
    posterior.measure(known.rows, starts, given.size, rightAnswers)
  }
}

/** First answers as they come in. */
export class AnswerLog {
  readonly #learners: Int32Array
  readonly #items: Int32Array
  readonly #right: Uint8Array
  #length = 0

  constructor(size: number) {
    this.#learners = new Int32Array(size)
    this.#items = new Int32Array(size)
    this.#right = new Uint8Array(size)
  }

  get isFull(): boolean {
    return this.#length === this.#items.length
  }

  add(learner: number, item: number, isRight: boolean): void {
    this.#learners[this.#length] = learner
    this.#items[this.#length] = item
    this.#right[this.#length] = isRight ? 1 : 0
    this.#length++
  }

  answers(): FirstAnswers {
    const learners = this.#learners.subarray(0, this.#length)
    const items = this.#items.subarray(0, this.#length)
    const right = this.#right.subarray(0, this.#length)
    return { learners, items, right, scored: new Uint8Array(this.#length).fill(1) }
  }
}

export function recovery(truth: Float64Array, found: { difficulty: Float64Array; standardError: Float64Array }): Recovery {
  let [squares, sum, covered] = [0, 0, 0]
  for (const [item, actual] of truth.entries()) {
    const off = (found.difficulty[item] ?? 0) - actual
    squares += off * off
    sum += off
    if (Math.abs(off) <= 1.96 * (found.standardError[item] ?? 0)) covered++
  }
  const n = truth.length
  return { rmse: Math.sqrt(squares / n), bias: sum / n, coverage: covered / n }
}
