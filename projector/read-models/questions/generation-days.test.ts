import type { Fact } from '@medicready/domain/events'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { generationDays } from './generation-days.ts'

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
    kind: 'multiple_choice' as const,
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

test('a day counts its attempts, outcomes and costs; a reservation costs nothing until it is settled', () =>
  given(generationDays, [reserved(1), accepted(1), reserved(2), rejected(2, 'lint'), reserved(3), rejected(3, 'lint'), reserved(4)]).leaves(
    {
      generation_days: [{ date, attempts: 4, accepted: 1, rejected: { lint: 2 }, is_open: true, calls: 4, cost: 7_000 }],
    },
  ))

test('a day is open while one of its attempts is not settled', async () => {
  await given(generationDays, [reserved(1)]).leaves({ generation_days: [{ is_open: true, calls: 0, cost: 0 }] })
  await given(generationDays, [reserved(1), rejected(1, 'call_failed')]).leaves({
    generation_days: [{ is_open: false, rejected: { call_failed: 1 } }],
  })
})

test('each day has its own row', () =>
  given(generationDays, [reserved(1), reserved(2, '2026-03-02')]).leaves({ generation_days: [{ date }, { date: '2026-03-02' }] }))
