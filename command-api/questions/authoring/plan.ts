import {
  GENERATED_SET_PARTS,
  type GeneratedKind,
  generatedKinds,
  type WantedKind,
  wantedKinds,
} from '@medicready/domain/questions/authoring/generation-day'
import { subTopics } from '@medicready/domain/questions/coverage'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { bloomsLevels, type Difficulty, difficulties } from '@medicready/domain/questions/shown/terms'

interface Filed {
  readonly module: ModuleName
  readonly subTopic: string
  readonly difficulty: Difficulty
  readonly bloomsLevel: (typeof bloomsLevels)[number]
}
export interface WantedQuestion extends Filed {
  readonly kind: GeneratedKind
}
export interface WantedSet extends Filed {
  readonly kind: 'scenario_set'
}
export type Wanted = WantedQuestion | WantedSet

const questionsOf = ({ kind }: Wanted): number => (kind === 'scenario_set' ? GENERATED_SET_PARTS : 1)

export interface Demand {
  readonly module: ModuleName
  readonly exhausted: number
  readonly running: number
  readonly shortage: number
}

export type Stock = Wanted & { readonly unseen: number }

type Shares<Key extends string> = Readonly<Record<Key, number>>
const difficultyShares: Shares<Difficulty> = { easy: 0.3, moderate: 0.45, hard: 0.25 }
/** Two in five are other kinds than single choice, as on the national exam; one set per twenty questions. */
const kindShares: Shares<WantedKind> = {
  multiple_choice: 0.51,
  multiple_response: 0.12,
  build_list: 0.07,
  drag_drop: 0.06,
  options_table: 0.09,
  hot_spot: 0,
  fill_in_blank: 0,
  scenario_set: 0.05 * GENERATED_SET_PARTS,
}
/** Calculations are only for doses, and hot spots only where ECGs are read. */
const kindSharesOf: Readonly<Partial<Record<ModuleName, Shares<WantedKind>>>> = {
  'Pharmacology & Medication Administration': { ...kindShares, multiple_choice: 0.43, fill_in_blank: 0.08 },
  'Cardiology & Resuscitation': { ...kindShares, multiple_choice: 0.46, hot_spot: 0.05 },
}
/** Questions marked by a machine have no "create". */
const bloomsShares: Shares<Wanted['bloomsLevel']> = { remember: 0.15, understand: 0.2, apply: 0.3, analyze: 0.25, evaluate: 0.1, create: 0 }
const bloomsSharesOfSets: typeof bloomsShares = { ...bloomsShares, remember: 0, understand: 0 }

/**
 * The most urgent first: modules in turn, exhausted ones before those running low; in each, the sub-topic with the
 * fewest questions, at the difficulty, level and kind furthest below its share. A set counts as many as it has parts.
 */
export function planQuestions(demands: readonly Demand[], stock: readonly Stock[], count: number): Wanted[] {
  const urgent = demands
    .filter(({ shortage }) => shortage > 0)
    .sort((a, b) => b.exhausted - a.exhausted || b.running - a.running || (a.module < b.module ? -1 : 1))
  const planned: Wanted[] = []
  let questions = 0
  const left = new Map(urgent.map(({ module, shortage }) => [module, shortage]))
  const shelves = new Map(urgent.map(({ module }) => [module, stock.filter((kind) => kind.module === module)]))
  for (let added = true; added && questions < count; ) {
    added = false
    for (const { module } of urgent) {
      const open = left.get(module) ?? 0
      const room = Math.min(open, count - questions)
      if (room === 0) continue
      const wanted = nextOf(module, shelves.get(module) ?? [], room)
      const comesTo = questionsOf(wanted)
      planned.push(wanted)
      questions += comesTo
      left.set(module, open - comesTo)
      shelves.get(module)?.push({ ...wanted, unseen: comesTo })
      added = true
    }
  }
  return planned
}

function nextOf(module: ModuleName, shelf: readonly Stock[], room: number): Wanted {
  const singles = shelf.filter((each) => each.kind !== 'scenario_set')
  const onSubTopics = sums(singles, 'subTopic')
  const left = (subTopic: string) => onSubTopics.get(subTopic) ?? 0
  const subTopic = subTopics[module].reduce((thinnest, other) => (left(other) < left(thinnest) ? other : thinnest))
  const difficulty = belowShare(sums(singles, 'difficulty'), difficultyShares, difficulties)
  const kinds = room < GENERATED_SET_PARTS ? generatedKinds : wantedKinds
  const kind = belowShare(sums(shelf, 'kind'), kindSharesOf[module] ?? kindShares, kinds)
  const levelShares = kind === 'scenario_set' ? bloomsSharesOfSets : bloomsShares
  const bloomsLevel = belowShare(sums(singles, 'bloomsLevel'), levelShares, bloomsLevels)
  return { module, subTopic, difficulty, bloomsLevel, kind }
}

function sums<By extends 'subTopic' | 'difficulty' | 'kind' | 'bloomsLevel'>(shelf: readonly Stock[], by: By): Map<Stock[By], number> {
  const totals = new Map<Stock[By], number>()
  for (const stock of shelf) totals.set(stock[by], (totals.get(stock[by]) ?? 0) + stock.unseen)
  return totals
}

function belowShare<Key extends string>(totals: ReadonlyMap<Key, number>, shares: Shares<Key>, keys: readonly Key[]): Key {
  const filled = (key: Key) => (totals.get(key) ?? 0) / shares[key]
  const [first, ...rest] = keys.filter((key) => shares[key] > 0)
  return rest.reduce((best, key) => (filled(key) < filled(best) ? key : best), first as Key)
}
