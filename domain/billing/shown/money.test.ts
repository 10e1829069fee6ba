import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars, inWords, priceInWords, shareOf, sumOf, without } from './money.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

test('amounts are added in cents, in one currency', () => {
  expect(sumOf([usd(1200), usd(-350), usd(1)])).toEqual(usd(851))
  expect(sumOf([])).toEqual(usd(0))
  expect(without(usd(500), usd(501))).toEqual(usd(-1))
  expect(() => sumOf([usd(1), { amount: 1, currency: 'eur' }])).toThrow('two currencies')
})

test('a share is in whole cents, with half a cent rounded away from 0', () => {
  expect(shareOf(usd(5000), 20)).toEqual(usd(1000))
  expect(shareOf(usd(1), 49)).toEqual(usd(0))
  expect(shareOf(usd(1), 50)).toEqual(usd(1))
  expect(shareOf(usd(-1), 50)).toEqual(usd(-1))
  expect(shareOf(usd(4999), 20)).toEqual(usd(1000))
  expect(() => shareOf(usd(1), 12.5)).toThrow('whole number')
})

test('a share and its rest add up to the whole, for payments and refunds', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 100 }), (amount, percent) => {
      const share = shareOf(usd(amount), percent)
      expect(Math.abs(share.amount * 100 - amount * percent)).toBeLessThanOrEqual(50)
      expect(sumOf([share, without(usd(amount), share)]).amount).toBe(amount)
      expect(0 - shareOf(usd(0 - amount), percent).amount).toBe(0 + share.amount)
    }),
  )
})

test('money in words', () => {
  expect(inWords(dollars(12))).toBe('$12.00')
  expect(inWords(usd(-5))).toBe('−$0.05')
  expect(inWords(usd(123_456_789))).toBe('$1,234,567.89')
  expect(inWords({ amount: 250, currency: 'eur' })).toBe('EUR 2.50')
  expect(priceInWords(dollars(5))).toBe('$5')
  expect(priceInWords(usd(1250))).toBe('$12.50')
})
