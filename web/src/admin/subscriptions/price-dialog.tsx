import { priceInWords } from '@medicready/domain/billing/money'
import { LEAST_PRICE, MOST_PRICE, PRICE_NOTICE_DAYS, PRICE_UNUSUAL } from '@medicready/domain/billing/price-rules'
import { tiers } from '@medicready/domain/billing/tiers'
import type { AdminPrice } from '@medicready/domain/contract/billing/admin-prices'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { Field, Input } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'
import { centsOf, decimalsOf } from '../dashboard/amounts.ts'
import { utcToday } from '../dashboard/as-of.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'

/** Announces a new price, and says before whom it touches and from when on. */
export default function PriceDialog({ price, onClose }: { price: AdminPrice; onClose: () => void }) {
  const { tier, amount: now, currency, subscribers } = price
  const queries = useQueryClient()
  const announce = useWrite('POST /api/admin/prices/{tier}', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }),
  })
  const [typed, setTyped] = useState(decimalsOf(price.announced?.amount ?? now))
  const [day, setDay] = useState('')
  const amount = centsOf(typed)
  const isPrice = amount >= LEAST_PRICE && amount <= MOST_PRICE
  const { label } = tiers[tier]
  const from = day === '' ? 'at once' : `from ${calendarDayInWords(day)} on`
  const laterOn = `from the first period that begins ${PRICE_NOTICE_DAYS} days after that mail`
  const effect =
    subscribers === 0
      ? `Nobody has ${label} now; whoever does by then gets a mail, and pays it ${laterOn}.`
      : subscribers === 1
        ? `1 subscriber with ${label} gets a mail then, and pays it ${laterOn}.`
        : `${countOf(subscribers, 'subscriber')} with ${label} get a mail then, and pay it ${laterOn}.`
  const send = async (reason: string) => {
    const body = { amount, reason, ...(day !== '' && { holdsFrom: day }) }
    await announce.mutateAsync({ params: { tier }, body })
    return { title: 'Price announced', description: `${label} costs ${priceInWords({ amount, currency })} for new subscriptions ${from}.` }
  }
  return (
    <ReasonDialog
      title={`The price of ${label}`}
      description={`It is ${priceInWords(price)} a month now.`}
      confirm="Announce the price"
      isComplete={isPrice}
      onConfirm={send}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Dollars a month"
              error={isChecked && !isPrice ? PRICE_UNUSUAL : undefined}
              value={typed}
              onChange={setTyped}
            />
            <Field label="From (optional)" hint="In UTC; at once without a day.">
              {(control) => <Input {...control} type="date" min={utcToday()} value={day} onChange={({ target }) => setDay(target.value)} />}
            </Field>
          </div>
          {isPrice && (
            <p className="text-sm" aria-live="polite">
              New subscriptions cost {priceInWords({ amount, currency })} {from}. {effect}
            </p>
          )}
        </>
      )}
    </ReasonDialog>
  )
}
