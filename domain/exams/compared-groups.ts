import type { GroupComparison } from './calibration-facts.ts'
import { differentialFunctioning, type GroupedAnswer, judged, LEAST_OF_A_GROUP } from './differential-functioning.ts'
import { at, type FirstAnswers } from './numbers.ts'

export interface Grouping {
  readonly by: GroupComparison['by']
  readonly names: readonly string[]
  /** Group index by learner; −1 if not stated. */
  readonly groupOf: Int32Array
  /** Reference group; null to compare each group with all others. */
  readonly reference: number | null
}

const MOST_GROUPS = 8
/** With this many items, the median difference is attributed to the groups, not the items. */
const LEAST_TO_CENTRE = 20

interface Given {
  readonly answers: FirstAnswers
  readonly items: number
  readonly ability: Float64Array
  readonly groupings: readonly Grouping[]
}

/** Shrunken abilities make every item look unfair between unequal groups, so the median over items is subtracted. */
export function* comparingGroups({ answers, items, ability, groupings }: Given): Generator<void, GroupComparison[][]> {
  const found: GroupComparison[][] = Array.from({ length: items }, () => [])
  const pairs = groupings.flatMap(pairsOf)
  if (pairs.length === 0) return found
  const { starts, places } = byItem(answers, items)
  for (const pair of pairs) {
    const compared: [item: number, GroupComparison][] = []
    for (let item = 0; item < items; item++) {
      const grouped = groupedAnswers(answers, places.subarray(at(starts, item), at(starts, item + 1)), ability, pair)
      const functioning = differentialFunctioning(grouped)
      yield
      if (functioning === null) continue
      const focalAnswers = grouped.filter(({ isFocal }) => isFocal).length
      const { by, focal, reference } = pair
      compared.push([item, { ...functioning, by, focal, reference, focalAnswers, referenceAnswers: grouped.length - focalAnswers }])
    }
    const offset = compared.length < LEAST_TO_CENTRE ? 0 : median(compared.map(([, { delta }]) => delta))
    for (const [item, comparison] of compared) {
      const delta = comparison.delta - offset
      found[item]?.push({ ...comparison, ...judged(delta, comparison.standardError) })
    }
  }
  return found
}

interface Pair extends Pick<GroupComparison, 'by' | 'focal' | 'reference'> {
  /** By learner: 1 focal, 0 reference, −1 neither. */
  readonly sideOf: Int32Array
}

function pairsOf({ by, names, groupOf, reference }: Grouping): Pair[] {
  const sizes = names.map((_, group) => groupOf.reduce((size, own) => (own === group ? size + 1 : size), 0))
  const sizeOf = (group: number) => sizes[group] ?? 0
  const told = sizes.reduce((sum, size) => sum + size, 0)
  const isCompared = (group: number) => {
    const others = reference === null ? told - sizeOf(group) : sizeOf(reference)
    return group !== reference && sizeOf(group) >= LEAST_OF_A_GROUP && others >= LEAST_OF_A_GROUP
  }
  const compared = [...names.keys()]
    .filter(isCompared)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MOST_GROUPS)
  // Comparing both ways would duplicate the result.
  const [first, second] = compared
  const isMirrored = reference === null && compared.length === 2 && sizeOf(first ?? 0) + sizeOf(second ?? 0) === told
  return (isMirrored ? compared.slice(1) : compared).map((focal) => ({
    by,
    focal: names[focal] ?? '',
    reference: reference === null ? (isMirrored ? (names[first ?? 0] ?? null) : null) : (names[reference] ?? null),
    sideOf: Int32Array.from(groupOf, (group) => sideIn(group, focal, reference)),
  }))
}

const sideIn = (group: number, focal: number, reference: number | null): number => {
  if (group === focal) return 1
  return group >= 0 && (reference === null || group === reference) ? 0 : -1
}

function byItem({ items: ofAnswers }: FirstAnswers, items: number): { readonly starts: Int32Array; readonly places: Int32Array } {
  const starts = new Int32Array(items + 1)
  for (const item of ofAnswers) starts[item + 1] = at(starts, item + 1) + 1
  for (let item = 0; item < items; item++) starts[item + 1] = at(starts, item + 1) + at(starts, item)
  const next = starts.slice()
  const places = new Int32Array(ofAnswers.length)
  for (const [answer, item] of ofAnswers.entries()) {
    places[at(next, item)] = answer
    next[item] = at(next, item) + 1
  }
  return { starts, places }
}

function groupedAnswers(answers: FirstAnswers, places: Int32Array, ability: Float64Array, { sideOf }: Pair): GroupedAnswer[] {
  const grouped: GroupedAnswer[] = []
  for (const answer of places) {
    const learner = at(answers.learners, answer)
    const side = at(sideOf, learner)
    if (side >= 0) grouped.push({ ability: at(ability, learner), isRight: at(answers.right, answer) === 1, isFocal: side === 1 })
  }
  return grouped
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
