import type { SubscriptionFact } from '@medicready/domain/billing/subscription'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { subscriptions } from './subscriptions.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [userId, checkoutId, laterCheckout] = [id(1), id(2), id(3)]
const of = { userId, subscriptionId: 'sub_1' }
const [march, april, may] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z']

const started = (data: Partial<SubscriptionFact<'CheckoutStarted'>['data']> = {}): Fact => ({
  type: 'CheckoutStarted',
  data: { userId, checkoutId, tier: 'premium', priceId: 'price_1', amount: 1_200, currency: 'usd', code: null, expiresAt: march, ...data },
})
const paid = (data: Partial<SubscriptionFact<'InvoicePaid'>['data']> = {}): Fact => invoicePaid({ userId, ...data })
const tierChanged = (to: 'free' | 'basic' | 'premium', from: 'free' | 'basic' | 'premium' = 'free'): Fact => ({
  type: 'TierChanged',
  data: { userId, from, to, cause: 'purchased', reason: null },
})

test('a checkout is tracked from its start through its page to its end', async () => {
  const opened: Fact = { type: 'CheckoutOpened', data: { userId, checkoutId, sessionId: 'cs_1' } }
  const ended: Fact = { type: 'CheckoutEnded', data: { userId, checkoutId, outcome: 'completed' } }
  await given(subscriptions, [{ type: 'CustomerMade', data: { userId, customerId: 'cus_1' } }, started(), opened]).leaves({
    subscriptions: [{ customer_id: 'cus_1', checkout_session_id: 'cs_1', checkout_tier: 'premium', checkout_outcome: null }],
  })
  await given(subscriptions, [started(), opened, ended]).leaves({ subscriptions: [{ checkout_outcome: 'completed' }] })
  await given(subscriptions, [started(), opened, started({ checkoutId: laterCheckout, tier: 'basic' }), ended]).leaves({
    subscriptions: [{ checkout_id: laterCheckout, checkout_session_id: null, checkout_tier: 'basic', checkout_outcome: null }],
  })
})

test('a plan follows the newest invoice, in whatever order invoices are reported', async () => {
  const renewal = paid({ invoiceId: 'in_2', kind: 'renewal', periodStart: april, periodEnd: may, invoicedAt: april })
  const plan = { subscription_id: 'sub_1', user_id: userId, tier: 'premium', monthly_amount: 1_200, period_end: may } as const
  await given(subscriptions, [paid(), tierChanged('premium'), renewal]).leaves({
    subscriptions: [{ tier: 'premium', first_paid_at: march }],
    subscription_plans: [plan],
  })
  await given(subscriptions, [renewal, paid()]).leaves({ subscription_plans: [plan] })
})

test('a downgrade waits for the payment that begins it, unless it is withdrawn', async () => {
  const scheduled: Fact = { type: 'PlanChangeScheduled', data: { ...of, from: 'premium', to: 'basic', at: april } }
  const withdrawn: Fact = { type: 'PlanChangeWithdrawn', data: { ...of, from: 'premium', to: 'basic' } }
  const smaller = paid({ invoiceId: 'in_2', tier: 'basic', monthlyAmount: 500, periodStart: april, periodEnd: may, invoicedAt: april })
  await given(subscriptions, [paid(), scheduled]).leaves({
    subscription_plans: [{ tier: 'premium', changes_to: 'basic', changes_at: april }],
  })
  await given(subscriptions, [paid(), scheduled, withdrawn]).leaves({ subscription_plans: [{ changes_to: null, changes_at: null }] })
  await given(subscriptions, [paid(), scheduled, smaller]).leaves({
    subscription_plans: [{ tier: 'basic', monthly_amount: 500, changes_to: null, changes_at: null }],
  })
})

test('a cancellation can be withdrawn, and an old invoice does not revive an ended plan', async () => {
  const cancelled: Fact = { type: 'CancellationScheduled', data: { ...of, tier: 'premium', endsAt: april } }
  const kept: Fact = { type: 'CancellationWithdrawn', data: { ...of, tier: 'premium' } }
  const ended: Fact = {
    type: 'SubscriptionEnded',
    data: { ...of, cause: 'cancelled', tier: 'premium', previousMonthlyAmount: 1_200, currency: 'usd', endedAt: april },
  }
  await given(subscriptions, [paid(), cancelled]).leaves({ subscription_plans: [{ ends_at: april, ended: null }] })
  await given(subscriptions, [paid(), cancelled, kept]).leaves({ subscription_plans: [{ ends_at: null }] })
  await given(subscriptions, [paid(), cancelled, ended, paid({ invoiceId: 'in_2', invoicedAt: may, periodEnd: may })]).leaves({
    subscription_plans: [{ ended: 'cancelled', ends_at: null, period_end: april }],
  })
})

test('the money-back guarantee runs from the first payment and can be claimed once', () =>
  given(subscriptions, [
    paid({ invoiceId: 'in_2', invoicedAt: april, paidAt: april }),
    { type: 'MoneyBackClaimed', data: { ...of, amount: 1_200, currency: 'usd', payments: [] } },
    paid(),
    paid({ subscriptionId: 'sub_2', invoiceId: 'in_3', invoicedAt: may, paidAt: may }),
  ]).leaves({ subscriptions: [{ first_paid_at: march, has_claimed_money_back: true }] }))

test('there is one free period for each tier', async () => {
  const granted = (tier: 'basic' | 'premium', until: string): Fact => ({
    type: 'FreePeriodGranted',
    data: { userId, tier, months: 1, code: 'WELCOME', from: march, until },
  })
  const log = [granted('basic', april), granted('premium', april), granted('basic', may)]
  await given(subscriptions, log).leaves({
    subscriptions: [
      {
        free_periods: [
          { tier: 'premium', until: april },
          { tier: 'basic', until: may },
        ],
      },
    ],
  })
  await given(subscriptions, [...log, { type: 'FreePeriodEnded', data: { userId, tier: 'premium', until: april } }]).leaves({
    subscriptions: [{ free_periods: [{ tier: 'basic', until: may }] }],
  })
})

test('current and announced prices are kept', () => {
  const told = { ...of, tier: 'premium', priceId: 'price_2', formerAmount: 1_200, amount: 1_500, currency: 'usd', holdsFrom: may } as const
  return given(subscriptions, [
    { type: 'PriceSet', data: { tier: 'premium', priceId: 'price_1', formerAmount: null, amount: 1_200, currency: 'usd' } },
    { type: 'PriceSet', data: { tier: 'premium', priceId: 'price_2', formerAmount: 1_200, amount: 1_500, currency: 'usd' } },
    paid(),
    { type: 'PriceChangeTold', data: told },
  ]).leaves({
    plan_prices: [{ tier: 'premium', amount: 1_500, currency: 'usd' }],
    subscription_plans: [{ monthly_amount: 1_200, told_tier: 'premium', told_amount: 1_500, told_from: may }],
  })
})
