import { type Money, priceInWords } from '@medicready/domain/billing/money'
import { priceOf } from '@medicready/domain/tutoring/tutoring-money'

const words = (bundle: boolean): string => {
  const { amount, currency } = priceOf({ bundle })
  return priceInWords({ amount, currency })
}

/** "$50". */
export const onePrice = words(false)
/** "$225", for five paid in advance. */
export const bundlePrice = words(true)
export const bundleSessions = priceOf({ bundle: true }).sessions

/** "$45" a session. */
export const bundleSessionPrice = (): string => {
  const { amount, sessions, currency } = priceOf({ bundle: true })
  const each: Money = { amount: amount / sessions, currency }
  return priceInWords(each)
}
