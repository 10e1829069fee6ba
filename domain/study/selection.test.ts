import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ModuleName, moduleNames } from './modules.ts'
import { type Candidate, orderCandidates } from './selection.ts'

const candidate = (id: string, module: ModuleName, lastDeliveredOn: string | null = null): Candidate => ({
  questionId: id,
  questionVersion: 1,
  module,
  lastDeliveredOn,
})
const ids = (ordered: { questionId: string }[]) => ordered.map(({ questionId }) => questionId)

test('unseen questions come before seen ones, and the longest unseen first among these', () => {
  const candidates = [
    candidate('seen-lately', 'Trauma', '2026-03-02'),
    candidate('unseen', 'Trauma'),
    candidate('seen-long-ago', 'Trauma', '2026-01-02'),
  ]
  expect(ids(orderCandidates(candidates, [], 'seed'))).toEqual(['unseen', 'seen-long-ago', 'seen-lately'])
})

test('modules take turns, the weakest first', () => {
  const candidates = [candidate('t1', 'Trauma'), candidate('t2', 'Trauma'), candidate('g1', 'Geriatrics'), candidate('p1', 'Pediatrics')]
  const records = [
    { module: 'Trauma', scoredAnswers: 10, correctAnswers: 9 },
    { module: 'Geriatrics', scoredAnswers: 10, correctAnswers: 2 },
  ] as const
  const order = orderCandidates(candidates, records, 'seed').map(({ module }) => module)
  expect(order).toEqual(['Geriatrics', 'Pediatrics', 'Trauma', 'Trauma'])
})

const anyCandidate = fc.record({
  questionId: fc.uuid(),
  questionVersion: fc.constant(1),
  module: fc.constantFrom(...moduleNames),
  lastDeliveredOn: fc.option(fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01')),
})
const manyCandidates = fc.uniqueArray(anyCandidate, { selector: ({ questionId }) => questionId, maxLength: 60 })

test('nothing is lost or doubled, and the same seed gives the same order whatever the order of the input', () => {
  fc.assert(
    fc.property(manyCandidates, fc.string(), (candidates, seed) => {
      const order = ids(orderCandidates(candidates, [], seed))
      expect([...order].sort()).toEqual(ids(candidates).sort())
      expect(ids(orderCandidates([...candidates].reverse(), [], seed))).toEqual(order)
    }),
  )
})

test('the best few are the first of all', () => {
  fc.assert(
    fc.property(manyCandidates, fc.string(), fc.nat(70), (candidates, seed, limit) => {
      const all = ids(orderCandidates(candidates, [], seed))
      expect(ids(orderCandidates(candidates, [], seed, limit))).toEqual(all.slice(0, limit))
    }),
  )
})

test('what is unseen and what is seen can be ordered apart', () => {
  fc.assert(
    fc.property(manyCandidates, fc.string(), (candidates, seed) => {
      const [unseen, seen] = [true, false].map((isUnseen) =>
        orderCandidates(
          candidates.filter(({ lastDeliveredOn }) => (lastDeliveredOn === null) === isUnseen),
          [],
          seed,
        ),
      ) as [ReturnType<typeof orderCandidates>, ReturnType<typeof orderCandidates>]
      expect([...unseen, ...seen]).toEqual(orderCandidates(candidates, [], seed))
    }),
  )
})

test('the best few of very many are the first of all', () => {
  const candidates = Array.from({ length: 5_000 }, (_, n) =>
    candidate(`question-${n}`, moduleNames[n % 3] as ModuleName, n % 4 === 0 ? `2026-01-${10 + (n % 20)}` : null),
  )
  const all = ids(orderCandidates(candidates, [], 'seed'))
  for (const limit of [1, 20, 500, 3_750, 4_000]) expect(ids(orderCandidates(candidates, [], 'seed', limit))).toEqual(all.slice(0, limit))
})

test('another seed gives another order', () => {
  const candidates = Array.from({ length: 30 }, (_, n) => candidate(`q${n}`, 'Trauma'))
  expect(ids(orderCandidates(candidates, [], 'one'))).not.toEqual(ids(orderCandidates(candidates, [], 'two')))
})
