import { itemKinds } from '@medicready/domain/questions/content/item'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { difficulties, judgmentSteps, nremtDomains } from '@medicready/domain/questions/shown/terms'
import { countedSeconds } from '@medicready/domain/study/analytics/spent-times'
import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import { isNotedAt, percentOf } from '@medicready/domain/study/shown/percentile'

/**
 * Five numbers per group: answers, scored, right, seconds, and the last noted percent plus one (0 for none). One flat
 * list copies much faster than objects, and it is copied for every answer.
 */
export type Counts = readonly number[]

const FIELDS = 5

export interface Group {
  readonly answered: number
  readonly scoredAnswers: number
  readonly correctAnswers: number
  readonly seconds: number
  readonly noted: number | null
}

export const groupAt = (counts: Counts, place = 0): Group => {
  const [answered = 0, scoredAnswers = 0, correctAnswers = 0, seconds = 0, noted = 0] = counts.slice(FIELDS * place, FIELDS * (place + 1))
  return { answered, scoredAnswers, correctAnswers, seconds, noted: noted === 0 ? null : noted - 1 }
}

export const noCounts = (groups = 1): Counts => new Array<number>(FIELDS * groups).fill(0)

interface Answered {
  readonly isCorrect: boolean
  readonly isScored: boolean
  readonly seconds: number
}

/** Null is outside of the distribution. */
export interface Move {
  readonly from: number | null
  readonly to: number
}

export function countAt(counts: number[], place: number, { isScored, isCorrect, seconds }: Answered): Move | null {
  const at = FIELDS * place
  counts[at] = (counts[at] ?? 0) + 1
  counts[at + 3] = (counts[at + 3] ?? 0) + countedSeconds(seconds)
  if (!isScored) return null
  const scoredAnswers = (counts[at + 1] ?? 0) + 1
  const correctAnswers = (counts[at + 2] ?? 0) + (isCorrect ? 1 : 0)
  counts[at + 1] = scoredAnswers
  counts[at + 2] = correctAnswers
  if (!isNotedAt(scoredAnswers)) return null
  const noted = counts[at + 4] ?? 0
  const to = percentOf({ scoredAnswers, correctAnswers })
  if (to === null || to === noted - 1) return null
  counts[at + 4] = to + 1
  return { from: noted === 0 ? null : noted - 1, to }
}

/** Groups that do not depend on the module. */
export const groups: readonly { readonly dimension: Exclude<Dimension, 'module' | 'topic'> | 'all'; readonly value: string }[] = [
  { dimension: 'all', value: '' },
  ...nremtDomains.map((value) => ({ dimension: 'domain' as const, value })),
  ...judgmentSteps.map((value) => ({ dimension: 'judgmentStep' as const, value })),
  ...itemKinds.map((value) => ({ dimension: 'kind' as const, value })),
  ...difficulties.map((value) => ({ dimension: 'difficulty' as const, value })),
]
export const ALL = 0

const placesOf = (dimension: (typeof groups)[number]['dimension']): ReadonlyMap<string, number> =>
  new Map(groups.flatMap((group, place) => (group.dimension === dimension ? [[group.value, place]] : [])))
const places = {
  domain: placesOf('domain'),
  judgmentStep: placesOf('judgmentStep'),
  kind: placesOf('kind'),
  difficulty: placesOf('difficulty'),
}

interface Filed {
  readonly domain: string
  readonly judgment_step: string | null
  readonly kind: string
  readonly difficulty: string
}

export function placesFor(question: Filed | null): readonly number[] {
  const found = [ALL]
  if (question === null) return found
  add(found, places.domain.get(question.domain))
  if (question.judgment_step !== null) add(found, places.judgmentStep.get(question.judgment_step))
  add(found, places.kind.get(question.kind))
  add(found, places.difficulty.get(question.difficulty))
  return found
}

function add(to: number[], place: number | undefined): void {
  if (place !== undefined) to.push(place)
}

export const placeOf = (topic: string, topics: readonly string[]): number => 1 + topics.indexOf(topic)

export const topicValue = (module: ModuleName, topic: string): string => `${module} / ${topic}`
