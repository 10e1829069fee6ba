import { numbersFrom } from '../core/seeded-numbers.ts'
import type { CalendarDay } from '../core/shown/calendar.ts'
import { because, type DeliveredQuestion, type Portion, type SelectionReason } from '../questions/delivered-question.ts'
import type { ModuleName } from '../questions/shown/modules.ts'
import { likelyRange, type Tally, weakOf } from './shown/weakness.ts'

// Chooses new questions first, then repeats, in turn from the weakest modules. The catalog is walked by a seeded
// stride, so the cost depends on the request, not on the catalog. Sets are chosen as a whole, like single questions,
// and only where all parts fit.

/** By module, in a stable order. */
export type Catalog = ReadonlyMap<ModuleName, readonly Portion[]>
export type Piles = ReadonlyMap<ModuleName, readonly Portion[]>

export interface ModuleRecord extends Tally {
  readonly module: ModuleName
}

export interface SeenPortion {
  readonly module: ModuleName
  readonly portion: Portion
  readonly lastDeliveredOn: CalendarDay
  readonly missed: number
}

interface Walk {
  readonly module: ModuleName
  readonly portionAt: (step: number) => Portion
  readonly length: number
  steps: number
  readonly found: Portion[]
  singles: number
}

/** Steps per missing question; grows with each round. */
const HANDFUL = 4
const HANDFUL_GROWTH = 16

/** Yields question ids and must be told which the learner had. Its cost does not depend on the catalog's size. */
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

function turnsFor(count: number, walks: readonly Walk[]): number {
  let turns = 0
  for (let dealt = 0; dealt < count; turns++) {
    const inTurn = walks.filter(({ steps, length, singles }) => steps < length || singles > turns).length
    if (inTurn === 0) break
    dealt += inTurn
  }
  return turns
}

function walkOn(walk: Walk, atMost: number): Portion[] {
  const from = walk.steps
  walk.steps = Math.min(walk.length, from + atMost)
  return Array.from({ length: walk.steps - from }, (_, step) => walk.portionAt(from + step))
}

/** Visits each index once: seeded start and a seeded stride coprime with the length. */
export function walkOver(length: number, seed: string): (step: number) => number {
  const next = numbersFrom(seed)
  const below = (bound: number) => next() % bound
  const start = below(length)
  let stride = below(length)
  while (greatestCommonDivisor(stride, length) > 1) stride = below(length)
  return (step) => (start + step * stride) % length
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

export function newWithCauses(piles: Piles, records: readonly ModuleRecord[]): Piles {
  const answered = new Set(records.map(({ module }) => module))
  const weakest = weakOf(records).find(({ module }) => piles.has(module))?.module
  const causeIn = (module: ModuleName) => (module === weakest ? 'new_weakest' : answered.has(module) ? 'new' : 'new_unstudied')
  return new Map([...piles].map(([module, pile]) => [module, pile.map((portion) => chosen(portion, because(causeIn(module)), null))]))
}

export const newOnes = (piles: Piles, seed: string, whyOf: (portion: Portion) => SelectionReason): Piles =>
  new Map(
    [...piles].map(([module, pile]) => {
      const { portionAt } = walkThrough(module, pile, seed)
      return [module, pile.map((_, step) => chosen(portionAt(step), whyOf(portionAt(step)), null))]
    }),
  )

/** Longest unseen first; ties follow from the seed. */
export function repeatsOf(
  seen: readonly SeenPortion[],
  seed: string,
  whyOf: (seen: SeenPortion) => SelectionReason = ({ missed }) => ({ ...because('longest_unseen'), missed }),
): Piles {
  const piles = Map.groupBy(longestUnseenFirst(seen, seed), ({ module }) => module)
  return new Map([...piles].map(([module, pile]) => [module, pile.map((one) => repeat(one, whyOf(one), seed))]))
}

export const longestUnseenFirst = <Seen extends SeenPortion>(seen: readonly Seen[], seed: string): Seen[] =>
  seen
    .map((one) => ({ one, tie: tieOf(idsOf(one.portion)[0] ?? '', seed) }))
    .sort((a, b) => compare(a.one.lastDeliveredOn, b.one.lastDeliveredOn) || a.tie - b.tie)
    .map(({ one }) => one)

export const repeat = ({ portion, lastDeliveredOn }: SeenPortion, why: SelectionReason, seed: string): Portion =>
  chosen(portion, { ...why, lastSeen: lastDeliveredOn }, seed)

/** A set's first part carries the cause. Without a seed the authored order stays. */
const chosen = (portion: Portion, why: SelectionReason, seed: string | null): Portion =>
  portion.map((question, index) => ({
    ...question,
    shuffle: seed === null ? null : tieOf(question.questionId, seed),
    why: index === 0 ? why : null,
  }))

/** By the lower bound of accuracy, which also favors modules with few answers. Ties follow from the seed. */
export function weakestFirst(modules: readonly ModuleName[], records: readonly ModuleRecord[], seed: string): ModuleName[] {
  const lows = new Map(records.map((record) => [record.module, likelyRange(record).low]))
  return modules
    .map((module) => ({ module, low: lows.get(module) ?? 0, tie: tieOf(module, seed) }))
    .sort((a, b) => a.low - b.low || a.tie - b.tie)
    .map(({ module }) => module)
}

/** Takes turns by module, with portions that leave a fillable rest. `after` follows when the piles are empty. */
export const deal = (modules: readonly ModuleName[], piles: Piles, count: number, after: Piles = new Map()): DeliveredQuestion[] =>
  dealFrom(
    [piles, after].map((one) => modules.map((module) => one.get(module) ?? [])),
    count,
  )

/** The same for rows without modules, one row after the other. */
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

/** The most questions that portions of these sizes can fill. */
function mostWithin(room: number, sizes: ReadonlyMap<number, number>): number {
  if ((sizes.get(1) ?? 0) >= room) return room
  let sums = new Set([0])
  for (const [size, portions] of sizes)
    sums = new Set(
      [...sums].flatMap((sum) => Array.from({ length: Math.min(portions, Math.floor((room - sum) / size)) + 1 }, (_, n) => sum + n * size)),
    )
  return Math.max(...sums)
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const tieOf = (name: string, seed: string): number => numbersFrom(`${seed} ${name}`)()
