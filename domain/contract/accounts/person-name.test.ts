import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

const name = personName('First name is required')
const told = (typed: unknown) => name.safeParse(typed).error?.issues.map(({ message }) => message)

test('names of people everywhere are names', () => {
  for (const typed of ['Ana', 'María José', "O'Brien", 'Smith-Jones', 'J. R.', 'Nguyễn', 'Ольга', '美咲', 'Zoe\u0308', 'x'.repeat(60)])
    expect(name.parse(typed)).toBe(typed)
  expect(name.parse('  O’Brien ')).toBe("O'Brien")
})

test('what would make a mail say something of its own is none', () => {
  for (const typed of [
    'Ana\nYou have won',
    'http://evil.example',
    'ana@example.com',
    '<b>Ana</b>',
    'Ana\u202e',
    'R2D2',
    '- . -',
    'Ana,',
    'Ana\u0000',
  ])
    expect(told(typed)).toEqual(['Please use letters, spaces, apostrophes, hyphens and full stops only'])
  expect(told('x'.repeat(61))).toEqual(['Please use at most 60 letters'])
})

test('what is absent is told in the same words as what is blank', () => {
  for (const typed of [undefined, null, '', '   ']) expect(told(typed)).toEqual(['First name is required'])
})
