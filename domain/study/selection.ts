import type { CalendarDay } from '../calendar.ts'
import { fnv1a } from '../hash.ts'
import type { ModuleName } from './modules.ts'
import type { DeliveredQuestion } from './study-day.ts'

/**
 * Chooses questions for a learner: new ones first, then repeats, dealt in turn from the modules, weakest first, so that
 * a set mixes its modules. Choosing costs what is asked for and not what the bank holds: each module's catalog is
 * walked from a place and by a stride that follow from the seed, and only the questions that the walk has met are
 * looked up. The same seed, catalog and history give the same choice.
 */

/** What may be drawn, by module, in an order that is the same wherever it is read. */
export type Catalog = ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>
/** Questions by module, the best first. */
export type Piles = ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>

export interface ModuleRecord {
  readonly module: ModuleName
  /** Answers that counted as right or wrong. */
  readonly scoredAnswers: number
  readonly correctAnswers: number
}

export interface SeenQuestion extends DeliveredQuestion {
  /** The learner's last day with this question. */
  readonly lastDeliveredOn: CalendarDay
}

interface Walk {
  readonly module: ModuleName
  /** The question that the walk meets at a step, counted from 0. */
  readonly questionAt: (step: number) => DeliveredQuestion
  /** How many steps there are: one for each question of the module. */
  readonly length: number
  steps: number
  readonly found: DeliveredQuestion[]
}

/**
 * How many questions a walk meets for each one that it still lacks: a handful at first, more in each round in which a
 * learner had many of them.
 */
const HANDFUL = 4
const HANDFUL_GROWTH = 16

/**
 * Finds enough new questions for `count` to be dealt from the modules, or all that there are. Yields the ids of the
 * questions that it has met, and has to be told which of them the learner had before. How many it meets grows with what
 * is asked for and with what the learner had before, not with the catalog.
 */
export function* findNew(
  catalog: Catalog,
  asked: { readonly modules: readonly ModuleName[]; readonly seed: string; readonly count: number },
): Generator<readonly string[], Piles, ReadonlySet<string>> {
  const walks = asked.modules.map((module) => walkThrough(module, catalog.get(module) ?? [], asked.seed))
  for (let handful = HANDFUL; ; handful *= HANDFUL_GROWTH) {
    const turns = turnsFor(asked.count, walks)
    const met = walks.flatMap((walk) =>
      walkOn(walk, Math.max(0, turns - walk.found.length) * handful).map((question) => ({ question, found: walk.found })),
    )
    if (met.length === 0) return new Map(walks.map(({ module, found }) => [module, found]))
    const seen = yield met.map(({ question }) => question.questionId)
    for (const { question, found } of met) if (!seen.has(question.questionId)) found.push(question)
  }
}

function walkThrough(module: ModuleName, questions: readonly DeliveredQuestion[], seed: string): Walk {
  const placeAt = walkOver(questions.length, `${seed} ${module}`)
  const questionAt = (step: number) => questions[placeAt(step)] as DeliveredQuestion
  return { module, questionAt, length: questions.length, steps: 0, found: [] }
}

/** How often each module has its turn until `count` questions are dealt, if the walks find what they may still find. */
function turnsFor(count: number, walks: readonly Walk[]): number {
  let turns = 0
  for (let dealt = 0; dealt < count; turns++) {
    const inTurn = walks.filter(({ steps, length, found }) => steps < length || found.length > turns).length
    if (inTurn === 0) break
    dealt += inTurn
  }
  return turns
}

/** Walks on by at most so many steps. Answers the questions that it meets. */
function walkOn(walk: Walk, atMost: number): DeliveredQuestion[] {
  const from = walk.steps
  walk.steps = Math.min(walk.length, from + atMost)
  return Array.from({ length: walk.steps - from }, (_, step) => walk.questionAt(from + step))
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

/**
 * What is repeated of each module: what was not seen for the longest time first, and among questions of one day in an
 * order that follows from the seed.
 */
export function repeatsOf(seen: readonly SeenQuestion[], seed: string): Piles {
  const inOrder = seen
    .map(({ lastDeliveredOn, ...question }) => ({ lastDeliveredOn, question, tie: tieOf(question.questionId, seed) }))
    .sort((a, b) => compare(a.lastDeliveredOn, b.lastDeliveredOn) || a.tie - b.tie)
  return Map.groupBy(
    inOrder.map(({ question }) => question),
    ({ module }) => module,
  )
}

/** The modules in which a learner does worst come first; equals follow from the seed. */
export function weakestFirst(modules: readonly ModuleName[], records: readonly ModuleRecord[], seed: string): ModuleName[] {
  const mastery = new Map(records.map((record) => [record.module, masteryOf(record)]))
  return modules
    .map((module) => ({ module, mastery: mastery.get(module) ?? UNKNOWN_MASTERY, tie: tieOf(module, seed) }))
    .sort((a, b) => a.mastery - b.mastery || a.tie - b.tie)
    .map(({ module }) => module)
}

/** Laplace's rule of succession: (correct + 1) / (answers + 2), so that a few answers do not decide. */
const masteryOf = (record: ModuleRecord): number => (record.correctAnswers + 1) / (record.scoredAnswers + 2)
const UNKNOWN_MASTERY = 0.5

/** Deals at most `count` questions from the piles in turn, in the order of the modules. */
export function deal(modules: readonly ModuleName[], piles: Piles, count: number): DeliveredQuestion[] {
  const inOrder = modules.map((module) => piles.get(module) ?? [])
  const longest = Math.max(0, ...inOrder.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => inOrder.flatMap((pile) => pile[turn] ?? []))
    .flat()
    .slice(0, count)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** What decides between equals. */
const tieOf = (name: string, seed: string): number => numbersFrom(`${seed} ${name}`)()

/** Numbers of 32 bits that follow from a text and are spread evenly: splitmix32, begun at the text's FNV-1a hash. */
function numbersFrom(text: string): () => number {
  let state = fnv1a(text)
  return () => {
    state = (state + 0x9e3779b9) | 0
    const half = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    const whole = Math.imul(half ^ (half >>> 15), 0x735a2d97)
    return (whole ^ (whole >>> 15)) >>> 0
  }
}
