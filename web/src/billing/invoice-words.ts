import { inWords } from '@medicready/domain/billing/money'
import type { Invoice, InvoiceStatus } from '@medicready/domain/contract/billing/subscription'

type Tone = 'neutral' | 'ok' | 'warn' | 'bad'

const statuses: Readonly<Record<InvoiceStatus, { readonly words: string; readonly tone: Tone }>> = {
  paid: { words: 'Paid', tone: 'ok' },
  open: { words: 'Payment failed', tone: 'bad' },
  unpaid: { words: 'Not paid', tone: 'neutral' },
  partly_refunded: { words: 'Partly refunded', tone: 'warn' },
  refunded: { words: 'Refunded', tone: 'neutral' },
}

export const statusOf = ({ status }: Pick<Invoice, 'status'>) => statuses[status]

/** What belongs to an amount, below it. */
export function detailsOf({ currency, discount, tax, refunded }: Pick<Invoice, 'currency' | 'discount' | 'tax' | 'refunded'>): string[] {
  const words = (amount: number) => inWords({ amount, currency })
  return [
    ...(discount > 0 ? [`${words(discount)} off`] : []),
    ...(tax > 0 ? [`${words(tax)} tax in it`] : []),
    ...(refunded > 0 ? [`${words(refunded)} back`] : []),
  ]
}
