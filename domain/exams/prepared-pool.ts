import type { CalendarDay } from '../core/shown/calendar.ts'
import { ABILITY_POINTS, fillRow, Posterior } from './ability.ts'
import type { Share } from './exam-plan.ts'
import type { PoolItem } from './pool.ts'
import { type Balance, CLINICAL_JUDGMENT } from './shown/blueprints.ts'

/** A portion is an item or a set, which takes its parts' most frequent category and any part's trial. */
export interface PreparedPool {
  readonly items: readonly PoolItem[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly difficulty: Float64Array
  /** Reduced when the difficulty is uncertain. */
  readonly discrimination: Float64Array
  /** One likelihood row per item. */
  readonly rows: Float64Array
  readonly portionOf: Int32Array
  /** Item indexes of each portion. */
  readonly portions: readonly Int32Array[]
  readonly isPilot: Uint8Array
  /** Upper bound of the average information. */
  readonly bestInformation: number
  readonly byBalance: Readonly<Record<Balance, Shelves>>
  readonly scratch: Scratch
}

export interface Shelves {
  readonly categories: readonly string[]
  readonly categoryOf: readonly string[]
  readonly codeOf: Int32Array
  readonly scored: readonly Int32Array[]
  readonly pilots: Int32Array
}

/** Reusable buffers; nothing carries over between decisions. */
export interface Scratch {
  readonly posterior: Posterior
  /** By portion: the number of the decision that marked it given or passed over. */
  readonly given: Int32Array
  readonly passedOver: Int32Array
  readonly answered: Int32Array
  decision: number
}

/** Parts may stand in any order; incomplete sets are left out. */
export function preparePool(items: readonly PoolItem[]): PreparedPool {
  const discriminations = Float64Array.from(items, asItTells)
  const rows = new Float64Array(items.length * ABILITY_POINTS)
  for (const [index, { difficulty }] of items.entries()) fillRow(rows, index * ABILITY_POINTS, difficulty, discriminations[index] ?? 1)
  const portions = portionsOf(items)
  const portionOf = new Int32Array(items.length).fill(-1)
  for (const [portion, places] of portions.entries()) for (const place of places) portionOf[place] = portion
  return {
    items,
    indexOf: new Map(items.map(({ questionId }, index) => [questionId, index])),
    difficulty: Float64Array.from(items, ({ difficulty }) => difficulty),
    discrimination: discriminations,
    rows,
    portionOf,
    portions,
    isPilot: Uint8Array.from(portions, (places) => (itemsAt(items, places).some(({ isPilot }) => isPilot) ? 1 : 0)),
    bestInformation: discriminations.reduce((sum, discrimination) => sum + discrimination ** 2 / 4, 0) / Math.max(1, items.length),
    byBalance: {
      domain: shelvesOf(items, portions, 'domain'),
      domain_or_judgment: shelvesOf(items, portions, 'domain_or_judgment'),
      module: shelvesOf(items, portions, 'module'),
    },
    scratch: {
      posterior: new Posterior(),
      given: new Int32Array(portions.length),
      passedOver: new Int32Array(portions.length),
      answered: new Int32Array(items.length),
      decision: 0,
    },
  }
}

// An uncertain difficulty acts like a lower discrimination (D. J. C. MacKay, Neural Computation 4, 1992).
const asItTells = ({ discrimination, standardError }: PoolItem): number =>
  discrimination / Math.sqrt(1 + (Math.PI / 8) * (discrimination * standardError) ** 2)

const itemsAt = (items: readonly PoolItem[], places: Int32Array): PoolItem[] =>
  Array.from(places, (place) => items[place]).filter((item) => item !== undefined)

function portionsOf(items: readonly PoolItem[]): Int32Array[] {
  const sets = new Map<string, number[]>()
  const portions: number[][] = []
  for (const [index, { set }] of items.entries()) {
    const known = set && sets.get(set.id)
    if (known) known.push(index)
    else {
      const portion = [index]
      portions.push(portion)
      if (set) sets.set(set.id, portion)
    }
  }
  const part = (index: number) => items[index]?.set?.part ?? 1
  return portions
    .map((places) => places.sort((one, other) => part(one) - part(other)))
    .filter((places) => places.length === (items[places[0] ?? 0]?.set?.of ?? 1))
    .map((places) => Int32Array.from(places))
}

export const categoryIn: Readonly<Record<Balance, (item: Pick<PoolItem, 'domain' | 'isJudgment' | 'module'>) => string>> = {
  domain: ({ domain }) => domain,
  domain_or_judgment: ({ domain, isJudgment }) => (isJudgment ? CLINICAL_JUDGMENT : domain),
  module: ({ module }) => module,
}

function shelvesOf(items: readonly PoolItem[], portions: readonly Int32Array[], balance: Balance): Shelves {
  const categoryOf = portions.map((places) => mostFrequent(itemsAt(items, places).map(categoryIn[balance])))
  const categories = [...new Set(categoryOf)]
  const isPilot = (portion: number) => itemsAt(items, portions[portion] ?? new Int32Array()).some((item) => item.isPilot)
  const all = [...categoryOf.keys()]
  return {
    categories,
    categoryOf,
    codeOf: Int32Array.from(categoryOf, (category) => categories.indexOf(category)),
    scored: categories.map((category) => Int32Array.from(all.filter((portion) => categoryOf[portion] === category && !isPilot(portion)))),
    pilots: Int32Array.from(all.filter(isPilot)),
  }
}

function mostFrequent(names: readonly string[]): string {
  const times = (name: string) => names.filter((other) => other === name).length
  return names.reduce((best, name) => (times(name) > times(best) ? name : best), names[0] ?? '')
}

/** Within this many days an answer measures memory. */
export const REMEMBERED_DAYS = 30
/** Keep this multiple of a category's share in the longest exam, so that there is a choice. */
const CHOICE_OF = 2

interface Asked {
  readonly balance: Balance
  readonly shares: readonly Share[]
  readonly maxItems: number
  readonly metOn: ReadonlyMap<string, CalendarDay>
}

/** Recently met questions, as pool indexes. If a category has too few left, those met longest ago stay in. */
export function passedOver(pool: PreparedPool, { balance, shares, maxItems, metOn }: Asked): number[] {
  const places = Map.groupBy(pool.items.keys(), (place) => categoryAt(pool, balance, place))
  return shares
    .flatMap(({ category, percent }) => {
      const inCategory = places.get(category) ?? []
      const toLeave = Math.ceil((CHOICE_OF * maxItems * percent) / 100)
      return inCategory
        .flatMap((place) => ({ place, day: metOn.get(pool.items[place]?.questionId ?? '') ?? '' }))
        .filter(({ day }) => day !== '')
        .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : one.place - other.place))
        .slice(0, Math.max(0, inCategory.length - toLeave))
        .map(({ place }) => place)
    })
    .toSorted((one, other) => one - other)
}

export function available(pool: PreparedPool, { balance, shares }: Pick<Asked, 'balance' | 'shares'>): { scored: number; pilots: number } {
  const categories = new Set(shares.map(({ category }) => category))
  const counts = { scored: 0, pilots: 0 }
  for (const place of pool.items.keys()) {
    const portion = pool.portionOf[place] ?? -1
    if (portion < 0 || !categories.has(categoryAt(pool, balance, place))) continue
    if (pool.isPilot[portion] === 1) counts.pilots += 1
    else counts.scored += 1
  }
  return counts
}

/** A whole set counts as one; an incomplete one has no category. */
const categoryAt = ({ byBalance, portionOf }: PreparedPool, balance: Balance, place: number): string =>
  byBalance[balance].categoryOf[portionOf[place] ?? -1] ?? ''
