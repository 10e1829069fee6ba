import { priceInWords } from '@medicready/domain/billing/money'
import { PRICE_NOTICE_DAYS } from '@medicready/domain/billing/price-rules'
import { type PaidTier, paidTierNames } from '@medicready/domain/billing/tiers'
import type { OfferedPrices } from '@medicready/domain/contract/billing/prices'

/** What the page says of a plan's price. */
export interface PriceWords {
  /** '$5', and what stands after it in small letters. */
  readonly price: string
  readonly per: string
  /** That it will be another; '' where it will not. */
  readonly coming: string
  /** In a sentence: '$5 a month'. */
  readonly monthly: string
  /** For machines: '5.00'. */
  readonly number: string
}

const unknown: PriceWords = {
  price: 'Monthly',
  per: '',
  coming: 'You see the price before you pay.',
  monthly: 'billed monthly',
  number: '',
}

/** Days of prices begin in UTC. */
const day = (instant: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))

/** Null where prices are unknown: no price is better than a wrong one. */
export function priceWords(prices: OfferedPrices | null, tier: PaidTier): PriceWords {
  if (prices === null) return unknown
  const { amount, currency, announced } = prices[tier]
  const price = priceInWords({ amount, currency })
  const coming = announced
    ? `${priceInWords({ amount: announced.amount, currency })} a month from ${day(announced.holdsFrom)}. Subscribers who have the plan by then are told ${PRICE_NOTICE_DAYS} days before they pay it.`
    : ''
  return { price, per: ' a month', coming, monthly: `${price} a month`, number: (amount / 100).toFixed(2) }
}

/** What stands in the built page where these words belong: only who serves it knows them. */
export const markedWords = (tier: PaidTier): PriceWords => ({
  price: markOf(tier, 'price'),
  per: markOf(tier, 'per'),
  coming: markOf(tier, 'coming'),
  monthly: markOf(tier, 'monthly'),
  number: markOf(tier, 'number'),
})

const markOf = (tier: PaidTier, word: keyof PriceWords): string => `__PRICE_${tier}_${word}__`
const marks = new RegExp(`__PRICE_(${paidTierNames.join('|')})_(price|per|coming|monthly|number)__`, 'g')

const forMachines = /<script type="application\/ld\+json">.*?<\/script>/s

/** A built page with its prices. Structured data has none where they are unknown. */
export function withPrices(html: string, prices: OfferedPrices | null): string {
  const told = prices === null ? html.replace(forMachines, '') : html
  return told.replaceAll(marks, (_, tier: PaidTier, word: keyof PriceWords) => priceWords(prices, tier)[word])
}
