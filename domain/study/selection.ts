import type { CalendarDay } from '../calendar.ts'
import type { ModuleName } from './modules.ts'
import type { DeliveredQuestion } from './study-day.ts'

export interface Candidate extends DeliveredQuestion {
  /** The learner's last day with this question; null when it was never delivered. */
  readonly lastDeliveredOn: CalendarDay | null
}

export interface ModuleRecord {
  readonly module: ModuleName
  readonly totalQuestions: number
  readonly correctAnswers: number
}

/**
 * Orders questions for a learner, best first: unseen before seen; within each, dealt in turn from the modules, weakest first, so that a set
 * mixes its modules; the longest unseen first among the seen. Equal ones follow the seed, so that the same input gives the same order.
 */
export function orderCandidates(candidates: readonly Candidate[], records: readonly ModuleRecord[], seed: string): DeliveredQuestion[] {
  const weakness = new Map(records.map((record) => [record.module, mastery(record)]))
  const byModule = new Map<ModuleName, { candidate: Candidate; tie: number }[]>()
  for (const candidate of candidates) {
    const group = byModule.get(candidate.module) ?? []
    group.push({ candidate, tie: hash(seed + candidate.questionId) })
    byModule.set(candidate.module, group)
  }
  const modules = [...byModule.keys()].sort(
    (a, b) =>
      (weakness.get(a) ?? UNKNOWN_MASTERY) - (weakness.get(b) ?? UNKNOWN_MASTERY) || hash(seed + a) - hash(seed + b) || (a < b ? -1 : 1),
  )
  const unseen: Candidate[][] = []
  const seen: Candidate[][] = []
  for (const module of modules) {
    const group = (byModule.get(module) ?? []).sort(
      (a, b) =>
        (a.candidate.lastDeliveredOn ?? '').localeCompare(b.candidate.lastDeliveredOn ?? '') ||
        a.tie - b.tie ||
        a.candidate.questionId.localeCompare(b.candidate.questionId),
    )
    const firstSeen = group.findIndex(({ candidate }) => candidate.lastDeliveredOn !== null)
    const split = firstSeen === -1 ? group.length : firstSeen
    unseen.push(group.slice(0, split).map(({ candidate }) => candidate))
    seen.push(group.slice(split).map(({ candidate }) => candidate))
  }
  return [...dealInTurn(unseen), ...dealInTurn(seen)].map(({ questionId, questionVersion, module }) => ({
    questionId,
    questionVersion,
    module,
  }))
}

/** Laplace's rule of succession: (correct + 1) / (answers + 2), so that a few answers do not decide. */
const mastery = (record: ModuleRecord): number => (record.correctAnswers + 1) / (record.totalQuestions + 2)
const UNKNOWN_MASTERY = 0.5

function dealInTurn<T>(piles: readonly T[][]): T[] {
  const longest = Math.max(0, ...piles.map((pile) => pile.length))
  const dealt: T[] = []
  for (let turn = 0; turn < longest; turn++) for (const pile of piles) if (turn < pile.length) dealt.push(pile[turn] as T)
  return dealt
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
