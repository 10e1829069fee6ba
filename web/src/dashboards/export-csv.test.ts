import { expect, it } from 'vitest'
import { csvOf } from './export-csv.tsx'

it('writes rows that spreadsheets read back unchanged', () => {
  expect(
    csvOf([
      ['Name', 'Amount', 'Note'],
      ['O\'Neil, "Bea"', -500, null],
      ['two\nlines', 12.5, ''],
    ]),
  ).toBe('Name,Amount,Note\r\n"O\'Neil, ""Bea""",-500,\r\n"two\nlines",12.5,\r\n')
})

it('keeps formulas as text', () => {
  expect(csvOf([['=HYPERLINK("http://x")', '+1', '-2', '@cmd']])).toBe('"\'=HYPERLINK(""http://x"")",\'+1,\'-2,\'@cmd\r\n')
})

it('keeps negative amounts as numbers', () => {
  expect(csvOf([['Refunds', '-5.00']])).toBe('Refunds,-5.00\r\n')
})
