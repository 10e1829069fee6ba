import { disputeAggregate, observeDispute } from '@medicready/domain/billing/dispute'
import { observeRefund, observeSubscription } from '@medicready/domain/billing/observe'
import type { InvoiceSnapshot } from '@medicready/domain/billing/snapshots'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { type Aggregate, type Decide, fold } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { mendRefund, recordFailedRefund, recordPayment, recordRefund } from '@medicready/domain/tutoring/decide-request'
import { ADMIN, TUTOR, tutoringAccepted, tutoringRequested } from '@medicready/domain/tutoring/testing/tutoring-facts'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { figures } from './figures.ts'

/** Money in is the sum of the ledger: plans, tutoring, refunds, and disputes. */

const at = '2026-03-01T12:00:00.000Z'
const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The provider's final balance, and what was refunded outside of it. */
const backs = ['arrives', 'fails', 'is mended'] as const
const disputed = fc.option(
  fc.record({ amount: fc.integer({ min: 1, max: 9_000 }), outcome: fc.constantFrom(null, 'won', 'lost', 'closed') }),
  {
    nil: null,
  },
)
const paidInvoice = fc.record({
  tier: fc.constantFrom('basic' as const, 'premium' as const),
  amount: fc.integer({ min: 0, max: 3_000 }),
  back: fc.option(fc.record({ amount: fc.integer({ min: 1, max: 900 }), hasFailed: fc.boolean() }), { nil: null }),
  dispute: disputed,
})
const paidLessons = fc.record({
  amount: fc.integer({ min: 1, max: 25_000 }),
  backs: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900 }), becomes: fc.constantFrom(...backs) }), { maxLength: 3 }),
  dispute: disputed,
})
type PaidInvoice = typeof paidInvoice extends fc.Arbitrary<infer Value> ? Value : never
type PaidLessons = typeof paidLessons extends fc.Arbitrary<infer Value> ? Value : never
type Disputed = NonNullable<PaidLessons['dispute']>

/** The observations of one stream; after all of them, in this order, the stream is complete. */
interface Heard {
  readonly facts: readonly Fact[]
  readonly looks: readonly ((facts: readonly Fact[]) => readonly Fact[])[]
}

/** An observation by a decider, which may refuse what is not true, or not yet. */
const looking =
  <State, Event extends Fact>(aggregate: Aggregate<State, Event>) =>
  (decide: Decide<State, Event>) =>
  (facts: readonly Fact[]): readonly Fact[] => {
    try {
      return decide(fold(aggregate, facts as readonly Event[]))
    } catch (error) {
      if (error instanceof Rejection) return []
      throw error
    }
  }

function ofPlans(who: number, invoices: readonly PaidInvoice[]): Heard {
  const userId = idOf(who)
  const look = looking(subscriptionAggregate)
  const snapshots = invoices.map(({ tier, amount }, month): InvoiceSnapshot => {
    const [periodStart, periodEnd] = [month, month + 1].map((n) => new Date(Date.UTC(2026, n, 1)).toISOString()) as [string, string]
    return {
      ...{ invoiceId: `in_${who}_${month}`, number: null, kind: month === 0 ? 'first' : 'renewal', status: 'paid', currency: 'usd' },
      plan: { tier, monthlyAmount: 1_200, periodStart, periodEnd },
      ...{ subtotal: amount, discount: 0, tax: 0, taxes: [], lines: [], amountPaid: amount, amountDue: amount, attempts: 1 },
      ...{ invoicedAt: periodStart, since: periodStart, paidAt: periodStart, paymentId: null, hostedUrl: null, pdfUrl: null },
    }
  })
  const plan = (known: readonly InvoiceSnapshot[], hasEnded = false) =>
    look(
      observeSubscription({
        ...{ userId, now: at },
        snapshot: {
          ...{ subscriptionId: `sub_${who}`, customerId: 'cus_1', userId, checkoutId: null, code: null, hasEnded, endedAt: null },
          ...{ endsAt: null, next: { itemId: 'si_1', tier: 'premium', priceId: 'price_1' }, currency: 'usd', invoices: known },
        },
      }),
    )
  const refund = (month: number, amount: number, hasFailed: boolean) => {
    const [refundId, invoiceId] = [`re_${who}_${month}`, `in_${who}_${month}`]
    return look(
      observeRefund({
        userId,
        now: at,
        refund: { refundId, invoiceId, amount, currency: 'usd', hasFailed, isMoneyBack: false, issuedAt: at },
      }),
    )
  }
  return {
    facts: [],
    looks: [
      ...snapshots.map((_, index) => plan(snapshots.slice(0, index + 1))),
      ...invoices.flatMap(({ back }, month) =>
        back ? [refund(month, back.amount, false), refund(month, back.amount, back.hasFailed)] : [],
      ),
      plan(snapshots, true),
    ],
  }
}

function ofTutoring(who: number, { amount, backs }: PaidLessons): Heard {
  const [userId, requestId] = [idOf(who), idOf(1_000 + who)]
  const look = looking(tutoringRequestAggregate)
  const refundIdOf = (index: number) => `re_${who}_${index}`
  return {
    facts: [
      tutoringRequested({ userId, requestId }),
      tutoringAccepted({ userId, requestId, tutorId: TUTOR, sessions: 5, amount, currency: 'usd' }),
    ],
    looks: [
      look(recordPayment({ at, checkoutId: `cs_${who}`, paymentId: `pi_${who}`, amount, currency: 'usd' })),
      ...backs.map((back, index) =>
        look(recordRefund({ refundId: refundIdOf(index), cause: idOf(2_000 + index), sessionId: null, amount: back.amount, fee: 0, at })),
      ),
      ...backs.flatMap(({ becomes }, index) =>
        becomes === 'arrives' ? [] : [look(recordFailedRefund({ refundId: refundIdOf(index), at }))],
      ),
      ...backs.flatMap(({ becomes }, index) =>
        becomes === 'is mended' ? [look(mendRefund({ refundId: refundIdOf(index), reason: 'By check.', by: ADMIN, at }))] : [],
      ),
    ],
  }
}

function ofDispute(id: string, userId: string, product: 'basic' | 'premium' | 'tutoring', { amount, outcome }: Disputed): Heard {
  const look = looking(disputeAggregate)
  const seen = (withdrawn: number, known: Disputed['outcome']) =>
    look(
      observeDispute({
        now: at,
        snapshot: {
          ...{ userId, disputeId: `du_${id}`, product, amount, currency: 'usd', subscriptionId: null, requestId: null },
          ...{ reason: 'fraudulent', respondBy: null, openedAt: at, withdrawn, outcome: known },
        },
      }),
    )
  return { facts: [], looks: [seen(0, null), seen(amount, null), seen(keptByBank({ amount, outcome }), outcome)] }
}

/** Money that the bank only asked about or had to return is ours. */
const keptByBank = ({ amount, outcome }: Disputed): number => (outcome === 'won' || outcome === 'closed' ? 0 : amount)

/** The stream after observations in any order and number, and finally all of them, as in the nightly check. */
function told({ facts, looks }: Heard, order: readonly number[]): readonly Fact[] {
  const log = [...facts]
  for (const look of [...order.map((number) => looks[number % looks.length]), ...looks]) log.push(...(look?.(log) ?? []))
  return log
}

/** One log of all streams: each in its own order, interleaved arbitrarily. */
function merged(streams: readonly (readonly Fact[])[], picks: readonly number[]): Fact[] {
  const log: Fact[] = []
  const left = streams.map((facts) => [...facts])
  for (let step = 0; left.some((facts) => facts.length > 0); step++) {
    const open = left.filter((facts) => facts.length > 0)
    log.push(...(open[(picks[step % picks.length] ?? 0) % open.length]?.splice(0, 1) ?? []))
  }
  return log
}

/** The amount by which a fact alone increases money in and refunds. */
function movedBy({ type, data }: Fact): { readonly in: number; readonly back: number } {
  switch (type) {
    case 'InvoicePaid':
    case 'TutoringPaid':
      return { in: data.amount, back: 0 }
    case 'RefundIssued':
    case 'TutoringRefunded':
    case 'TutoringRefundMended':
    case 'DisputeMoneyMoved':
      return { in: 0, back: data.amount }
    case 'RefundFailed':
    case 'TutoringRefundFailed':
      return { in: 0, back: 0 - data.amount }
    default:
      return { in: 0, back: 0 }
  }
}

const numbers = fc.array(fc.nat({ max: 1_000 }), { maxLength: 12 })
const plans = fc.array(fc.record({ invoices: fc.array(paidInvoice, { minLength: 1, maxLength: 3 }), order: numbers }), { maxLength: 2 })
const lessons = fc.array(fc.record({ paid: paidLessons, order: numbers }), { maxLength: 2 })

test("money in minus money out equals the facts and the provider's balance, in any order and with repeats", () =>
  fc.assert(
    fc.asyncProperty(plans, lessons, numbers, numbers, async (plans, lessons, ofDisputes, picks) => {
      const disputes = [
        ...plans.flatMap(({ invoices }, who) =>
          invoices.flatMap(({ tier, dispute }, month) => (dispute ? [ofDispute(`${who}_${month}`, idOf(who), tier, dispute)] : [])),
        ),
        ...lessons.flatMap(({ paid }, who) => (paid.dispute ? [ofDispute(`t${who}`, idOf(who), 'tutoring', paid.dispute)] : [])),
      ]
      const streams = [
        ...plans.map(({ invoices, order }, who) => told(ofPlans(who, invoices), order)),
        ...lessons.map(({ paid, order }, who) => told(ofTutoring(who, paid), order)),
        ...disputes.map((heard) => told(heard, ofDisputes)),
      ]
      const log = merged(streams, picks)
      const { figure_entries, figure_days } = await given(figures, log).rows()

      const invoices = plans.flatMap(({ invoices }) => invoices)
      const requests = lessons.map(({ paid }) => paid)
      const taken = [...invoices, ...requests].map(({ dispute }) => (dispute ? keptByBank(dispute) : 0))
      const moneyIn = sum([...invoices, ...requests].map(({ amount }) => amount))
      const back = sum([
        ...invoices.map(({ back }) => (back === null || back.hasFailed ? 0 : back.amount)),
        ...requests.flatMap(({ backs }) => backs.map(({ amount, becomes }) => (becomes === 'fails' ? 0 : amount))),
        ...taken,
      ])
      const moved = log.map(movedBy)
      expect([sum(moved.map((each) => each.in)), sum(moved.map((each) => each.back))]).toEqual([moneyIn, back])
      for (const rows of [figure_entries, figure_days]) {
        const of = (figure: string) => sum(rows.filter((row) => row.figure === figure).map(({ amount }) => amount))
        expect([of('moneyIn'), of('refunds'), of('revenue')]).toEqual([moneyIn, back, moneyIn - back])
      }
    }),
    { numRuns: 60 },
  ))
