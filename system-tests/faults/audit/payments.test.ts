import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import { expect, test } from 'vitest'
import type { Customer, Provider } from '../../provider.ts'
import { logOf as recordedLog } from './log-of.ts'
import { auditPayments } from './payments.ts'

const userId = 'a5182f21-431b-56ea-b54c-4066ba720340'
const paid = invoicePaid({
  userId,
  subscriptionId: 'sub_1',
  invoiceId: 'in_1',
  kind: 'first',
  tier: 'basic',
  amount: 500,
  monthlyAmount: 500,
})
const purchased: Fact = { type: 'TierChanged', data: { userId, from: 'free', to: 'basic', cause: 'purchased', reason: null } }
const told: Fact = {
  type: 'StripeEventReceived',
  data: { eventId: 'evt_1', kind: 'invoice.paid', objectKind: 'invoice', objectId: 'in_1', happenedAt: '2026-01-31T08:00:00.000Z' },
}

const customer: Customer = {
  plans: [{ id: 'sub_1', hasEnded: false, tier: 'basic' }],
  paid: [{ id: 'in_1', amount: 500, period: 'sub_1 from January' }],
  refunds: [],
  money: 500,
}
const provider = (change: Partial<Customer> = {}): Pick<Provider, 'customers' | 'eventIds'> => ({
  customers: new Map([[userId, { ...customer, ...change }]]),
  eventIds: ['evt_1'],
})

const logOf = (...facts: Fact[]) => recordedLog(facts.map((fact) => [fact === told ? 'stripeEvent-evt_1' : `subscription-${userId}`, fact]))
const log = logOf(paid, purchased, told)

test('finds nothing if each payment is recorded once', () => {
  expect(auditPayments(log, provider())).toEqual([])
})

test.each<[what: string, facts: Recorded<Fact>[], at: ReturnType<typeof provider>, fault: RegExp]>([
  ['a payment that is missing from the log', logOf(purchased, told), provider(), /in_1 \(500\) stands 0 times/],
  ['a payment that is recorded twice', logOf(paid, paid, purchased, told), provider(), /in_1 \(500\) stands 2 times/],
  [
    'another amount',
    logOf(paid, purchased, told),
    provider({ paid: [{ id: 'in_1', amount: 400, period: '' }] }),
    /is 400, and 500 by the log/,
  ],
  [
    'a payment that the provider does not have',
    log,
    provider({ paid: [] }),
    /has a payment in_1 \(500\) of which the provider knows nothing/,
  ],
  [
    'a refund that is missing from the log',
    log,
    provider({ refunds: [{ id: 're_1', amount: 500 }] }),
    /the refund re_1 \(500\) stands 0 times/,
  ],
  ['a card that was charged once more', log, provider({ money: 1_000 }), /500 came in by the log, and 1000 by the provider/],
  [
    'a plan that has ended at the provider',
    log,
    provider({ plans: [{ id: 'sub_1', hasEnded: true, tier: 'basic' }] }),
    /the tier is basic, and free/,
  ],
  ['two plans', log, provider({ plans: [...customer.plans, ...customer.plans] }), /2 plans go on at the same time/],
  [
    'a period that was paid for twice',
    log,
    provider({ paid: [...customer.paid, ...customer.paid] }),
    /sub_1 from January was paid for more/,
  ],
  ['an event that was not received', logOf(paid, purchased), provider(), /the event evt_1 .* stands 0 times/],
  ['an event that counted twice', logOf(paid, purchased, told, told), provider(), /the event evt_1 .* stands 2 times/],
])('finds %s', (_what, facts, at, fault) => {
  expect(auditPayments(facts, at)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
})
