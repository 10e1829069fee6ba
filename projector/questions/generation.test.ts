import type { Fact } from '@medicready/domain/events'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { asLogEntries, Chance, type HistoryEvent } from '@medicready/platform/testing/history'
import { expect, test } from 'vitest'
import { foldEntries } from '../fold.ts'
import type { Row } from '../projection.ts'
import { tableSql } from '../tables.ts'
import { generation } from './generation.ts'

const date = '2026-03-01'
const attemptId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const reserved = (n: number, on = date): Fact => ({
  type: 'GenerationReserved',
  data: {
    date: on,
    attemptId: attemptId(n),
    module: 'Trauma',
    subTopic: 'Burns',
    difficulty: 'easy',
    bloomsLevel: 'apply',
    model: 'a model',
    promptVersion: '1',
    calls: 6,
    cost: 60_000,
  },
})
const accepted = (n: number): Fact => ({
  type: 'GenerationAccepted',
  data: { date, attemptId: attemptId(n), questionId: attemptId(n), calls: 2, cost: 4_000 },
})
const rejected = (n: number, reason: RejectionReason): Fact => ({
  type: 'GenerationRejected',
  data: { date, attemptId: attemptId(n), reason, calls: 1, cost: 1_500 },
})

/** The days after these facts, folded on from `before`. */
function folded(facts: readonly Fact[], before: Row | null = null): Row[] {
  const chance = new Chance(1)
  const events = facts.map(
    (fact): HistoryEvent => ({
      id: chance.uuid(),
      streamName: `generation-${date}`,
      revision: 0n,
      fact,
      metadata: {
        schemaVersion: '1',
        correlationId: 'test',
        causationId: 'test',
        commandId: 'test',
        actorId: 'worker',
        occurredAt: `${date}T12:00:00.000Z`,
      },
    }),
  )
  const tables = Object.entries(generation.tables).map(([name, definition]) => tableSql('memory', name, definition))
  const changes = foldEntries(
    generation,
    tables,
    [...asLogEntries(events)],
    () => before,
    () => undefined,
  )
  return [...changes.values()].flatMap((changed) => [...changed.values()].flatMap(({ row }) => (row ? [row] : [])))
}

test('a day counts its attempts, what became of them and what they cost; a reservation costs nothing until it is settled', () => {
  expect(folded([reserved(1), accepted(1), reserved(2), rejected(2, 'lint'), reserved(3), rejected(3, 'lint'), reserved(4)])).toEqual([
    { date, attempts: 4, accepted: 1, rejected: { lint: 2 }, is_open: true, calls: 4, cost: 7_000 },
  ])
})

test('a day is open while an attempt of it is not settled', () => {
  const [open] = folded([reserved(1)])
  expect(open).toMatchObject({ is_open: true, calls: 0, cost: 0 })
  expect(folded([rejected(1, 'call_failed')], open)).toMatchObject([{ is_open: false, rejected: { call_failed: 1 } }])
})

test('each day is a row of its own', () => {
  expect(folded([reserved(1), reserved(2, '2026-03-02')]).map((row) => row.date)).toEqual([date, '2026-03-02'])
})
