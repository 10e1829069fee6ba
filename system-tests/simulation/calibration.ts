import { ABILITY_POINTS, fillRow, Posterior, probabilityRight } from '@medicready/domain/exams/ability'
import { calibrate } from '@medicready/domain/exams/calibration'
import type { FirstAnswers } from '@medicready/domain/exams/numbers'
import { priorOf } from '@medicready/domain/exams/pool'
import { difficulties } from '@medicready/domain/questions/shown/terms'
import { Random } from './random.ts'

export interface Fed {
  readonly seed: number
  readonly items: number
  readonly answersAnItem: number
  readonly answersALearner: number
}

const NIGHTS = 10
/** The next item is drawn at random from this many nearest ones. */
const AMONG = 5

/**
 * Learners are fed adaptively, by the latest calibration, until each item has its answers. True difficulties follow the
 * priors.
 */
export function recoveryOf({ seed, items, answersAnItem, answersALearner }: Fed) {
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

class KnownItems {
  readonly difficulty: Float64Array
  readonly rows: Float64Array

  constructor(difficulty: Float64Array) {
    this.difficulty = difficulty
    this.rows = new Float64Array(difficulty.length * ABILITY_POINTS)
    for (const [item, each] of difficulty.entries()) fillRow(this.rows, item * ABILITY_POINTS, each, 1)
  }

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

/** In logits; coverage is the share of truths within 1.96 standard errors. */
export function recovery(truth: Float64Array, found: { difficulty: Float64Array; standardError: Float64Array }) {
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
