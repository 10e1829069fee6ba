import { shareBelow } from '@medicready/domain/core/normal-distribution'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { type PreparedPool, preparePool } from '@medicready/domain/exams/adaptive'
import { calibrate } from '@medicready/domain/exams/calibration'
import type { PoolItem } from '@medicready/domain/exams/pool'
import { type Balance, blueprints, CLINICAL_JUDGMENT, type MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import { CUT, isPassing, scoreOf } from '@medicready/domain/exams/shown/score'
import type { Evidence } from '@medicready/domain/readiness/readiness'
import { type Bank, bankOf, type Knowledge, rulesOf, sit } from './adaptive-exams.ts'
import { Random } from './random.ts'

/**
 * Simulated learners who study for weeks and then sit the mock exam. They differ from what the method assumes: they
 * learn from each answer, forget by another curve, vary more between categories, and the difficulties are estimates.
 */

export interface SimulatedWorld {
  readonly blueprint: MockBlueprint
  readonly knowledge: Knowledge
  readonly drift: number
  readonly learning: number
  readonly forgetting: number
  /** How much harder study questions are taken to be than they are, in logits. */
  readonly offset: number
}

export const plainWorld: SimulatedWorld = {
  blueprint: 'national_registry',
  knowledge: '200 answers',
  drift: 1,
  learning: 1,
  forgetting: 1,
  offset: 0,
}

const GENERAL_SPREAD = 0.9
const OWN_SPREAD = 0.45
const GENERAL_DRIFT = 0.025
const OWN_DRIFT = 0.03
/** What an answer adds to its category at first, in logits, and the share of it that all others gain. */
const LEARNED = 0.0008
const LEARNED_ELSEWHERE = 0.3
/** After this many answers in a category, each adds a third of what the first one did. */
const LEARNED_OUT = 400
/** What is lost of an unused category in the end, how fast, and the share that comes back at once. */
const FORGOTTEN = 0.6
const FORGETTING_DAYS = 90
const COMES_BACK = 0.5

const STUDY_ITEMS = 2_500
const EXAM_ITEMS = 500
const PILOTS = 60
const FIRST_DAY = '2026-01-05'

interface Met extends Evidence {
  readonly item: number
}

export class Academy {
  readonly #world: SimulatedWorld
  readonly #random: Random
  readonly #seed: number
  readonly #categories: readonly string[]
  readonly #shares: readonly number[]
  #study: Bank
  readonly #shelves: readonly (readonly number[])[]
  readonly #exam: Bank
  readonly #pool: PreparedPool
  readonly #categoryOfItem: readonly number[]

  constructor(world: SimulatedWorld, seed: number) {
    const { balance, shares } = blueprints[world.blueprint]
    this.#world = world
    this.#seed = seed
    this.#random = new Random(seed + 7_000)
    this.#categories = Object.keys(shares ?? {})
    this.#shares = Object.values(shares ?? {}).map((percent) => percent / 100)
    const { truth, pool } = bankWithJudgment(STUDY_ITEMS, 0, seed + 10_000, world.knowledge)
    this.#study = { truth, pool: pool.map((item) => ({ ...item, difficulty: item.difficulty + world.offset })) }
    this.#exam = bankWithJudgment(EXAM_ITEMS, PILOTS, seed, world.knowledge)
    this.#pool = preparePool(this.#exam.pool)
    const places = (bank: Bank) => bank.pool.map((item) => this.#categories.indexOf(categoryOf(item, balance)))
    const ofStudy = places(this.#study)
    this.#shelves = this.#categories.map((_, category) => [...ofStudy.keys()].filter((place) => ofStudy[place] === category))
    this.#categoryOfItem = places(this.#exam)
  }

  student() {
    return this.#studied().student
  }

  examinee(name: string) {
    const { student, abilities } = this.#studied()
    return { ...student, hasPassed: this.#passes(abilities, name) }
  }

  #studied() {
    const random = this.#random
    const learner = new Learner(this.#categories.length, this.#world, random)
    const scoredAnswers = scoredAnswersOf(random)
    const evidence: Met[] = []
    const day = this.#studies(learner, scoredAnswers, evidence)
    const rest = random.next() < 0.4 ? 1 : Math.min(60, Math.ceil(-10 * Math.log(1 - random.next())))
    learner.wait(rest)
    const abilities = learner.abilities()
    return { student: { scoredAnswers, evidence, today: addDays(FIRST_DAY, day + rest), ability: this.#whole(abilities) }, abilities }
  }

  calibrate(learners: number): void {
    const met = Array.from({ length: learners }, () => {
      const evidence: Met[] = []
      this.#studies(new Learner(this.#categories.length, this.#world, this.#random), scoredAnswersOf(this.#random), evidence)
      return evidence
    })
    const all = met.flatMap((evidence, learner) => evidence.map(({ item, isCorrect }) => ({ learner, item, isCorrect })))
    const { truth, pool } = this.#study
    const found = calibrate({
      answers: {
        learners: Int32Array.from(all, ({ learner }) => learner),
        items: Int32Array.from(all, ({ item }) => item),
        right: Uint8Array.from(all, ({ isCorrect }) => Number(isCorrect)),
        scored: new Uint8Array(all.length).fill(1),
      },
      learners,
      priors: {
        difficulty: Float64Array.from(pool, ({ difficulty }) => difficulty),
        spread: Float64Array.from(pool, ({ standardError }) => standardError),
      },
    })
    const known = (item: PoolItem, place: number) => ({
      ...item,
      difficulty: found.answered[place] ? (found.difficulty[place] ?? 0) : item.difficulty + found.shift,
      standardError: found.standardError[place] ?? item.standardError,
    })
    this.#study = { truth, pool: pool.map(known) }
  }

  nearTheCut(name: string): Sat {
    const general = CUT - 1 + 2 * this.#random.next()
    const abilities = this.#categories.map(() => general + OWN_SPREAD * this.#random.normal())
    return { ability: this.#whole(abilities), hasPassed: this.#passes(abilities, name) }
  }

  #whole(abilities: readonly number[]): number {
    return abilities.reduce((sum, ability, category) => sum + (this.#shares[category] ?? 0) * ability, 0)
  }

  #passes(abilities: readonly number[], name: string): boolean {
    const rules = rulesOf(this.#world.blueprint, `${this.#seed}:${name}`, { cut: CUT, sets: null })
    const byItem = Float64Array.from(this.#categoryOfItem, (category) => abilities[category] ?? 0)
    return isPassing(scoreOf(sit(this.#pool, this.#exam.truth, rules, byItem, this.#random).ability, CUT))
  }

  /** Fills in the evidence and returns the last day. Repeated questions only teach. */
  #studies(learner: Learner, scoredAnswers: number, evidence: Met[]): number {
    const random = this.#random
    const answersADay = Math.max(scoredAnswers / 100, 20 * Math.exp(0.6 * random.normal()))
    const diligence = 0.3 + 0.6 * random.next()
    const again = 0.4 * random.next()
    const isFed = random.next() < 0.5
    const met = new Set<number>()
    let day = 0
    for (let given = 0; given < scoredAnswers; ) {
      const today = Math.min(scoredAnswers - given, Math.ceil(2 * answersADay * random.next()))
      const focus = random.next() < 0.4 ? this.#drawCategory() : null
      for (let answer = 0; answer < today; answer++, given++) {
        const category = focus ?? this.#drawCategory()
        const place = random.next() < again ? null : this.#drawItem(category, met, isFed ? learner.ability(category) : null)
        if (place !== null) evidence.push(this.#answer(place, category, learner, addDays(FIRST_DAY, day)))
        learner.learn(category)
      }
      if (given === scoredAnswers) break
      do {
        day++
        learner.wait(1)
      } while (random.next() > diligence)
    }
    return day
  }

  #drawCategory(): number {
    let left = this.#random.next()
    const found = this.#shares.findIndex((share) => {
      left -= share
      return left < 0
    })
    return found === -1 ? this.#shares.length - 1 : found
  }

  /** A new item at random, or the best fitting of three; null where none is found. */
  #drawItem(category: number, met: Set<number>, ability: number | null): number | null {
    const shelf = this.#shelves[category] ?? []
    let best: number | null = null
    for (let draw = 0; draw < 3; draw++) {
      const place = shelf[Math.floor(this.#random.next() * shelf.length)] ?? 0
      if (met.has(place)) continue
      if (best === null || (ability !== null && this.#far(place, ability) < this.#far(best, ability))) best = place
    }
    if (best !== null) met.add(best)
    return best
  }

  #far(place: number, ability: number): number {
    return Math.abs((this.#study.pool[place]?.difficulty ?? 0) - ability)
  }

  #answer(place: number, category: number, learner: Learner, day: string): Met {
    const { difficulty, standardError } = this.#study.pool[place] ?? { difficulty: 0, standardError: 0 }
    const right = 1 / (1 + Math.exp((this.#study.truth[place]?.difficulty ?? 0) - learner.ability(category)))
    const isCorrect = this.#random.next() < right
    return { item: place, day, category: this.#categories[category] ?? '', isCorrect, difficulty, standardError }
  }
}

const scoredAnswersOf = (random: Random): number => Math.round(100 * 20 ** random.next())

class Learner {
  readonly #random: Random
  readonly #drift: number
  readonly #learned: number
  readonly #forgotten: number
  readonly #base: number[]
  readonly #faded: number[]
  readonly #idle: (number | null)[]
  readonly #answers: number[]

  constructor(categories: number, { drift, learning, forgetting }: SimulatedWorld, random: Random) {
    const general = GENERAL_SPREAD * random.normal()
    const list = <Of>(each: () => Of) => Array.from({ length: categories }, each)
    this.#random = random
    this.#drift = drift
    this.#learned = learning * LEARNED * Math.exp(0.5 * random.normal())
    this.#forgotten = forgetting * FORGOTTEN * Math.exp(0.5 * random.normal())
    this.#base = list(() => general + OWN_SPREAD * random.normal())
    this.#faded = list(() => 0)
    this.#idle = list(() => null)
    this.#answers = list(() => 0)
  }

  ability(category: number): number {
    return (this.#base[category] ?? 0) - (this.#faded[category] ?? 0)
  }

  abilities(): number[] {
    return this.#base.map((_, category) => this.ability(category))
  }

  learn(category: number): void {
    const answers = this.#answers[category] ?? 0
    const learned = this.#learned * Math.exp(-answers / LEARNED_OUT)
    this.#answers[category] = answers + 1
    for (const [other, base] of this.#base.entries()) this.#base[other] = base + (other === category ? 1 : LEARNED_ELSEWHERE) * learned
    this.#base[category] = (this.#base[category] ?? 0) - (1 - COMES_BACK) * (this.#faded[category] ?? 0)
    this.#faded[category] = 0
    this.#idle[category] = 0
  }

  wait(days: number): void {
    const general = this.#drift * GENERAL_DRIFT * Math.sqrt(days) * this.#random.normal()
    for (const [category, base] of this.#base.entries()) {
      this.#base[category] = base + general + this.#drift * OWN_DRIFT * Math.sqrt(days) * this.#random.normal()
      const idle = this.#idle[category] ?? null
      if (idle === null) continue
      this.#idle[category] = idle + days
      this.#faded[category] = this.#forgotten * (1 - Math.exp(-(idle + days) / FORGETTING_DAYS))
    }
  }
}

const categoryOf = ({ domain, isJudgment }: PoolItem, balance: Balance): string =>
  balance === 'domain_or_judgment' && isJudgment ? CLINICAL_JUDGMENT : domain

const banks = new Map<string, Bank>()

/** A third asks for judgment, and some items are pilots. */
function bankWithJudgment(items: number, pilots: number, seed: number, knowledge: Knowledge): Bank {
  const name = `${items} ${pilots} ${seed} ${knowledge}`
  const known = banks.get(name)
  if (known) return known
  const { pool, truth } = bankOf(items + pilots, seed, knowledge)
  const isPilot = (place: number) => pilots > 0 && place % Math.floor(pool.length / pilots) === 1
  const bank = { truth, pool: pool.map((item, place) => ({ ...item, isJudgment: place % 3 === 0, isPilot: isPilot(place) })) }
  banks.set(name, bank)
  return bank
}

export interface Sat {
  readonly ability: number
  readonly hasPassed: boolean
}

const MOST_STEPS = 50
const CONVERGED = 1e-9

/** An exam is passed with the probability Φ((ability − middle) / blur): a probit regression, by Fisher's scoring. */
export function passCurveOf(sat: readonly Sat[]) {
  let [at, per] = [0, 1]
  for (let step = 0; step < MOST_STEPS; step++) {
    let [slopeAt, slopePer, ofAt, ofPer, cross] = [0, 0, 0, 0, 0]
    for (const { ability, hasPassed } of sat) {
      const z = Math.max(-FARTHEST, Math.min(FARTHEST, at + per * ability))
      const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)
      const chance = shareBelow(z)
      const variance = chance * (1 - chance)
      const residual = (density * (Number(hasPassed) - chance)) / variance
      const weight = density ** 2 / variance
      slopeAt += residual
      slopePer += residual * ability
      ofAt += weight
      cross += weight * ability
      ofPer += weight * ability * ability
    }
    const whole = ofAt * ofPer - cross * cross
    const stepAt = (ofPer * slopeAt - cross * slopePer) / whole
    const stepPer = (ofAt * slopePer - cross * slopeAt) / whole
    at += stepAt
    per += stepPer
    if (Math.abs(stepAt) + Math.abs(stepPer) < CONVERGED) break
  }
  return { middle: -at / per, blur: 1 / per }
}

/** Farther out a chance cannot be told from 0 or 1 and would be divided by. */
const FARTHEST = 5
