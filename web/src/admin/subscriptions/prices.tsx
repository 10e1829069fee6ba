import { priceInWords } from '@medicready/domain/billing/money'
import { tiers } from '@medicready/domain/billing/tiers'
import type { AdminPrice } from '@medicready/domain/contract/billing/admin-prices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'
import { pricesQuery } from './queries.ts'

const PriceDialog = lazy(() => import('./price-dialog.tsx'))

/** What a month of each plan costs, what is to come, and who pays something else still. */
export function Prices() {
  const { data: prices } = useSuspenseQuery(pricesQuery)
  const [changed, setChanged] = useState<AdminPrice | null>(null)
  return (
    <>
      <ul className="divide-y divide-hairline">
        {prices.map((price) => (
          <li key={price.tier} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div>
              <p>
                <span className="font-medium">{tiers[price.tier].label}</span>{' '}
                <span className="tabular-nums">{priceInWords(price)} a month</span>
              </p>
              <p className="text-sm text-muted">{standingOf(price)}</p>
            </div>
            <Button variant="secondary" size="sm" onClick={() => setChanged(price)}>
              Change the price of {tiers[price.tier].label}
            </Button>
          </li>
        ))}
      </ul>
      {changed && (
        <Suspense fallback={null}>
          <PriceDialog price={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </>
  )
}

function standingOf({ announced, currency, subscribers, atOtherPrice }: AdminPrice): string {
  const coming = announced
    ? ` ${priceInWords({ amount: announced.amount, currency })} for new subscriptions from ${calendarDayInWords(announced.holdsFrom)} on.`
    : ''
  const others = atOtherPrice > 0 ? `, ${atOtherPrice} of them at another price for now` : ''
  return `${countOf(subscribers, 'subscriber')}${others}.${coming}`
}
