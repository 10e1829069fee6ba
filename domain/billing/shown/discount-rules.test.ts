import { expect, test } from 'vitest'
import { codePattern, conversionRate, type Discount, discountInWords, faultOfDiscount, normalCode } from './discount-rules.ts'

const percentage = (discountValue: number): Discount => ({ discountType: 'percentage', discountValue, grantsTier: null })
const fixed = (discountValue: number): Discount => ({ discountType: 'fixed_amount', discountValue, grantsTier: null })
const free = (discountValue: number): Discount => ({ discountType: 'free_subscription', discountValue, grantsTier: 'basic' })

test.each(['A', '7', 'SPRING-24', 'A_B', 'X'.repeat(50)])('%s is a code', (code) => expect(code).toMatch(codePattern))
test.each(['', '-A', '_A', 'a', 'A B', 'Ä', 'A\n', 'X'.repeat(51)])('%j is not a code', (code) => expect(code).not.toMatch(codePattern))
test('a code is the same however it was typed', () => expect(normalCode(' spring-24\t')).toBe('SPRING-24'))

test.each([
  [percentage(1), null],
  [percentage(100), null],
  [percentage(0), 'value'],
  [percentage(101), 'value'],
  [percentage(12.5), 'value'],
  [fixed(1), null],
  [fixed(100_000), null],
  [fixed(100_001), 'value'],
  [free(24), null],
  [free(25), 'value'],
  [{ ...free(3), grantsTier: null }, 'grantsTier'],
  [{ ...fixed(300), grantsTier: 'basic' }, 'grantsTier'],
] as const)('%j has the fault %s', (discount, fault) => expect(faultOfDiscount(discount)).toBe(fault))

test('a conversion rate counts uses against the limit, or against 100', () => {
  expect(conversionRate(7, 28)).toBe(0.25)
  expect(conversionRate(7, null)).toBe(0.07)
})

test.each([
  [percentage(25), '25% off'],
  [fixed(250), '$2.50 off'],
  [free(1), '1 month of Basic for free'],
  [{ ...free(3), grantsTier: 'premium' }, '3 months of Premium for free'],
] as const)('%j is %s', (discount, words) => expect(discountInWords(discount)).toBe(words))
