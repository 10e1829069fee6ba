import type { Fact } from '@medicready/domain/events'
import type { QuestionEvent } from '@medicready/domain/questions/question'
import { history } from '@medicready/platform/testing/history'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { reviewRequests } from './review-requests.ts'

const questionId = '00000000-0000-4000-8000-000000002000'
const educator = '00000000-0000-4000-8000-00000000aaaa'
const person = (n: number) => `00000000-0000-4000-8000-00000000100${n}`

const content = (() => {
  const [first] = history({ seed: 1, students: 0, days: 0, questionsPerModule: 1 })
  if (first?.fact.type !== 'QuestionAdded') throw new Error('A history begins with its questions.')
  return first.fact.data.content
})()

const added: QuestionEvent = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId: 'trauma-001', generation: null, content },
}
const revised = (version: number, cause: 'bank' | 'review'): QuestionEvent => ({
  type: 'QuestionRevised',
  data: { questionId, version, cause, content },
})
const asked = (n: number, version = 1): QuestionEvent => ({
  type: 'QuestionReviewRequested',
  data: { questionId, version, userId: person(n), reason: `Reason ${n}` },
})
const withdrawn = (cause: 'review_requests' | 'correct_rate', version = 1): QuestionEvent => ({
  type: 'QuestionWithdrawn',
  data: { questionId, version, cause },
})
const decided = (decision: 'kept' | 'revised' | 'retired', version = 1): QuestionEvent => ({
  type: 'QuestionReviewResolved',
  data: { questionId, version, decision, note: `${decision}, thank you`, resolvedBy: educator },
})
const retired = (cause: 'bank' | 'review'): QuestionEvent => ({
  type: 'QuestionRetired',
  data: { questionId, cause, reason: 'no longer taught' },
})

const answers = (...decided: readonly [n: number, version: number, round: number][]) =>
  decided.map(([n, version, round]) => ({ user_id: person(n), reason: `Reason ${n}`, version, round }))

/** In the order in which they were made. */
async function requestsOf(events: readonly QuestionEvent[]) {
  const { review_requests } = await given(reviewRequests, events).rows()
  return review_requests.toSorted((one, other) => (one.requested_at < other.requested_at ? -1 : 1))
}

test('requests of a round share its decision; later ones wait for the next', async () => {
  const events = [added, asked(1), asked(2), asked(3), withdrawn('review_requests'), revised(2, 'review'), decided('revised'), asked(1, 2)]
  expect(await requestsOf(events)).toMatchObject(answers([1, 1, 0], [2, 1, 0], [3, 1, 0], [1, 2, 1]))
  await given(reviewRequests, events).leaves({
    doubted_questions: [{ round: 1, open_requests: 1, withdrawn_for: null }],
    review_decisions: [{ question_id: questionId, round: 0, decision: 'revised', note: 'revised, thank you' }],
  })
})

test('a user who asks about two versions counts as one, from the first request', () =>
  given(reviewRequests, [added, asked(1), revised(2, 'bank'), asked(1, 2), asked(2, 2)]).leaves({
    doubted_questions: [{ open_requests: 2, oldest_request_at: '2026-03-01T12:00:01.000Z' }],
  }))

test('removing a question from the bank answers its requests; without requests nothing is decided', async () => {
  await given(reviewRequests, [added, asked(1), retired('bank')]).leaves({
    doubted_questions: [{ round: 1, open_requests: 0, withdrawn_for: null }],
    review_requests: [{ reason: 'Reason 1', version: 1, round: 0 }],
    review_decisions: [{ round: 0, decision: 'retired', note: null }],
  })
  await given(reviewRequests, [added, retired('bank')]).leaves({ doubted_questions: [], review_decisions: [] })
})

test('a question withdrawn for its correct rate waits without a request, and gets one decision when it is retired', async () => {
  await given(reviewRequests, [added, withdrawn('correct_rate')]).leaves({
    doubted_questions: [{ round: 0, open_requests: 0, withdrawn_for: 'correct_rate' }],
  })
  await given(reviewRequests, [added, withdrawn('correct_rate'), retired('review'), decided('retired')]).leaves({
    doubted_questions: [{ round: 1, open_requests: 0, withdrawn_for: null }],
    review_decisions: [{ round: 0, decision: 'retired', note: 'retired, thank you', decided_by: educator }],
  })
})

test('every step of the history is listed in order, with its cause', () =>
  given(reviewRequests, [added, asked(1), withdrawn('correct_rate'), retired('review'), decided('retired')]).leaves({
    question_history: [
      { revision: 0, what: 'added', version: 1, cause: 'curated', note: null },
      { revision: 1, what: 'review_requested', version: 1, cause: null, note: null },
      { revision: 2, what: 'withdrawn', version: 1, cause: 'correct_rate', note: null },
      { revision: 3, what: 'retired', version: null, cause: 'review', note: 'no longer taught' },
      { revision: 4, what: 'review_decided', version: 1, cause: 'retired', note: 'retired, thank you' },
    ],
  }))

test('a long review history is folded the same way in every mode', async () => {
  const rows = await given(reviewRequests, [
    added,
    ...[1, 2, 3].map((n) => asked(n)),
    withdrawn('review_requests'),
    decided('kept'),
    revised(2, 'bank'),
    ...[1, 2, 3].map((n) => asked(n, 2)),
    withdrawn('review_requests', 2),
    revised(3, 'review'),
    decided('revised', 2),
    asked(4, 3),
    retired('bank'),
  ]).rows()
  expect(rows.review_decisions.map(({ decision }) => decision)).toEqual(['kept', 'revised', 'retired'])
})

test("an erased user's texts are removed, and others' stay", async () => {
  const erased: Fact = { type: 'AccountErased', data: { userId: person(1) } }
  const { review_requests } = await given(reviewRequests, [added, asked(1), asked(2), asked(1, 2), erased]).rows()
  const words = review_requests.map(({ user_id, reason }) => ({ user_id, reason }))
  expect(words.toSorted((one, other) => one.user_id.localeCompare(other.user_id))).toEqual([
    { user_id: person(1), reason: null },
    { user_id: person(1), reason: null },
    { user_id: person(2), reason: 'Reason 2' },
  ])
})

test('an offered bank revision waits until it is settled, and a later one replaces it', async () => {
  const offered = (offer: number, stem: string): QuestionEvent => ({
    type: 'BankRevisionOffered',
    data: { questionId, offer, bankId: 'trauma-001', content: { ...content, stem } },
  })
  const settled: QuestionEvent = {
    type: 'BankRevisionSettled',
    data: { questionId, version: 2, offer: 2, decision: 'kept', settledBy: educator },
  }
  const waiting = [added, revised(2, 'review'), offered(1, 'Once?'), offered(2, 'Twice?')]
  await given(reviewRequests, waiting).leaves({
    bank_offers: [{ offer: 2, bank_id: 'trauma-001', content: { ...content, stem: 'Twice?' } }],
  })
  await given(reviewRequests, [...waiting, settled]).leaves({
    bank_offers: [],
    question_history: [
      { what: 'added' },
      { what: 'revised' },
      { what: 'bank_offered', version: null },
      { what: 'bank_offered' },
      { what: 'bank_settled', version: 2, cause: 'kept' },
    ],
  })
})

test('each status of a question is kept with its time span', async () => {
  const { review_standings } = await given(reviewRequests, [added, asked(1), withdrawn('correct_rate'), decided('kept')]).rows()
  const turns = review_standings.toSorted((one, other) => one.change - other.change)
  expect(turns).toMatchObject([
    { situation: 'active', open_requests: 0, waits: false },
    { situation: 'active', open_requests: 1, withdrawn_for: null, waits: true },
    { situation: 'withdrawn', open_requests: 1, withdrawn_for: 'correct_rate', waits: true },
    { situation: 'active', open_requests: 0, withdrawn_for: null, waits: false },
  ])
  expect(turns.map(({ until }) => until)).toEqual([...turns.slice(1).map(({ since }) => since), null])
})
