import type { SubscriptionFact } from '@medicready/domain/billing/subscription'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { invoices } from './invoices.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const of = { userId, subscriptionId: 'sub_1' }
const [march, april, grace] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z', '2026-04-08T12:00:00.000Z']

const paid = (data: Partial<SubscriptionFact<'InvoicePaid'>['data']> = {}): Fact =>
  invoicePaid({ userId, amount: 1_040, discount: 240, tax: 80, code: 'SAVE20', ...data })
const failed = (attempt = 1): Fact => ({
  type: 'PaymentFailed',
  data: { ...of, invoiceId: 'in_2', tier: 'premium', amount: 1_200, currency: 'usd', attempt, since: april, graceUntil: grace },
})
const refunded = (amount: number): Fact => ({
  type: 'RefundIssued',
  data: { userId, refundId: 're_1', invoiceId: 'in_1', amount, currency: 'usd', tier: 'premium', cause: 'other', issuedAt: april },
})

test('an invoice shows what was paid and refunded', async () => {
  await given(invoices, [paid(), refunded(400)]).leaves({
    invoices: [{ invoice_id: 'in_1', number: 'MR-0001', status: 'paid', amount: 1_040, discount: 240, tax: 80, refunded: 400, at: march }],
  })
  const stayed: Fact = {
    type: 'RefundFailed',
    data: { userId, refundId: 're_1', invoiceId: 'in_1', amount: 400, currency: 'usd', tier: 'premium', failedAt: april },
  }
  await given(invoices, [paid(), refunded(400), stayed]).leaves({ invoices: [{ refunded: 0 }] })
})

test('an uncollected invoice stays open until it is paid or its plan has ended', async () => {
  const renewal = paid({ invoiceId: 'in_2', kind: 'renewal', number: 'MR-0002', paidAt: grace })
  const ended: Fact = {
    type: 'SubscriptionEnded',
    data: { ...of, cause: 'unpaid', tier: 'premium', previousMonthlyAmount: 1_200, currency: 'usd', endedAt: grace },
  }
  await given(invoices, [failed(), failed(2)]).leaves({ invoices: [{ invoice_id: 'in_2', status: 'open', at: april, grace_until: grace }] })
  await given(invoices, [failed(), renewal, failed()]).leaves({
    invoices: [{ status: 'paid', number: 'MR-0002', grace_until: null }],
  })
  await given(invoices, [failed(), ended]).leaves({ invoices: [{ status: 'unpaid', grace_until: null }] })
  const voided: Fact = {
    type: 'InvoiceVoided',
    data: { ...of, invoiceId: 'in_2', tier: 'premium', amount: 1_200, currency: 'usd' },
  }
  await given(invoices, [failed(), voided, ended]).leaves({ invoices: [{ status: 'unpaid', grace_until: null }] })
  await given(invoices, [failed(), renewal, ended]).leaves({ invoices: [{ status: 'paid' }] })
})

test('invoice links of an erased user are removed', () =>
  given(invoices, [paid(), paid({ invoiceId: 'in_2' }), paid({ invoiceId: 'in_3' }), { type: 'AccountErased', data: { userId } }]).leaves({
    invoices: ['in_1', 'in_2', 'in_3'].map((invoice_id) => ({ invoice_id, amount: 1_040, hosted_url: null, pdf_url: null })),
  }))
