import { inWords } from '@medicready/domain/billing/money'
import type { Invoice, InvoiceStatus } from '@medicready/domain/contract/billing/subscription'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { ShowMore } from '../api/show-more.tsx'
import { Badge } from '../ui/badge.tsx'
import { dayOf } from '../ui/words.ts'
import { invoicesQuery } from './queries.ts'

type Tone = 'neutral' | 'ok' | 'warn' | 'bad'

const statuses: Readonly<Record<InvoiceStatus, { readonly words: string; readonly tone: Tone }>> = {
  paid: { words: 'Paid', tone: 'ok' },
  open: { words: 'Payment failed', tone: 'bad' },
  unpaid: { words: 'Not paid', tone: 'neutral' },
  partly_refunded: { words: 'Partly refunded', tone: 'warn' },
  refunded: { words: 'Refunded', tone: 'neutral' },
}

const statusOf = ({ status }: Pick<Invoice, 'status'>) => statuses[status]

function detailsOf({ currency, discount, tax, refunded }: Pick<Invoice, 'currency' | 'discount' | 'tax' | 'refunded'>): string[] {
  const words = (amount: number) => inWords({ amount, currency })
  return [
    ...(discount > 0 ? [`${words(discount)} off`] : []),
    ...(tax > 0 ? [`${words(tax)} tax in it`] : []),
    ...(refunded > 0 ? [`${words(refunded)} back`] : []),
  ]
}

export function Invoices() {
  const list = useSuspenseInfiniteQuery(invoicesQuery)
  if (list.data.length === 0) return <p className="text-sm text-muted">You have not been charged. Your invoices will appear here.</p>
  return (
    <div className="grid gap-4">
      <table className="w-full text-sm">
        <caption className="sr-only">Your invoices</caption>
        <thead>
          <tr className="border-b border-hairline text-left text-muted">
            <th scope="col" className="py-2 pr-3 font-medium">
              Invoice
            </th>
            <th scope="col" className="py-2 pr-3 font-medium max-sm:hidden">
              Status
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              Amount
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              File
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {list.data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      <ShowMore list={list} />
    </div>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { words, tone } = statusOf(invoice)
  const details = detailsOf(invoice)
  const name = invoice.number ?? dayOf(invoice.at)
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 text-left align-top font-medium">
        {dayOf(invoice.at)}
        {invoice.number && <span className="block font-normal wrap-anywhere text-muted">{invoice.number}</span>}
        <span className="mt-1 block sm:hidden">
          <Badge tone={tone}>{words}</Badge>
        </span>
      </th>
      <td className="py-3 pr-3 align-top max-sm:hidden">
        <Badge tone={tone}>{words}</Badge>
      </td>
      <td className="py-3 pr-3 text-right align-top tabular-nums">
        {inWords(invoice)}
        {details.map((detail) => (
          <span key={detail} className="block text-muted">
            {detail}
          </span>
        ))}
      </td>
      <td className="w-20 text-right align-top">
        {invoice.pdfUrl ? (
          <a
            href={invoice.pdfUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-medium text-brand underline-offset-4 hover:underline"
          >
            <FileDown aria-hidden className="size-4" />
            PDF<span className="sr-only"> of {name}, opens in a new tab</span>
          </a>
        ) : (
          <span className="inline-block py-3 text-muted">–</span>
        )}
      </td>
    </tr>
  )
}
