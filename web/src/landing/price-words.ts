import { priceInWords } from '@medicready/domain/billing/shown/money'
import { type PaidTier, PRICE_NOTICE_DAYS } from '@medicready/domain/billing/shown/tiers'
import type { OfferedPrices } from '@medicready/domain/contract/billing/billing'

export interface PriceWords {
  readonly price: string
  readonly per: string
  /** An announced change; '' if there is none. */
  readonly coming: string
  readonly monthly: string
  readonly number: string
}

const unknown: PriceWords = {
  price: 'Monthly',
  per: '',
  coming: 'You see the price before you pay.',
  monthly: 'billed monthly',
  number: '',
}

/** Prices start on UTC days. */
const day = (instant: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))

/** Null if prices are unknown: no price is better than a wrong one. */
export function priceWords(prices: OfferedPrices | null, tier: PaidTier): PriceWords {
  if (prices === null) return unknown
  const { amount, currency, announced } = prices[tier]
  const price = priceInWords({ amount, currency })
  const coming = announced
    ? `${priceInWords({ amount: announced.amount, currency })} a month from ${day(announced.holdsFrom)}. Subscribers who have the plan by then are told ${PRICE_NOTICE_DAYS} days before they pay it.`
    : ''
  return { price, per: ' a month', coming, monthly: `${price} a month`, number: (amount / 100).toFixed(2) }
}
