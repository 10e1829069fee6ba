import type { FactOf } from '../../events.ts'

type Paid = FactOf<'InvoicePaid'>

export const invoicePaid = (data: Pick<Paid['data'], 'userId'> & Partial<Paid['data']>): Paid => ({
  type: 'InvoicePaid',
  data: {
    subscriptionId: 'sub_1',
    invoiceId: 'in_1',
    number: 'MR-0001',
    kind: 'first',
    tier: 'premium',
    amount: 1_200,
    currency: 'usd',
    subtotal: 1_200,
    discount: 0,
    code: null,
    tax: 0,
    taxes: [],
    lines: [],
    periodStart: '2026-03-01T12:00:00.000Z',
    periodEnd: '2026-04-01T12:00:00.000Z',
    previousMonthlyAmount: 0,
    monthlyAmount: 1_200,
    invoicedAt: '2026-03-01T12:00:00.000Z',
    paidAt: '2026-03-01T12:00:00.000Z',
    paymentId: 'pi_1',
    hostedUrl: 'https://invoice.example/in_1',
    pdfUrl: 'https://invoice.example/in_1/pdf',
    ...data,
  },
})
