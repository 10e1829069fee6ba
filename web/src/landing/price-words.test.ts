import { expect, test } from 'vitest'
import { priceWords } from './price-words.ts'

const prices = {
  basic: { amount: 500, currency: 'usd', announced: { amount: 650, holdsFrom: '2027-03-01T00:00:00.000Z' } },
  premium: { amount: 1_250, currency: 'usd', announced: null },
}

test('current and announced prices are told in words', () => {
  expect(priceWords(prices, 'basic')).toEqual({
    price: '$5',
    per: ' a month',
    coming: '$6.50 a month from March 1, 2027. Subscribers who have the plan by then are told 30 days before they pay it.',
    monthly: '$5 a month',
    number: '5.00',
  })
  expect(priceWords(prices, 'premium')).toMatchObject({ monthly: '$12.50 a month', coming: '' })
})

test('without known prices no price is told', () => {
  expect(priceWords(null, 'basic')).toMatchObject({ price: 'Monthly', per: '', coming: 'You see the price before you pay.' })
  expect(priceWords(null, 'premium').monthly).toBe('billed monthly')
})
