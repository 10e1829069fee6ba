import { type GeneratedKind, generatedKinds } from '@medicready/domain/questions/authoring/generated-kinds'
import { subTopics } from '@medicready/domain/questions/coverage'
import { bloomsLevels, type Difficulty, difficulties } from '@medicready/domain/questions/terms'
import type { ModuleName } from '@medicready/domain/study/modules'

/** What a question is wanted for. */
export interface Wanted {
  readonly module: ModuleName
  readonly subTopic: string
  readonly difficulty: Difficulty
  readonly bloomsLevel: (typeof bloomsLevels)[number]
  readonly kind: GeneratedKind
}

/** A module that runs out for somebody who studies it. */
export interface Demand {
  readonly module: ModuleName
  /** Learners who have seen every question of it. */
  readonly exhausted: number
  /** Learners who soon will have, those included. */
  readonly running: number
  /** How many questions the one who has the fewest left is short of. */
  readonly shortage: number
}

/** How many questions that are wanted alike the learners concerned have not seen, on average. */
export interface Stock extends Wanted {
  readonly unseen: number
}

type Shares<Key extends string> = Readonly<Record<Key, number>>
const difficultyShares: Shares<Difficulty> = { easy: 0.3, moderate: 0.45, hard: 0.25 }
/** Two of five are of other kinds than single choice, as on the national exam. */
const kindShares: Shares<GeneratedKind> = {
  multiple_choice: 0.6,
  multiple_response: 0.14,
  build_list: 0.08,
  drag_drop: 0.07,
  options_table: 0.11,
  hot_spot: 0,
  fill_in_blank: 0,
}
/** A number is for doses alone, and a lead is pointed at where ECGs are read. */
const kindSharesOf: Readonly<Partial<Record<ModuleName, Shares<GeneratedKind>>>> = {
  'Pharmacology & Medication Administration': { ...kindShares, multiple_choice: 0.52, fill_in_blank: 0.08 },
  'Cardiology & Resuscitation': { ...kindShares, multiple_choice: 0.55, hot_spot: 0.05 },
}
/** Of questions that are marked by a machine nobody creates anything. */
const bloomsShares: Shares<Wanted['bloomsLevel']> = { remember: 0.15, understand: 0.2, apply: 0.3, analyze: 0.25, evaluate: 0.1, create: 0 }

/**
 * Up to `count` questions to be written, the most urgent first: the modules in turn, those that somebody has seen all
 * of before those that run low; in each the sub-topic with the fewest questions left, at the difficulty and Bloom's
 * level, and of the kind, that is furthest below its share.
 */
export function planQuestions(demands: readonly Demand[], stock: readonly Stock[], count: number): Wanted[] {
  const urgent = demands
    .filter(({ shortage }) => shortage > 0)
    .sort((a, b) => b.exhausted - a.exhausted || b.running - a.running || (a.module < b.module ? -1 : 1))
  const planned: Wanted[] = []
  const left = new Map(urgent.map(({ module, shortage }) => [module, shortage]))
  const shelves = new Map(urgent.map(({ module }) => [module, stock.filter((kind) => kind.module === module)]))
  for (let added = true; added && planned.length < count; ) {
    added = false
    for (const { module } of urgent) {
      const wanted = nextOf(module, shelves.get(module) ?? [])
      const open = left.get(module) ?? 0
      if (open === 0 || planned.length >= count) continue
      planned.push(wanted)
      left.set(module, open - 1)
      shelves.get(module)?.push({ ...wanted, unseen: 1 })
      added = true
    }
  }
  return planned
}

function nextOf(module: ModuleName, shelf: readonly Stock[]): Wanted {
  const onSubTopics = sums(shelf, (kind) => kind.subTopic)
  const left = (subTopic: string) => onSubTopics.get(subTopic) ?? 0
  const subTopic = subTopics[module].reduce((thinnest, other) => (left(other) < left(thinnest) ? other : thinnest))
  const difficulty = belowShare(
    sums(shelf, (kind) => kind.difficulty),
    difficultyShares,
    difficulties,
  )
  const bloomsLevel = belowShare(
    sums(shelf, (kind) => kind.bloomsLevel),
    bloomsShares,
    bloomsLevels,
  )
  const kind = belowShare(
    sums(shelf, (each) => each.kind),
    kindSharesOf[module] ?? kindShares,
    generatedKinds,
  )
  return { module, subTopic, difficulty, bloomsLevel, kind }
}

function sums<Key extends string>(shelf: readonly Stock[], keyOf: (kind: Stock) => Key): Map<Key, number> {
  const totals = new Map<Key, number>()
  for (const kind of shelf) totals.set(keyOf(kind), (totals.get(keyOf(kind)) ?? 0) + kind.unseen)
  return totals
}

/** The key that has the smallest part of what its share of one more question would be. */
function belowShare<Key extends string>(totals: ReadonlyMap<Key, number>, shares: Shares<Key>, keys: readonly Key[]): Key {
  const filled = (key: Key) => (totals.get(key) ?? 0) / shares[key]
  const [first, ...rest] = keys.filter((key) => shares[key] > 0)
  return rest.reduce((best, key) => (filled(key) < filled(best) ? key : best), first as Key)
}
