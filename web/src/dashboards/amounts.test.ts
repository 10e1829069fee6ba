import { expect, it } from 'vitest'
import { decimalsOf, factName, moneyOf, monthInWords, numberOf, shareOf, shortMoneyOf, utcInstantOf } from './amounts.ts'

it('formats money, counts, and shares for people and for spreadsheets', () => {
  expect([120_400, -500, 0, 5].map(moneyOf)).toEqual(['$1,204.00', '−$5.00', '$0.00', '$0.05'])
  expect([120_400, 900].map(shortMoneyOf)).toEqual(['$1.2K', '$9'])
  expect([120_405, -500].map(decimalsOf)).toEqual(['1204.05', '-5.00'])
  expect([1_200, -3].map(numberOf)).toEqual(['1,200', '−3'])
  expect([0.0416, 1, null].map(shareOf)).toEqual(['4.2%', '100.0%', '–'])
})

it('formats months and moments in UTC', () => {
  expect(monthInWords('2026-03')).toBe('Mar 2026')
  expect(utcInstantOf('2026-03-01T00:03:00.000Z')).toBe('Mar 1, 2026, 00:03')
})

it('formats the type of a fact readably', () => {
  expect(['InvoicePaid', 'AccountErased', 'FreePeriodGranted'].map(factName)).toEqual([
    'Invoice paid',
    'Account erased',
    'Free period granted',
  ])
})
