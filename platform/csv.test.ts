import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are quoted where they must be', () => {
  expect(csvLine(['plain', 'a, b', 'say "hello"', 'two\nlines', null, 1.5, true, ['x', 1]])).toBe(
    'plain,"a, b","say ""hello""","two\nlines",,1.5,true,"[""x"",1]"\r\n',
  )
})

test("a formula hidden in someone's text is not run by a spreadsheet", () => {
  expect(csvLine(['=HYPERLINK("http://evil.example";"x")', '+1 303 555 0100', '-2+3', '@SUM(A1)', '\t=1', -2])).toBe(
    `"'=HYPERLINK(""http://evil.example"";""x"")",'+1 303 555 0100,'-2+3,'@SUM(A1),'\t=1,-2\r\n`,
  )
})
