/** Rules of prices. Free of zod: screens use them too. */

/** Who has a plan hears of its new price so many days before it holds for them. */
export const PRICE_NOTICE_DAYS = 30
/** In cents; the payment provider takes no less. */
export const LEAST_PRICE = 50
export const MOST_PRICE = 100_000
export const PRICE_UNUSUAL = 'Please enter a price from $0.50 to $1,000.'
/** So far ahead a new price can be announced. */
export const MOST_DAYS_TO_PRICE = 365
