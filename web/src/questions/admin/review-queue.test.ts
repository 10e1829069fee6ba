import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { expect, it } from 'vitest'
import { withFilters } from '../../dashboards/address.ts'
import { PAGE_SIZE, type RequestsView, shownEntries, viewFrom } from './review-queue.tsx'

const usual: RequestsView = { sort: 'waiting', order: 'desc', module: '', cause: '', page: 1 }
const entry = (n: number, more: Partial<DoubtedQuestion> = {}): DoubtedQuestion => ({
  questionId: `question-${n}`,
  module: 'Trauma',
  stem: `Stem ${n}`,
  version: 1,
  situation: 'active',
  withdrawnFor: null,
  isPilot: false,
  openRequests: n,
  oldestRequestAt: `2026-03-0${n + 1}T12:00:00.000Z`,
  hasBankOffer: false,
  isOutdated: false,
  answers: 10 * n,
  correctRate: 50 - n,
  ...more,
})
const ids = (entries: readonly DoubtedQuestion[], view: Partial<RequestsView>) =>
  shownEntries(entries, { ...usual, ...view }).shown.map(({ questionId }) => questionId)

it('is read from the URL, and unknown values are ignored', () => {
  const view: RequestsView = { sort: 'answers', order: 'asc', module: 'Trauma', cause: 'below_chance', page: 3 }
  const search = new URLSearchParams('sort=answers&order=asc&module=Trauma&cause=below_chance&page=3')
  expect(viewFrom(search)).toEqual(view)
  expect(withFilters(new URLSearchParams(), view, usual).toString()).toBe(search.toString())
  for (const nonsense of ['', 'sort=stem&page=-1&cause=rumour', 'page=two']) expect(viewFrom(new URLSearchParams(nonsense))).toEqual(usual)
})

it('keeps the order of the server unless another is asked for', () => {
  const entries = [entry(2), entry(1), entry(3)]
  expect(ids(entries, {})).toEqual(['question-2', 'question-1', 'question-3'])
  expect(ids(entries, { sort: 'answers' })).toEqual(['question-3', 'question-2', 'question-1'])
  expect(ids(entries, { sort: 'correctRate', order: 'asc' })).toEqual(['question-3', 'question-2', 'question-1'])
  expect(ids([...entries, entry(4, { oldestRequestAt: null })], { sort: 'oldest' })).toEqual([
    'question-1',
    'question-2',
    'question-3',
    'question-4',
  ])
})

it('applies the filters', () => {
  const entries = [entry(0, { withdrawnFor: 'correct_rate' }), entry(1, { module: 'Pediatrics' }), entry(2, { isPilot: true })]
  expect(ids(entries, { cause: 'below_chance' })).toEqual(['question-0'])
  expect(ids(entries, { cause: 'requests' })).toEqual(['question-1', 'question-2'])
  expect(ids(entries, { cause: 'pilot' })).toEqual(['question-2'])
  expect(ids(entries, { module: 'Pediatrics' })).toEqual(['question-1'])
})

it('shows one page at a time, and the last one if the requested one is gone', () => {
  const entries = Array.from({ length: PAGE_SIZE + 2 }, (_, n) => entry(n % 8, { questionId: `q${n}` }))
  expect(shownEntries(entries, usual)).toMatchObject({ total: PAGE_SIZE + 2, page: 1, pages: 2 })
  expect(ids(entries, { page: 9 })).toEqual([`q${PAGE_SIZE}`, `q${PAGE_SIZE + 1}`])
  expect(shownEntries([], { ...usual, page: 4 })).toEqual({ shown: [], total: 0, page: 1, pages: 1 })
})
