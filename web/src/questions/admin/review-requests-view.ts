import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'
import { among } from '../../dashboards/address.ts'

export const sortKeys = ['waiting', 'requests', 'oldest', 'answers', 'correctRate'] as const
export type SortKey = (typeof sortKeys)[number]

export const causes = ['requests', 'below_chance', 'bank', 'pilot'] as const
export type Cause = (typeof causes)[number]

/** Unknown values in the address are ignored. */
export interface RequestsView {
  /** `waiting` is the order of the server: withdrawn questions first, then by open requests. */
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly module: ModuleName | ''
  readonly cause: Cause | ''
  /** Starts at 1. */
  readonly page: number
}

export const PAGE_SIZE = 25

export function viewFrom(search: URLSearchParams): RequestsView {
  const page = Number(search.get('page'))
  return {
    sort: among(sortKeys, search.get('sort'), 'waiting'),
    order: among(['asc', 'desc'], search.get('order'), 'desc'),
    module: among(moduleNames, search.get('module'), ''),
    cause: among(causes, search.get('cause'), ''),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

const figures: Record<Exclude<SortKey, 'waiting'>, (entry: DoubtedQuestion) => number> = {
  requests: (entry) => entry.openRequests,
  oldest: (entry) => (entry.oldestRequestAt ? -Date.parse(entry.oldestRequestAt) : Number.NEGATIVE_INFINITY),
  answers: (entry) => entry.answers,
  correctRate: (entry) => entry.correctRate,
}

const isFor: Record<Cause, (entry: DoubtedQuestion) => boolean> = {
  requests: (entry) => entry.openRequests > 0,
  below_chance: (entry) => entry.withdrawnFor === 'correct_rate',
  bank: (entry) => entry.hasBankOffer,
  pilot: (entry) => entry.isPilot,
}

/** A page beyond the last one shows the last. */
export function shownEntries(entries: readonly DoubtedQuestion[], view: RequestsView) {
  const chosen = entries.filter(
    (entry) => (view.module === '' || entry.module === view.module) && (view.cause === '' || isFor[view.cause](entry)),
  )
  if (view.sort !== 'waiting') {
    const figure = figures[view.sort]
    const direction = view.order === 'desc' ? -1 : 1
    chosen.sort((one, other) => direction * compare(figure(one), figure(other)))
  }
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE_SIZE))
  const page = Math.min(view.page, pages)
  return { shown: chosen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: chosen.length, page, pages }
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)
