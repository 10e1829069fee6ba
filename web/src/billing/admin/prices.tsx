import { priceInWords } from '@medicready/domain/billing/money'
import { PRICE_NOTICE_DAYS } from '@medicready/domain/billing/price-rules'
import { tiers } from '@medicready/domain/billing/tiers'
import type { AdminPrice } from '@medicready/domain/contract/billing/admin-prices'
import { PriceChange } from '@medicready/domain/contract/billing/forms'
import { useSuspenseQuery } from '@tanstack/react-query'
import { utcToday } from '../../dashboards/address.ts'
import { centsOf, decimalsOf } from '../../dashboards/amounts.ts'
import { adminQuery, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'

export const pricesQuery = adminQuery('GET /api/admin/prices', {})

export function Prices() {
  const { data: prices } = useSuspenseQuery(pricesQuery)
  return (
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
          <PriceButton price={price} />
        </li>
      ))}
    </ul>
  )
}

function standingOf({ announced, currency, subscribers, atOtherPrice }: AdminPrice): string {
  const coming = announced
    ? ` ${priceInWords({ amount: announced.amount, currency })} for new subscriptions from ${calendarDayInWords(announced.holdsFrom)}.`
    : ''
  const others = atOtherPrice > 0 ? `, ${atOtherPrice} of them at another price` : ''
  return `${countOf(subscribers, 'subscriber')}${others}.${coming}`
}

function PriceButton({ price }: { price: AdminPrice }) {
  const { tier, amount: now, currency, subscribers } = price
  const announce = useAdminWrite('POST /api/admin/prices/{tier}')
  const { label } = tiers[tier]
  const laterOn = `from the first period that begins ${PRICE_NOTICE_DAYS} days after that email`
  const effect =
    subscribers === 0
      ? `No one has ${label} now. Subscribers who have it by then get an email and pay the new price ${laterOn}.`
      : subscribers === 1
        ? `1 subscriber with ${label} gets an email then and pays the new price ${laterOn}.`
        : `${countOf(subscribers, 'subscriber')} with ${label} get an email then and pay the new price ${laterOn}.`
  const fromWords = (day: string | undefined) => (day ? `from ${calendarDayInWords(day)} on` : 'at once')
  const newPrice = (amount: number) => priceInWords({ amount, currency })
  return (
    <ReasonButton
      button={`Change the price of ${label}`}
      title={`The price of ${label}`}
      description={`It is ${priceInWords(price)} a month now.`}
      confirm="Announce the price"
      initial={{ amount: decimalsOf(price.announced?.amount ?? now), holdsFrom: '' }}
      schema={PriceChange}
      bodyOf={({ amount, holdsFrom, reason }) => ({ amount: centsOf(amount), holdsFrom: holdsFrom || undefined, reason })}
      codesAt={{ priceDayOutOfRange: 'holdsFrom' }}
      onConfirm={async (body) => {
        await announce.mutateAsync({ params: { tier }, body })
        const news = `${label} costs ${newPrice(body.amount)} for new subscriptions ${fromWords(body.holdsFrom)}.`
        return { title: 'Price announced', description: news }
      }}
    >
      {({ fields, field }) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField {...field('amount')} label="Dollars a month" />
            <TextField
              {...field('holdsFrom')}
              label="From (optional)"
              hint="In UTC. Leave empty to start now."
              type="date"
              min={utcToday()}
            />
          </div>
          {PriceChange.shape.amount.safeParse(centsOf(fields.amount)).success && (
            <p className="text-sm" aria-live="polite">
              New subscriptions cost {newPrice(centsOf(fields.amount))} {fromWords(fields.holdsFrom)}. {effect}
            </p>
          )}
        </>
      )}
    </ReasonButton>
  )
}
