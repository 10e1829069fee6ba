import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact, FactOf } from '@medicready/domain/events'
import {
  ANA,
  REQUEST,
  SESSION,
  sessionCompleted,
  sessionRated,
  sessionScheduled,
  TUTOR,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { figures } from './figures.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const ofPlan = { userId, subscriptionId: 'sub_1' }
const [march, april] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z']

const paid = (data: Partial<FactOf<'InvoicePaid'>['data']>): Fact => ({
  type: 'InvoicePaid',
  data: {
    ...ofPlan,
    invoiceId: 'in_1',
    number: null,
    kind: 'first',
    tier: 'basic',
    amount: 500,
    currency: 'usd',
    subtotal: 500,
    discount: 0,
    code: null,
    tax: 0,
    taxes: [],
    lines: [],
    periodStart: march,
    periodEnd: april,
    previousMonthlyAmount: 0,
    monthlyAmount: 500,
    invoicedAt: march,
    paidAt: march,
    paymentId: 'pi_1',
    hostedUrl: null,
    pdfUrl: null,
    ...data,
  },
})
const upgraded = paid({
  invoiceId: 'in_2',
  kind: 'change',
  tier: 'premium',
  amount: 350,
  previousMonthlyAmount: 500,
  monthlyAmount: 1_200,
})
const refunded: Fact = {
  type: 'RefundIssued',
  data: { userId, refundId: 're_1', invoiceId: 'in_1', amount: 500, currency: 'usd', tier: 'basic', cause: 'moneyBack', issuedAt: march },
}
const ended: Fact = {
  type: 'SubscriptionEnded',
  data: { ...ofPlan, cause: 'refunded', tier: 'premium', previousMonthlyAmount: 1_200, currency: 'usd', endedAt: march },
}

async function sumsOf(facts: readonly Fact[]): Promise<Record<string, number>> {
  const { figure_days, figure_entries } = await given(figures, facts).rows()
  const sums: Record<string, number> = {}
  for (const { series, amount } of figure_days) sums[series] = (sums[series] ?? 0) + amount
  for (const { figure, grouped_by, amount } of figure_entries) {
    const series = `${figure}/${grouped_by}`
    sums[`entries of ${series}`] = (sums[`entries of ${series}`] ?? 0) + amount
  }
  for (const [series, sum] of Object.entries(sums))
    if (!series.startsWith('entries of') && !series.startsWith('cohort')) expect(sums[`entries of ${series}`], series).toBe(sum)
  return sums
}

test('an upgraded and refunded subscription shows the money that came in and went out', async () => {
  const sums = await sumsOf([accountRegistered(userId), paid({}), upgraded, refunded, ended])
  expect(sums).toMatchObject({
    'moneyIn/basic': 500,
    'moneyIn/premium': 350,
    'refunds/basic': 500,
    'revenue/basic': 0,
    'revenue/premium': 350,
    'firstPayments/': 1,
    'mrr/basic': 0,
    'mrr/premium': 0,
    'newMrr/basic': 500,
    'expansionMrr/premium': 700,
    'churnedMrr/premium': -1_200,
    'subscribers/basic': 0,
    'subscribers/premium': 0,
    'cohortSize/2026-03': 1,
    'cohortSubscribers/2026-03': 0,
  })
})

test('advance payments are deferred over their days, less refunds', () =>
  given(figures, [paid({}), refunded]).leaves({
    deferrals: [
      { starts: '2026-03-01', until: '2026-04-01', tier: 'basic', amount: expect.any(Number) as number },
      { starts: '2026-03-01', until: '2026-04-01', tier: 'basic', amount: expect.any(Number) as number },
    ],
    deferral_spans: [
      { span: '2026-03-01/2026-04-01/basic/-500', amount: -500, count: 1 },
      { span: '2026-03-01/2026-04-01/basic/500', amount: 500, count: 1 },
    ],
  }))

test('a payment reported late changes no plan', async () => {
  const late = paid({ invoiceId: 'in_0', tier: 'basic', previousMonthlyAmount: 1_200, monthlyAmount: 1_200 })
  const sums = await sumsOf([paid({}), upgraded, late])
  expect(sums).toMatchObject({ 'mrr/premium': 1_200, 'mrr/basic': 0, 'subscribers/premium': 1, 'moneyIn/basic': 1_000 })
})

test('subscribers show their status and next billing date', async () => {
  const scheduled: Fact = { type: 'CancellationScheduled', data: { ...ofPlan, tier: 'basic', endsAt: april } }
  const withdrawn: Fact = { type: 'CancellationWithdrawn', data: { ...ofPlan, tier: 'basic' } }
  const row = { user_id: userId, tier: 'basic', monthly_amount: 500, cohort: '2026-03', has_paid: true } as const
  await given(figures, [paid({}), scheduled]).leaves({ subscribers: [{ ...row, status: 'cancelling', next_billing_at: null }] })
  await given(figures, [paid({}), scheduled, withdrawn]).leaves({ subscribers: [{ ...row, status: 'active', next_billing_at: april }] })
  await given(figures, [paid({}), upgraded, ended]).leaves({
    subscribers: [{ status: null, tier: null, monthly_amount: 0, cohort: '2026-03' }],
  })
})

test('a tier from a code is not a payment', () => {
  const granted: Fact = {
    type: 'FreePeriodGranted',
    data: { userId, tier: 'premium', months: 2, code: 'SPRING', from: march, until: april },
  }
  return given(figures, [granted]).leaves({ figure_days: [], subscribers: [{ status: 'free', tier: 'premium', monthly_amount: 0 }] })
})

test('the figures of a code match its facts, including current holds', async () => {
  const ofCode = { codeId: REQUEST, code: 'SPRING' }
  const byAdmin = { by: TUTOR, reason: 'The spring course' }
  const terms = {
    name: 'Spring',
    description: null,
    discountType: 'percentage',
    discountValue: 25,
    currency: 'usd',
    grantsTier: null,
    maxUses: 7,
    expiresAt: null,
  } as const
  const created: Fact = { type: 'DiscountCodeCreated', data: { ...ofCode, ...byAdmin, ...terms, maxUses: null } }
  const revised: Fact = { type: 'DiscountCodeRevised', data: { ...ofCode, ...byAdmin, ...terms } }
  const held = { ...ofCode, checkoutId: 'cs_1' }
  const reserved = (of: string): Fact => ({
    type: 'CodeReserved',
    data: { ...held, userId: of, tier: 'premium', reservedUntil: april },
  })
  const released: Fact = { type: 'CodeReleased', data: { ...held, userId, cause: 'expired' } }
  const redeemed = (of: string): Fact => ({
    type: 'CodeRedeemed',
    data: {
      ...{ ...ofCode, userId: of, usageId: of, amountSaved: { amount: 300, currency: 'usd' } },
      for: { kind: 'payment', checkoutId: 'cs_1', subscriptionId: 'sub_1', tier: 'premium' },
    },
  })
  const facts = [created, revised, reserved(userId), reserved(ANA), released, released, redeemed(ANA), redeemed(userId)]
  const sums = await sumsOf(facts)
  expect(sums).toMatchObject({ 'codeLimits/': 7, 'codeHolds/': 0, 'codeUses/': 2, 'savings/': 600 })
  const { figure_entries } = await given(figures, facts).rows()
  expect(new Set(figure_entries.map(({ subject_id }) => subject_id))).toEqual(new Set([REQUEST]))
})

test('requests count as waiting until answered, and sessions as planned until settled', async () => {
  const asked = [tutoringRequested(), tutoringAccepted(), tutoringPaid(), sessionScheduled()]
  expect(await sumsOf([tutoringRequested()])).toMatchObject({ 'waitingRequests/': 1, 'tutoringRequests/': 1 })
  expect(await sumsOf(asked)).toMatchObject({
    'waitingRequests/': 0,
    'acceptedRequests/': 1,
    'plannedSessions/': 1,
    'sessionPrices/': 4_500,
  })
  const held = [...asked, sessionCompleted(), sessionRated({ rating: 4 })]
  expect(await sumsOf(held)).toMatchObject({ 'plannedSessions/': 0, 'sessions/': 1, 'stars/': 4 })
  const { figure_entries } = await given(figures, held).rows()
  expect(figure_entries.find(({ figure }) => figure === 'stars')).toMatchObject({ user_id: ANA, subject_id: SESSION, tutor_id: TUTOR })
})
