import { priceInWords } from '@medicready/domain/billing/money'
import { LEAST_PRICE, MOST_PRICE, PRICE_NOTICE_DAYS, PRICE_UNUSUAL } from '@medicready/domain/billing/price-rules'
import { tiers } from '@medicready/domain/billing/tiers'
import type { AdminPrice } from '@medicready/domain/contract/billing/admin-prices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { utcToday } from '../../dashboards/address.ts'
import { centsOf, decimalsOf } from '../../dashboards/amounts.ts'
import { adminQuery, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'

export const pricesQuery = adminQuery('GET /api/admin/prices', {})

/** What a month of each plan costs, what is to come, and who still pays another price. */
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

const isPrice = (typed: string): boolean => centsOf(typed) >= LEAST_PRICE && centsOf(typed) <= MOST_PRICE

/** Announces a new price, and tells first whom it affects and from when on. */
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
  const fromWords = (day: string) => (day === '' ? 'at once' : `from ${calendarDayInWords(day)} on`)
  const newPrice = (typed: string) => priceInWords({ amount: centsOf(typed), currency })
  return (
    <ReasonButton
      button={`Change the price of ${label}`}
      title={`The price of ${label}`}
      description={`It is ${priceInWords(price)} a month now.`}
      confirm="Announce the price"
      initial={{ typed: decimalsOf(price.announced?.amount ?? now), day: '' }}
      faultsOf={({ typed }) => (isPrice(typed) ? {} : { typed: PRICE_UNUSUAL })}
      onConfirm={async (reason, { typed, day }) => {
        const body = { amount: centsOf(typed), reason, ...(day !== '' && { holdsFrom: day }) }
        await announce.mutateAsync({ params: { tier }, body })
        return { title: 'Price announced', description: `${label} costs ${newPrice(typed)} for new subscriptions ${fromWords(day)}.` }
      }}
    >
      {({ values: { typed, day }, faults, set }) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField label="Dollars a month" error={faults.typed} value={typed} onChange={(changed) => set({ typed: changed })} />
            <Field label="From (optional)" hint="In UTC. Leave empty to start now.">
              {(control) => (
                <Input {...control} type="date" min={utcToday()} value={day} onChange={({ target }) => set({ day: target.value })} />
              )}
            </Field>
          </div>
          {isPrice(typed) && (
            <p className="text-sm" aria-live="polite">
              New subscriptions cost {newPrice(typed)} {fromWords(day)}. {effect}
            </p>
          )}
        </>
      )}
    </ReasonButton>
  )
}
