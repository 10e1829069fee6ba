import { expect, test } from 'vitest'
import { markedWords, priceWords, withPrices } from './price-words.ts'

const prices = {
  basic: { amount: 500, currency: 'usd', announced: { amount: 650, holdsFrom: '2027-03-01T00:00:00.000Z' } },
  premium: { amount: 1_250, currency: 'usd', announced: null },
}
const { price, per, coming, monthly, number } = markedWords('basic')
const built = `<b>${price}</b>${per}<p>${coming}</p><q>Basic is ${monthly}, Premium ${markedWords('premium').monthly}.</q>`

test('a built page shows current and announced prices', () => {
  expect(withPrices(built, prices)).toBe(
    '<b>$5</b> a month<p>$6.50 a month from March 1, 2027. Subscribers who have the plan by then are told 30 days before they pay it.</p><q>Basic is $5 a month, Premium $12.50 a month.</q>',
  )
  expect(priceWords(prices, 'premium').coming).toBe('')
})

test('without known prices the page shows none, and the structured data contains no offer', () => {
  const page = `${built}<script type="application/ld+json">{"price":"${number}"}</script><script src="/theme.js"></script>`
  expect(withPrices(page, null)).toBe(
    '<b>Monthly</b><p>You see the price before you pay.</p><q>Basic is billed monthly, Premium billed monthly.</q><script src="/theme.js"></script>',
  )
})
