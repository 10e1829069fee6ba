import type { CalendarDay } from '../calendar.ts'
import type { ModuleName } from './modules.ts'
import type { DeliveredQuestion } from './study-day.ts'

export interface Candidate extends DeliveredQuestion {
  /** The learner's last day with this question; null when it was never delivered. */
  readonly lastDeliveredOn: CalendarDay | null
}

export interface ModuleRecord {
  readonly module: ModuleName
  /** Answers that counted as right or wrong. */
  readonly scoredAnswers: number
  readonly correctAnswers: number
}

/**
 * Orders questions for a learner, best first: unseen before seen; within each, dealt in turn from the modules, weakest first, so that a set
 * mixes its modules; the longest unseen first among the seen. Equal ones follow the seed, so that the same input gives the same order. Answers the best
 * `limit` of them, which among very many costs much less than all.
 */
export function orderCandidates(
  candidates: readonly Candidate[],
  records: readonly ModuleRecord[],
  seed: string,
  limit = Number.POSITIVE_INFINITY,
): DeliveredQuestion[] {
  const weakness = new Map(records.map((record) => [record.module, mastery(record)]))
  const seeded = hash(seed)
  const byModule = new Map<ModuleName, Piles>()
  for (const candidate of candidates) {
    let piles = byModule.get(candidate.module)
    if (!piles) {
      piles = { unseen: [], seen: [] }
      byModule.set(candidate.module, piles)
    }
    piles[candidate.lastDeliveredOn === null ? 'unseen' : 'seen'].push(candidate)
  }
  const modules = [...byModule.keys()].sort(
    (a, b) =>
      (weakness.get(a) ?? UNKNOWN_MASTERY) - (weakness.get(b) ?? UNKNOWN_MASTERY) || hash(a, seeded) - hash(b, seeded) || (a < b ? -1 : 1),
  )
  const piles = modules.map((module) => byModule.get(module) as Piles)
  const ordered = dealInTurn(
    piles.map(({ unseen }) => firstByTie(unseen, seeded, limit)),
    limit,
  )
  if (ordered.length < limit) {
    const seen = piles.map((pile) => withTies(pile.seen, seeded, EVERY_TIE).sort(byDayThenTie))
    ordered.push(...dealInTurn(seen, limit - ordered.length))
  }
  return ordered.map(({ candidate: { questionId, questionVersion, module } }) => ({ questionId, questionVersion, module }))
}

interface Piles {
  readonly unseen: Candidate[]
  readonly seen: Candidate[]
}

interface Drawn {
  readonly candidate: Candidate
  /** What decides between equals: evenly spread over 32 bits. */
  readonly tie: number
}

const EVERY_TIE = 2 ** 32
/** As much of an id's end as tells it from others: 48 bits of a UUID. Where it does not, the whole id decides. */
const TELLING_END = 12

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTie = (a: Drawn, b: Drawn): number => a.tie - b.tie || compare(a.candidate.questionId, b.candidate.questionId)
const byDayThenTie = (a: Drawn, b: Drawn): number =>
  compare(a.candidate.lastDeliveredOn ?? '', b.candidate.lastDeliveredOn ?? '') || byTie(a, b)

/** The candidates whose ties are below a bound. */
function withTies(candidates: readonly Candidate[], seeded: number, bound: number): Drawn[] {
  const drawn: Drawn[] = []
  for (const candidate of candidates) {
    const { questionId } = candidate
    const tie = hash(questionId, seeded, Math.max(0, questionId.length - TELLING_END))
    if (tie < bound) drawn.push({ candidate, tie })
  }
  return drawn
}

/** The first so many in the order of their ties, or more. Since ties are spread evenly, nearly all of the others are passed over without sorting them. */
function firstByTie(candidates: readonly Candidate[], seeded: number, count: number): Drawn[] {
  const bound = ((count + 6 * Math.sqrt(count) + 10) / candidates.length) * EVERY_TIE
  let first = withTies(candidates, seeded, bound)
  if (first.length < count && bound < EVERY_TIE) first = withTies(candidates, seeded, EVERY_TIE)
  return first.sort(byTie)
}

/** Laplace's rule of succession: (correct + 1) / (answers + 2), so that a few answers do not decide. */
const mastery = (record: ModuleRecord): number => (record.correctAnswers + 1) / (record.scoredAnswers + 2)
const UNKNOWN_MASTERY = 0.5

function dealInTurn<T>(piles: readonly T[][], limit: number): T[] {
  const longest = Math.max(0, ...piles.map((pile) => pile.length))
  const dealt: T[] = []
  for (let turn = 0; turn < longest; turn++)
    for (const pile of piles) {
      if (dealt.length >= limit) return dealt
      if (turn < pile.length) dealt.push(pile[turn] as T)
    }
  return dealt
}

/** FNV-1a, 32 bit, of a text from `start` on; goes on from the hash of what stands before. */
function hash(text: string, before = 0x811c9dc5, start = 0): number {
  let value = before
  for (let index = start; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
