import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type DisputeSnapshot, disputeAggregate, observeDispute } from './dispute.ts'

const now = '2026-03-09T15:00:00.000Z'
const common = {
  userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001',
  disputeId: 'du_1',
  product: 'premium',
  amount: 1_200,
  currency: 'usd',
} as const
const snapshot = (change: Partial<DisputeSnapshot> = {}): DisputeSnapshot => ({
  ...common,
  subscriptionId: 'sub_1',
  requestId: null,
  reason: 'fraudulent',
  respondBy: null,
  openedAt: now,
  withdrawn: 1_200,
  outcome: null,
  ...change,
})
const see = (change: Partial<DisputeSnapshot> = {}) => observeDispute({ now, snapshot: snapshot(change) })

test('a dispute is opened once, with the amount that the bank withdrew', () => {
  const facts = see()(disputeAggregate.initial)
  expect(facts.map(({ type, data }) => [type, data.amount])).toEqual([
    ['DisputeOpened', 1_200],
    ['DisputeMoneyMoved', 1_200],
  ])
  given(disputeAggregate, facts).when(see()).emits([])
  expect(see({ withdrawn: 0 })(disputeAggregate.initial).map(({ type }) => type)).toEqual(['DisputeOpened'])
})

test('whatever is seen in between, the moved amounts add up to what the bank holds in the end', () => {
  const seen = fc.array(fc.record({ withdrawn: fc.constantFrom(0, 1_200), outcome: fc.constantFrom(null, 'won', 'lost', 'closed') }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(seen, (looks) => {
      const facts: ReturnType<ReturnType<typeof see>>[number][] = []
      for (const look of looks) facts.push(...see(look)(fold(disputeAggregate, facts)))
      const moved = facts.reduce((sum, { type, data }) => sum + (type === 'DisputeMoneyMoved' ? data.amount : 0), 0)
      expect(moved).toBe(looks.at(-1)?.withdrawn)
      expect(facts.filter(({ type }) => type === 'DisputeClosed').length).toBeLessThanOrEqual(1)
    }),
  )
})
