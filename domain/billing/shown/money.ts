/** Integer amounts in the currency's smallest unit; no floating point. No zod: screens use it. */
export interface Money {
  /** Cents; negative in the opposite direction. */
  readonly amount: number
  /** ISO 4217 in lower case, as Stripe writes it. */
  readonly currency: string
}

export const CURRENCY = 'usd'

export const dollars = (amount: number): Money => ({ amount: amount * 100, currency: CURRENCY })

/** Throws for mixed currencies. An empty sum is in our own currency. */
export function sumOf(amounts: readonly Money[]): Money {
  const currency = amounts[0]?.currency ?? CURRENCY
  if (amounts.some((money) => money.currency !== currency)) throw new Error('Money of two currencies has no sum')
  return { amount: amounts.reduce((sum, { amount }) => sum + amount, 0), currency }
}

/** Half a cent rounds away from 0, so that payments and refunds have the same share. */
export function shareOf({ amount, currency }: Money, percent: number): Money {
  if (!Number.isInteger(percent)) throw new Error('A share is a whole number of percent')
  const hundredths = Math.abs(amount) * percent
  const cents = Math.floor(hundredths / 100) + (hundredths % 100 >= 50 ? 1 : 0)
  return { amount: amount < 0 && cents > 0 ? -cents : cents, currency }
}

export const without = (whole: Money, part: Money): Money => sumOf([whole, { ...part, amount: 0 - part.amount }])

/** With both decimals: '$12.00', '−$0.50'. */
export const inWords = ({ amount, currency }: Money): string => {
  const cents = Math.abs(amount)
  const number = `${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
  return `${amount < 0 ? '−' : ''}${signed(number, currency)}`
}

/** '$12' for whole dollars, otherwise '$12.50'. */
export const priceInWords = (price: Money): string =>
  price.amount >= 0 && price.amount % 100 === 0 ? signed(grouped(price.amount / 100), price.currency) : inWords(price)

const signed = (number: string, currency: string): string => (currency === CURRENCY ? `$${number}` : `${currency.toUpperCase()} ${number}`)

const grouped = (whole: number): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** Why a refund can never succeed: the bank returned the money, it was refunded before, or too little is left. */
export const refundRefusals = ['disputed', 'already_refunded', 'more_than_left'] as const
export type RefundRefusal = (typeof refundRefusals)[number]
