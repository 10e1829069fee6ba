import type { QuestionEvent } from '@medicready/domain/questions/question'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { asLogEntries, Chance, history } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test } from 'vitest'
import { GenerationFold } from '../generation-fold.ts'
import { openEmpty } from '../generations.ts'
import { readModels } from '../testing/read-models.ts'
import { questionReviews } from './question-reviews.ts'

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

/** One event a second, from noon on. */
function logOf(events: readonly QuestionEvent[]) {
  const chance = new Chance(1)
  return [
    ...asLogEntries(
      events.map((fact, index) => ({
        id: chance.uuid(),
        streamName: `question-${questionId}`,
        revision: BigInt(index),
        fact,
        metadata: {
          schemaVersion: '1',
          correlationId: 'test',
          causationId: 'test',
          commandId: 'test',
          actorId: 'test',
          occurredAt: `2026-03-01T12:00:${String(index).padStart(2, '0')}.000Z`,
        },
      })),
    ),
  ]
}

async function folded(events: readonly QuestionEvent[], batchSize = 500): Promise<Sql> {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test', max: 2 })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  const { signal } = new AbortController()
  const fold = new GenerationFold({
    sql,
    projection: questionReviews,
    generation: await openEmpty(sql, questionReviews),
    state: 'live',
    logger,
    signal,
  })
  const entries = logOf(events)
  for (let start = 0; start < entries.length; start += batchSize)
    expect(await fold.advance(entries.slice(start, start + batchSize))).toEqual({ kind: 'advanced' })
  return sql
}

const outcomes = (sql: Sql) => sql`
  SELECT r.reason, r.version, d.decision, d.note
  FROM read.review_requests r LEFT JOIN read.review_decisions d ON d.question_id = r.question_id AND d.round = r.round
  ORDER BY r.requested_at`
const waiting = (sql: Sql) => sql`SELECT round, open_requests, withdrawn_for FROM read.question_reviews`

test('those who asked in a round have its decision; those who ask later wait for the next', async () => {
  const sql = await folded([
    added,
    asked(1),
    asked(2),
    asked(3),
    withdrawn('review_requests'),
    revised(2, 'review'),
    decided('revised'),
    asked(1, 2),
  ])
  expect([...(await outcomes(sql))]).toEqual([
    ...[1, 2, 3].map((n) => ({ reason: `Reason ${n}`, version: 1, decision: 'revised', note: 'revised, thank you' })),
    { reason: 'Reason 1', version: 2, decision: null, note: null },
  ])
  expect([...(await waiting(sql))]).toEqual([{ round: 1, open_requests: 1, withdrawn_for: null }])
})

test('somebody who asks for two versions is one of those who wait, since their first request', async () => {
  const sql = await folded([added, asked(1), revised(2, 'bank'), asked(1, 2), asked(2, 2)])
  expect([...(await sql`SELECT open_requests, oldest_request_at FROM read.question_reviews`)]).toEqual([
    { open_requests: 2, oldest_request_at: new Date('2026-03-01T12:00:01.000Z') },
  ])
})

test('a question that the bank takes away answers those who asked; one that nobody doubted decides nothing', async () => {
  const doubted = await folded([added, asked(1), retired('bank')])
  expect([...(await outcomes(doubted))]).toEqual([{ reason: 'Reason 1', version: 1, decision: 'retired', note: null }])
  expect([...(await waiting(doubted))]).toEqual([{ round: 1, open_requests: 0, withdrawn_for: null }])
  const undoubted = await folded([added, retired('bank')])
  expect([...(await waiting(undoubted))]).toEqual([])
})

test('a question withdrawn for its correct rate waits without a request, and has one decision when a review retires it', async () => {
  const sql = await folded([added, withdrawn('correct_rate')])
  expect([...(await waiting(sql))]).toEqual([{ round: 0, open_requests: 0, withdrawn_for: 'correct_rate' }])
  const ended = await folded([added, withdrawn('correct_rate'), retired('review'), decided('retired')])
  expect([...(await waiting(ended))]).toEqual([{ round: 1, open_requests: 0, withdrawn_for: null }])
  expect([...(await ended`SELECT round, decision, note, decided_by FROM read.review_decisions`)]).toEqual([
    { round: 0, decision: 'retired', note: 'retired, thank you', decided_by: educator },
  ])
})

test('every turn is told in its order, with what was behind it', async () => {
  const events = [added, asked(1), withdrawn('correct_rate'), retired('review'), decided('retired')]
  const sql = await folded(events)
  const history = await sql`SELECT revision, what, version, cause, note FROM read.question_history ORDER BY revision`
  expect([...history]).toEqual([
    { revision: 0, what: 'added', version: 1, cause: 'curated', note: null },
    { revision: 1, what: 'review_requested', version: 1, cause: null, note: null },
    { revision: 2, what: 'withdrawn', version: 1, cause: 'correct_rate', note: null },
    { revision: 3, what: 'retired', version: null, cause: 'review', note: 'no longer taught' },
    { revision: 4, what: 'review_decided', version: 1, cause: 'retired', note: 'retired, thank you' },
  ])
})

test('batches of 1, 7 and 500 events leave the same bytes', async () => {
  const events = [
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
  ]
  const bytes = await Promise.all([1, 7, 500].map(async (size) => readModels(await folded(events, size))))
  expect(bytes[0]).toEqual(bytes[2])
  expect(bytes[1]).toEqual(bytes[2])
})
