import type { CalendarDay } from '../calendar.ts'
import { numbersFrom } from '../seeded-numbers.ts'
import type { DeliveredQuestion, Portion } from './delivered-question.ts'
import type { ModuleName } from './modules.ts'
import { likelyRange, type Tally, weakOf } from './weakness.ts'
import { because, type Why } from './why.ts'

/**
 * Chooses questions for a learner: new ones first, then repeats, dealt in turn from the modules, weakest first, so that
 * what is dealt mixes its modules. Choosing costs what is asked for and not what the bank holds: each module's catalog
 * is walked from a place and by a stride that follow from the seed, and only the questions that the walk has met are
 * looked up. The same seed, catalog and history give the same choice.
 *
 * A set is met as one: it comes up as often as a question by itself, whatever the number of its parts, so that each of
 * its parts comes up as often as any other question. It is new while none of its parts was given, and is dealt only
 * where all of them fit and leave room that the rest can fill: of one question a day there are never sets.
 */

/** What may be drawn, by module, in an order that is the same wherever it is read. */
export type Catalog = ReadonlyMap<ModuleName, readonly Portion[]>
/** Questions and sets by module, the best first. */
export type Piles = ReadonlyMap<ModuleName, readonly Portion[]>

/** There is one of each module that the learner has answered in. */
export interface ModuleRecord extends Tally {
  readonly module: ModuleName
}

export interface SeenPortion {
  readonly module: ModuleName
  readonly portion: Portion
  /** The learner's last day with it. */
  readonly lastDeliveredOn: CalendarDay
  /** How often the learner has missed it. */
  readonly missed: number
}

interface Walk {
  readonly module: ModuleName
  /** The question or set that the walk meets at a step, counted from 0. */
  readonly portionAt: (step: number) => Portion
  /** How many steps there are: one for each question or set of the module. */
  readonly length: number
  steps: number
  readonly found: Portion[]
  /** How many of them are questions by themselves, which fit wherever anything does. */
  singles: number
}

/**
 * How many steps a walk takes for each question that it still lacks: a handful at first, more in each round in which a
 * learner had many of them.
 */
const HANDFUL = 4
const HANDFUL_GROWTH = 16

/**
 * Finds enough new questions for `count` to be dealt from the modules, whichever sets turn out not to fit, or all that
 * there are. Yields the ids of the questions that it has met, and has to be told which of them the learner had before.
 * How many it meets grows with what is asked for and with what the learner had before, not with the catalog.
 */
export function* findNew(
  catalog: Catalog,
  asked: { readonly modules: readonly ModuleName[]; readonly seed: string; readonly count: number },
): Generator<readonly string[], Piles, ReadonlySet<string>> {
  const walks = asked.modules.map((module) => walkThrough(module, catalog.get(module) ?? [], asked.seed))
  for (let handful = HANDFUL; ; handful *= HANDFUL_GROWTH) {
    const turns = turnsFor(asked.count, walks)
    const met = walks.flatMap((walk) => walkOn(walk, Math.max(0, turns - walk.singles) * handful).map((portion) => ({ walk, portion })))
    if (met.length === 0) return new Map(walks.map(({ module, found }) => [module, found]))
    const fitting = met.filter(({ portion }) => portion.length <= asked.count)
    const seen = fitting.length > 0 ? yield fitting.flatMap(({ portion }) => idsOf(portion)) : new Set<string>()
    for (const { walk, portion } of fitting) {
      if (idsOf(portion).some((id) => seen.has(id))) continue
      walk.found.push(portion)
      if (portion.length === 1) walk.singles += 1
    }
  }
}

const idsOf = (portion: Portion): string[] => portion.map(({ questionId }) => questionId)

function walkThrough(module: ModuleName, portions: readonly Portion[], seed: string): Walk {
  const placeAt = walkOver(portions.length, `${seed} ${module}`)
  const portionAt = (step: number) => portions[placeAt(step)] as Portion
  return { module, portionAt, length: portions.length, steps: 0, found: [], singles: 0 }
}

/** How often each module has its turn until `count` questions are dealt, if the walks find what they may still find. */
function turnsFor(count: number, walks: readonly Walk[]): number {
  let turns = 0
  for (let dealt = 0; dealt < count; turns++) {
    const inTurn = walks.filter(({ steps, length, singles }) => steps < length || singles > turns).length
    if (inTurn === 0) break
    dealt += inTurn
  }
  return turns
}

/** Walks on by at most so many steps. Answers what it meets. */
function walkOn(walk: Walk, atMost: number): Portion[] {
  const from = walk.steps
  walk.steps = Math.min(walk.length, from + atMost)
  return Array.from({ length: walk.steps - from }, (_, step) => walk.portionAt(from + step))
}

/**
 * A way through one place or more that meets each once: a seeded place to begin at, and a seeded stride that shares no
 * factor with their number.
 */
export function walkOver(length: number, seed: string): (step: number) => number {
  const next = numbersFrom(seed)
  const below = (bound: number) => next() % bound
  const start = below(length)
  let stride = below(length)
  while (greatestCommonDivisor(stride, length) > 1) stride = below(length)
  return (step) => (start + step * stride) % length
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

/** What is new of each module, with its cause: it is of the weakest module, of one not answered in, or just new. */
export function newWithCauses(piles: Piles, records: readonly ModuleRecord[]): Piles {
  const answered = new Set(records.map(({ module }) => module))
  const weakest = weakOf(records).find(({ module }) => piles.has(module))?.module
  const causeIn = (module: ModuleName) => (module === weakest ? 'new_weakest' : answered.has(module) ? 'new' : 'new_unstudied')
  return new Map([...piles].map(([module, pile]) => [module, pile.map((portion) => chosen(portion, because(causeIn(module)), null))]))
}

/** New questions of each module in an order that follows from the seed, where all of them are at hand. */
export const newOnes = (piles: Piles, seed: string, whyOf: (portion: Portion) => Why): Piles =>
  new Map(
    [...piles].map(([module, pile]) => {
      const { portionAt } = walkThrough(module, pile, seed)
      return [module, pile.map((_, step) => chosen(portionAt(step), whyOf(portionAt(step)), null))]
    }),
  )

/**
 * What is repeated of each module: what was not seen for the longest time first, and among what was seen on one day in
 * an order that follows from the seed.
 */
export function repeatsOf(
  seen: readonly SeenPortion[],
  seed: string,
  whyOf: (seen: SeenPortion) => Why = ({ missed }) => ({ ...because('longest_unseen'), missed }),
): Piles {
  const piles = Map.groupBy(longestUnseenFirst(seen, seed), ({ module }) => module)
  return new Map([...piles].map(([module, pile]) => [module, pile.map((one) => repeat(one, whyOf(one), seed))]))
}

export const longestUnseenFirst = <Seen extends SeenPortion>(seen: readonly Seen[], seed: string): Seen[] =>
  seen
    .map((one) => ({ one, tie: tieOf(idsOf(one.portion)[0] ?? '', seed) }))
    .sort((a, b) => compare(a.one.lastDeliveredOn, b.one.lastDeliveredOn) || a.tie - b.tie)
    .map(({ one }) => one)

/** Something again: with the day on which it was seen last, and its choices in another order. */
export const repeat = ({ portion, lastDeliveredOn }: SeenPortion, why: Why, seed: string): Portion =>
  chosen(portion, { ...why, lastSeen: lastDeliveredOn }, seed)

/** With its cause, which the first part of a set tells for all. Without a seed its choices keep their own order. */
const chosen = (portion: Portion, why: Why, seed: string | null): Portion =>
  portion.map((question, index) => ({
    ...question,
    shuffle: seed === null ? null : tieOf(question.questionId, seed),
    why: index === 0 ? why : null,
  }))

/**
 * The modules whose accuracy has the lowest lower bound come first: those in which a learner does worst, and those of
 * which little is known yet, so that each comes to be known. Equals follow from the seed.
 */
export function weakestFirst(modules: readonly ModuleName[], records: readonly ModuleRecord[], seed: string): ModuleName[] {
  const lows = new Map(records.map((record) => [record.module, likelyRange(record).low]))
  return modules
    .map((module) => ({ module, low: lows.get(module) ?? 0, tie: tieOf(module, seed) }))
    .sort((a, b) => a.low - b.low || a.tie - b.tie)
    .map(({ module }) => module)
}

/**
 * Deals `count` questions from the piles in turn, in the order of the modules, or as many as can be. A turn takes the
 * next of its pile that leaves room which the rest can fill. `after` is dealt once the piles are through.
 */
export const deal = (modules: readonly ModuleName[], piles: Piles, count: number, after: Piles = new Map()): DeliveredQuestion[] =>
  dealFrom(
    [piles, after].map((one) => modules.map((module) => one.get(module) ?? [])),
    count,
  )

/** The same, from rows of piles of no module in particular, one row after the other. */
export function dealFrom(rows: readonly (readonly (readonly Portion[])[])[], count: number): DeliveredQuestion[] {
  const sizes = new Map<number, number>()
  for (const { length } of rows.flat(2)) sizes.set(length, (sizes.get(length) ?? 0) + 1)
  const most = mostWithin(count, sizes)
  const dealt: DeliveredQuestion[] = []
  const takeFrom = (pile: Iterator<Portion>): boolean => {
    for (let next = pile.next(); !next.done; next = pile.next()) {
      const size = next.value.length
      const left = most - dealt.length - size
      sizes.set(size, (sizes.get(size) ?? 0) - 1)
      if (left < 0 || mostWithin(left, sizes) < left) continue
      dealt.push(...next.value)
      return true
    }
    return false
  }
  for (const row of rows)
    for (let inTurn = row.map((pile) => pile.values()); dealt.length < most && inTurn.length > 0; )
      inTurn = inTurn.filter((pile) => dealt.length < most && takeFrom(pile))
  return dealt
}

/** How many questions portions of these sizes come to that fit into a room together. */
function mostWithin(room: number, sizes: ReadonlyMap<number, number>): number {
  if ((sizes.get(1) ?? 0) >= room) return room
  let sums = new Set([0])
  for (const [size, portions] of sizes)
    sums = new Set(
      [...sums].flatMap((sum) => Array.from({ length: Math.min(portions, Math.floor((room - sum) / size)) + 1 }, (_, n) => sum + n * size)),
    )
  return Math.max(...sums)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** What decides between equals. */
const tieOf = (name: string, seed: string): number => numbersFrom(`${seed} ${name}`)()
