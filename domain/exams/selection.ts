import { informationAt, sixDecimals } from './ability.ts'
import type { ExamChoice, ExamRules } from './exam.ts'
import type { PreparedPool, Shelves } from './prepared-pool.ts'
import { CLINICAL_JUDGMENT } from './shown/blueprints.ts'

// Selects the category furthest behind its share (Kingsbury & Zara, Applied Measurement in Education 2, 1989), then
// draws at random among its most informative portions. A set must fit the category's share; recently met items come
// last.

/** Size of the random draw per percent of exam share. Larger at first, while little is known of the ability. */
const amongAtFirst = { aHundredth: 1, least: 5, most: 30 }
const amongThen = { aHundredth: 0.25, least: 3, most: 8 }
/** Fraction of the minimum length. */
const AT_FIRST = 1 / 4

const amongOf = ({ minItems }: ExamRules, { scored }: Given, share: number): number => {
  const { aHundredth, least, most } = scored < AT_FIRST * minItems ? amongAtFirst : amongThen
  return Math.min(most, Math.max(least, Math.round(100 * share * aHundredth)))
}

export interface Given {
  /** Items by category, without pilots. */
  readonly counts: Int32Array
  readonly scored: number
  readonly pilots: number
  readonly inSets: number
}

/** A set is due when sets are this many items behind their share. */
const SETS_BEHIND = 1

/** Null: sets and other items compete. */
function setsComeFirst({ sets }: ExamRules, { scored, inSets }: Given, category: string): boolean | null {
  if (sets === null || category !== CLINICAL_JUDGMENT) return null
  return (sets / 100) * (scored + 1) - inSets >= SETS_BEHIND
}

const best = { portions: new Int32Array(amongAtFirst.most), information: new Float64Array(amongAtFirst.most) }

/** Null when the pool has nothing left that fits in `room` items. */
export function choosePortion(
  pool: PreparedPool,
  rules: ExamRules,
  given: Given,
  ability: number,
  room: number,
  draw: () => number,
): ExamChoice | null {
  const shelves = pool.byBalance[rules.balance]
  const whole = rules.shares.reduce((sum, { percent }) => sum + percent, 0)
  const deficits = Float64Array.from(
    rules.shares,
    ({ percent }, index) => (percent / whole) * (given.scored + 1) - (given.counts[index] ?? 0),
  )
  for (const beyondShare of [false, true]) {
    const tried = new Uint8Array(deficits.length)
    for (let round = 0; round < deficits.length; round++) {
      const index = largest(deficits, tried)
      tried[index] = 1
      const { category, percent } = rules.shares[index] ?? { category: '', percent: 0 }
      const shelf = shelves.scored[shelves.categories.indexOf(category)]
      if (percent === 0 || shelf === undefined) continue
      const share = percent / whole
      const first = setsComeFirst(rules, given, category)
      const beyond = first ? 2 : 1
      const longest = beyondShare ? room : Math.min(room, mostOfASet(rules, given, share, given.counts[index] ?? 0, beyond))
      const search = { shelf, begin: draw() % Math.max(1, shelf.length), ability, longest, among: amongOf(rules, given, share) }
      const found = bestInTurn(pool, search, first)
      if (found === 0) continue
      const rank = draw() % found
      return choiceOf(pool, shelves, best.portions[rank] ?? 0, deficits[index] ?? 0, found, rank + 1)
    }
  }
  return null
}

function largest(deficits: Float64Array, tried: Uint8Array): number {
  let index = -1
  for (let other = 0; other < deficits.length; other++)
    if (tried[other] === 0 && (index === -1 || (deficits[other] ?? 0) > (deficits[index] ?? 0))) index = other
  return index
}

/** Keeps the category within its share when the exam may stop. */
function mostOfASet({ minItems, pilots }: ExamRules, { scored }: Given, share: number, count: number, beyond: number): number {
  const untilTheMinimum = Math.floor(share * (minItems - pilots)) - count
  const atOnce = share === 1 ? Number.POSITIVE_INFINITY : Math.floor((share * scored + beyond - count) / (1 - share))
  return Math.max(1, untilTheMinimum, atOnce)
}

interface Search {
  readonly shelf: Int32Array
  /** Random start, so that equally informative items have equal chances. */
  readonly begin: number
  readonly ability: number
  readonly longest: number
  readonly among: number
}

function bestInTurn(pool: PreparedPool, search: Search, setsFirst: boolean | null): number {
  if (setsFirst === null) return bestOf(pool, search, false, null) || bestOf(pool, search, true, null)
  for (const isPassedOver of [false, true]) {
    const found = bestOf(pool, search, isPassedOver, setsFirst) || bestOf(pool, search, isPassedOver, !setsFirst)
    if (found > 0) return found
  }
  return 0
}

/** Best first; `areSets` null allows both sets and single items. Returns how many. */
function bestOf(
  { portions, difficulty, discrimination, scratch }: PreparedPool,
  { shelf, begin, ability, longest, among }: Search,
  isPassedOver: boolean,
  areSets: boolean | null,
): number {
  let found = 0
  for (let step = 0; step < shelf.length; step++) {
    const place = begin + step
    const portion = shelf[place < shelf.length ? place : place - shelf.length] ?? 0
    const items = portions[portion]
    if (items === undefined || items.length > longest || scratch.given[portion] === scratch.decision) continue
    if (areSets !== null && items.length > 1 !== areSets) continue
    if ((scratch.passedOver[portion] === scratch.decision) !== isPassedOver) continue
    let information = 0
    for (let part = 0; part < items.length; part++) {
      const item = items[part] ?? 0
      information += informationAt(ability, difficulty[item] ?? 0, discrimination[item] ?? 1)
    }
    information /= items.length
    if (found === among && information <= (best.information[found - 1] ?? 0)) continue
    let at = found === among ? found - 1 : found
    for (; at > 0 && information > (best.information[at - 1] ?? 0); at--) {
      best.information[at] = best.information[at - 1] ?? 0
      best.portions[at] = best.portions[at - 1] ?? 0
    }
    best.information[at] = information
    best.portions[at] = portion
    if (found < among) found++
  }
  return found
}

export function choosePilot(pool: PreparedPool, rules: ExamRules, longest: number, drawn: number): ExamChoice | null {
  const shelves = pool.byBalance[rules.balance]
  for (const isPassedOver of [false, true]) {
    const found = Array.from(shelves.pilots).filter(
      (portion) =>
        mayBePilot(pool, rules, portion) &&
        (pool.portions[portion]?.length ?? 0) <= longest &&
        (pool.scratch.passedOver[portion] === pool.scratch.decision) === isPassedOver,
    )
    const rank = drawn % Math.max(1, found.length)
    const portion = found[rank]
    if (portion !== undefined) return choiceOf(pool, shelves, portion, 0, found.length, rank + 1)
  }
  return null
}

export function pilotsLeft(pool: PreparedPool, rules: ExamRules): number {
  let left = 0
  for (const portion of pool.byBalance[rules.balance].pilots)
    if (mayBePilot(pool, rules, portion)) left += pool.portions[portion]?.length ?? 0
  return left
}

function mayBePilot({ scratch, byBalance }: PreparedPool, { balance, shares }: ExamRules, portion: number): boolean {
  if (scratch.given[portion] === scratch.decision) return false
  const category = byBalance[balance].categoryOf[portion]
  return shares.some((share) => share.category === category && share.percent > 0)
}

function choiceOf(
  { items, portions, isPilot }: PreparedPool,
  { categoryOf }: Shelves,
  portion: number,
  deficit: number,
  among: number,
  rank: number,
): ExamChoice {
  const category = categoryOf[portion] ?? ''
  return {
    items: Array.from(portions[portion] ?? [], (place) => items[place])
      .filter((item) => item !== undefined)
      .map(({ domain: _d, isJudgment: _j, standardError: _e, ...item }) => ({ ...item, category, isPilot: isPilot[portion] === 1 })),
    deficit: sixDecimals(deficit),
    among,
    rank,
  }
}
