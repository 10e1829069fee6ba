export const PRICE_NOTICE_DAYS = 30
/** Cents; Stripe's minimum. */
export const LEAST_PRICE = 50
export const MOST_PRICE = 100_000
export const PRICE_UNUSUAL = 'Please enter a price from $0.50 to $1,000.'
export const MOST_DAYS_TO_PRICE = 365
