/**
 * Money is a whole number of the currency's smallest unit, cents, with its currency. There is no floating point in it.
 * Free of zod: screens use it too.
 */
export interface Money {
  /** In cents; below 0 where it goes the other way. */
  readonly amount: number
  /** ISO 4217, in small letters as the payment provider writes it. */
  readonly currency: string
}

/** The currency of all prices of ours. */
export const CURRENCY = 'usd'

export const dollars = (amount: number): Money => ({ amount: amount * 100, currency: CURRENCY })

/** Refuses to add what is not in one currency; nothing sums up to nothing of ours. */
export function sumOf(amounts: readonly Money[]): Money {
  const currency = amounts[0]?.currency ?? CURRENCY
  if (amounts.some((money) => money.currency !== currency)) throw new Error('Money of two currencies has no sum')
  return { amount: amounts.reduce((sum, { amount }) => sum + amount, 0), currency }
}

/**
 * So many percent of an amount, in whole cents: half a cent goes away from 0, so that money that comes and money that
 * goes back have the same share.
 */
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

/** A price as it is said: '$12' where it is whole, '$12.50' where it is not. */
export const priceInWords = (price: Money): string =>
  price.amount >= 0 && price.amount % 100 === 0 ? signed(grouped(price.amount / 100), price.currency) : inWords(price)

const signed = (number: string, currency: string): string => (currency === CURRENCY ? `$${number}` : `${currency.toUpperCase()} ${number}`)

const grouped = (whole: number): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')
